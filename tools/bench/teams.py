"""The lists and rankings of teams with very many matches and teams over those with few, as ratios.

Two sites of their own on SQLite, a process each, are filled by inserts of the rows that such lists
read: finished matches with their seats, people, teams, figures and ratings, but no deals, tricks or
records. The team and the player that are asked for are in every match or every so-manyth of both
sites. Then the pages are asked for in turn.

    python -m tools.bench.teams [--few 10000] [--many 1000000] [--asked 30]
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.written import write  # noqa: E402 - needs the project's folder on the path
from tools.soak.empty import sqlite  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "teams.json"
LIMIT: Final = 1.3
"""Limit of the ratio of a page."""
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


def main() -> None:
    """Measure, print the table and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--asked", type=int, default=30, help="times that each page is asked for")
    options = parser.parse_args()
    result = measure(options.few, options.many, options.asked)
    print(f"{'page':<24}{'ms':>8}{'ratio':>8}   (limit {LIMIT})")
    for row in result["rows"]:
        print(f"{row['page']:<24}{row['few_ms']:>8}{row['ratio']:>8}")
    if options.many >= 1_000_000:
        write(RESULT, result)


def measure(few: int, many: int, asked: int) -> dict[str, Any]:
    """Return the median time of each page with many matches over that with few."""
    with tempfile.TemporaryDirectory() as folder:
        empty_site = sqlite()
        pipes = [_serve(Path(folder) / str(count), count, empty_site) for count in (few, many)]
        for pipe in pipes:
            pipe.recv()
        rows = []
        for page in PAGES:
            taken: tuple[list[float], list[float]] = ([], [])
            for _ in range(asked):
                for times, pipe in zip(taken, pipes, strict=True):
                    pipe.send(page)
                    times.append(pipe.recv())
            small, large = map(statistics.median, taken)
            ratio = round(large / small, 2)
            rows.append({"page": page, "few_ms": round(1000 * small, 2), "ratio": ratio})
        for pipe in pipes:
            pipe.send(None)
    return {"few": few, "many": many, "asked": asked, "limit": LIMIT, "rows": rows}


def _serve(folder: Path, matches: int, empty_site: Path) -> Connection:
    """Start a process with a site of so many matches; return the pipe to it."""
    folder.mkdir(parents=True)
    shutil.copy(empty_site, folder)
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe()
    context.Process(target=serve, args=(str(folder), matches, other)).start()
    return pipe


def serve(folder: str, matches: int, pipe: Connection) -> None:
    """Fill the empty site of a folder, then answer how long each page takes that is asked for."""
    os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="brisca_site.settings")
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.db import transaction
    from django.test import Client, override_settings

    from tests.api.many import make_many
    from tools.bench.standings import without_limits

    logging.disable(logging.INFO)
    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    with override_settings(
        STORAGES={"default": files, "staticfiles": storage},
        ALLOWED_HOSTS=["testserver"],
        REST_FRAMEWORK=without_limits(),
    ):
        with transaction.atomic():
            make_many(matches)
            fill(matches // MATCHES_A_TEAM)
        client = Client()
        for path in PAGES.values():
            client.get(path)
        pipe.send(None)
        while (page := pipe.recv()) is not None:
            began = time.perf_counter()
            answer = client.get(PAGES[page])
            pipe.send(time.perf_counter() - began)
            assert answer.status_code == 200, (page, answer.status_code)


def fill(teams: int) -> None:
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
    main()
