"""The pages of clubs with many clubs over the same with few, as ratios.

Two sites of their own on SQLite, a process each, are filled by inserts: clubs of different sizes, of
which the first has members with a season behind them on both sites. Then the pages are asked for
in turn.

    python -m tools.bench.clubs [--few 100] [--many 10000] [--asked 40]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
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

RESULT = ROOT / "tools" / "bench" / "results" / "clubs.json"
LIMIT: Final = 1.3
"""Limit of the ratio of a page."""
MEMBERS: Final = 60
"""Members of the first club, more than a page of its ranking shows."""


def main() -> None:
    """Measure, print the table and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument("--asked", type=int, default=40, help="times that each page is asked for")
    options = parser.parse_args()
    result = measure(options.few, options.many, options.asked)
    print(f"{'page':<20}{'ms':>8}{'ratio':>8}   (limit {LIMIT})")
    for row in result["rows"]:
        print(f"{row['page']:<20}{row['few_ms']:>8}{row['ratio']:>8}")
    if options.many >= 10_000:
        write(RESULT, result)


def measure(few: int, many: int, asked: int) -> dict[str, Any]:
    """Return the median time of each page with many clubs over that with few."""
    with tempfile.TemporaryDirectory() as folder:
        pipes = [_serve(Path(folder) / str(count), count) for count in (few, many)]
        pages, _same = (pipe.recv() for pipe in pipes)
        rows = []
        for page in pages:
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
            pipe.recv()
    return {"few": few, "many": many, "asked": asked, "limit": LIMIT, "rows": rows}


def _serve(folder: Path, clubs: int) -> Connection:
    """Start a process with a site of so many clubs; return the pipe to it."""
    folder.mkdir(parents=True)
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe()
    context.Process(target=serve, args=(str(folder), clubs, other)).start()
    return pipe


def serve(folder: str, clubs: int, pipe: Connection) -> None:
    """Fill a site in an empty folder, then answer how long each page takes that is asked for."""
    os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="brisca_site.settings")
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client, override_settings

    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    with override_settings(
        STORAGES={"default": files, "staticfiles": storage}, ALLOWED_HOSTS=["testserver"]
    ):
        call_command("migrate", verbosity=0)
        fill(clubs)
        client = Client()
        paths = {
            "list": "/clubs/",
            "open clubs": "/clubs/?entry=open",
            "search": "/clubs/?q=club",
            "a club": "/clubs/club-1/",
            "season": "/clubs/club-1/season/",
            "members": "/clubs/club-1/members/",
        }
        for path in paths.values():
            client.get(path)
        pipe.send(list(paths))
        while (page := pipe.recv()) is not None:
            began = time.perf_counter()
            answer = client.get(paths[page])
            pipe.send(time.perf_counter() - began)
            assert answer.status_code == 200, (page, answer.status_code)
        pipe.send(None)


def fill(clubs: int) -> None:
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


if __name__ == "__main__":
    main()
