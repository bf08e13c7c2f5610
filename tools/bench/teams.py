"""The lists and rankings of teams with very many matches and teams over those with few, as ratios.

Two sites of their own on SQLite, a process each, are filled by inserts of the rows that such lists
read: finished matches with their seats, people, teams, figures and ratings, but no deals, tricks or
records. The team and the player that are asked for are in every match or every so-manyth of both
sites. Then the pages are asked for in turn.

    python -m tools.bench.teams [--few 10000] [--many 1000000] [--asked 40]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.two_sizes import Filled, run  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "teams.json"
MATCHES_A_TEAM: Final = 20
"""Matches for each further team, and for each further two and a half people."""
PRIVATE: Final = 0.01
"""Share of the further people who keep their figures private."""
BUSY, QUIET = 1, 100
"""Row ids of a team that plays every match of pairs, and of one that plays few."""
POOL: Final = "4-pairs"
PAGES: Final = {
    "ranking": f"/leaderboard/?pool={POOL}&teams=yes",
    "a busy team": f"/teams/{BUSY}/",
    "a team": f"/teams/{QUIET}/",
    "API: ranking": f"/api/v1/leaderboards/{POOL}/teams/",
    "API: a team": f"/api/v1/teams/{QUIET}/",
    "API: its figures": f"/api/v1/teams/{QUIET}/stats/",
    "API: its matches": f"/api/v1/matches/?team={BUSY}",
    "API: a player's teams": "/api/v1/players/p2/teams/",
}


def fill(matches: int) -> Filled:
    """Insert so many matches, and further pairs of people, all of them rated."""
    from django.db import transaction

    from tests.api.many import make_many

    with transaction.atomic():
        make_many(matches)
        _add_teams(matches // MATCHES_A_TEAM)
    return Filled(PAGES)


def _add_teams(teams: int) -> None:
    """Insert further people and so many further pairs of them, and rate all pairs."""
    from django.db import connection

    from games.models import Player, Team, TeamPlayer, TeamRating

    dice = random.Random("teams")
    people = Player.objects.bulk_create(
        (
            Player(name=f"q{number}", figures_private=dice.random() < PRIVATE)
            for number in range(teams * 5 // 2)
        ),
        batch_size=1000,
    )
    pairs = {tuple(sorted(dice.sample(range(len(people)), 2))) for _ in range(teams)}
    ids = [[people[one].pk for one in pair] for pair in sorted(pairs)]
    made = Team.objects.bulk_create((Team(key="-".join(map(str, pair))) for pair in ids), 1000)
    TeamPlayer.objects.bulk_create(
        (
            TeamPlayer(team=team, player_id=player)
            for team, pair in zip(made, ids, strict=True)
            for player in pair
        ),
        1000,
    )
    rated = list(Team.objects.values_list("pk", flat=True))
    TeamRating.objects.bulk_create(
        (
            TeamRating(
                team_id=team, pool=POOL, mu=25.0, sigma=2.0, matches=dice.randrange(30),
                display=round(dice.gauss(1500, 150)),
            )
            for team in rated
        ),
        1000,
    )  # fmt: skip
    TeamRating.objects.filter(team__in=(BUSY, QUIET)).update(matches=100, display=1600)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    run(fill, RESULT, (10_000, 1_000_000), __doc__.splitlines()[0])
