"""The pages of clubs with many clubs over the same with few, as ratios.

Two sites of their own on SQLite, a process each, are filled by inserts: clubs of different sizes, of
which the first has members with a season behind them on both sites. Then the pages are asked for
in turn.

    python -m tools.bench.clubs [--few 100] [--many 10000] [--asked 40]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.two_sizes import Filled, run  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "clubs.json"
MEMBERS: Final = 60
"""Members of the first club, more than a page of its ranking shows."""
PAGES: Final = {
    "list": "/clubs/",
    "open clubs": "/clubs/?entry=open",
    "search": "/clubs/?q=club",
    "a club": "/clubs/club-1/",
    "season": "/clubs/club-1/season/",
    "members": "/clubs/club-1/members/",
}


def fill(clubs: int) -> Filled:
    """Insert clubs with two members each, and MEMBERS in the first, all with figures."""
    from django.utils import timezone

    from games.clubs.seasons import season_at
    from games.models import Club, ClubFigures, ClubMember, ClubSearchTail, Player

    people = [Player(name=f"p{number}") for number in range(1, MEMBERS + 1)]
    Player.objects.bulk_create(people)
    made = Club.objects.bulk_create(
        [
            Club(
                handle=f"club-{number}",
                look=f"club{number}",
                name=f"Club {number}",
                emblem="O7",
                entry=("open", "request", "invitation")[number % 3],
                member_count=number % 90,
                size=number % 90,
            )
            for number in range(1, clubs + 1)
        ],
        batch_size=500,
    )
    ClubSearchTail.objects.bulk_create(
        [ClubSearchTail(club=club, text=club.name.lower()) for club in made], batch_size=500
    )
    season = season_at(timezone.now())
    pairs = [(club, one) for club in made for one in (people if club is made[0] else people[:2])]
    ClubMember.objects.bulk_create(
        [
            ClubMember(club=club, player=one, role="owner" if one is people[0] else "member")
            for club, one in pairs
        ],
        batch_size=500,
    )
    ClubFigures.objects.bulk_create(
        [
            ClubFigures(club=club, season=season, player=one, matches=3, points=one.pk * 7 % 50)
            for club, one in pairs
        ],
        batch_size=500,
    )
    return Filled(PAGES)


if __name__ == "__main__":
    run(fill, RESULT, (100, 10_000), __doc__.splitlines()[0])
