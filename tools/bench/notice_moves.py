"""Moves at tables while a club of thousands is told something, over moves while nobody is.

A site of its own is served by one process. Some tables of two play by sockets; by turns nothing
happens for a while, and a notice goes to all members of a club, written by the ticker of that same
process. Printed are the median time from a move to its answer in both, and the seconds until the
last member had been told.

    python -m tools.bench.notice_moves [--people 10000] [--tables 12] [--turns 12] [--postgres URL]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.soak.settings")

from tools.bench.written import write  # noqa: E402 - needs the project's folder on the path
from tools.soak.play import Play  # noqa: E402
from tools.soak.site import Site  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "notice_moves.json"
SLOWER: Final = 1.1
"""Most that a move may take meanwhile, as a multiple."""
WITHIN_S: Final = 60.0
"""Seconds within which everybody has to be told."""
TURN_S: Final = 6.0
"""Seconds of play without a notice; a turn with one lasts until everybody has been told."""
THINK_S: Final = 0.1
LOOK_S: Final = 0.2
"""Seconds between two looks whether everybody has been told; without a notice they are made too."""


def main() -> None:
    """Measure, print and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=12, help="tables that play beside it")
    parser.add_argument("--turns", type=int, default=12, help="turns with a notice, and without")
    parser.add_argument("--postgres", help="address of a server on which a database is made")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder), postgres=options.postgres) as site,
    ):
        result = asyncio.run(measure(site, options.people, options.tables, options.turns))
    kind = "postgresql" if options.postgres else "sqlite"
    print(f"a notice to {options.people}, {kind}: told after {result['told_after_s']} s at most")
    print(f"a move takes {result['median_ms']} ms, {result['ratio']} of what it takes without")
    if options.people >= 10_000:
        write(RESULT.with_stem(f"notice_moves_{kind}"), {"database": kind, **result})


async def measure(site: Site, people: int, tables: int, turns: int) -> dict[str, Any]:
    """Return the medians of the moves' times with and without a notice, and when all were told."""
    server = await asyncio.to_thread(site.start)
    kinds = (("ludoteka", 2, 0),)
    play = Play(site, [server.port], tables=tables, seed=0, deals=12, think=THINK_S, kinds=kinds)
    club = await play.ask("club_of", people=people)
    play.begin()
    await play.more(20 * tables)
    calm: list[float] = []
    busy: list[float] = []
    told: list[float] = []
    for turn in range(turns):
        marks = play.marks()
        await _looked(play, "nothing", TURN_S)
        calm += play.moves_since(marks)
        marks, key = play.marks(), f"notice {turn}"
        began = time.monotonic()
        await play.ask("notice", club=club, key=key)
        await _looked(play, key, WITHIN_S)
        told.append(time.monotonic() - began)
        busy += play.moves_since(marks)
    count = await play.ask("notice_count", key=f"notice {turns - 1}")
    assert count == people, f"{count} of {people} were told"
    await asyncio.to_thread(server.kill)
    play.cancel()
    without, meanwhile = statistics.median(calm), statistics.median(busy)
    return {
        "people": people,
        "tables_beside": tables,
        "turns": turns,
        "moves_without": len(calm),
        "moves_meanwhile": len(busy),
        "median_without_ms": round(1000 * without, 2),
        "median_ms": round(1000 * meanwhile, 2),
        "p95_without_ms": round(1000 * statistics.quantiles(calm, n=20)[-1], 1),
        "p95_ms": round(1000 * statistics.quantiles(busy, n=20)[-1], 1),
        "ratio": round(meanwhile / without, 2),
        "limit_ratio": SLOWER,
        "told_after_s": round(max(told), 1),
        "within_s": WITHIN_S,
    }


async def _looked(play: Play, key: str, longest: float) -> None:
    """Wait until everybody has been told of a notice, or for so many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(longest):
            while not await play.ask("notice_told", key=key):  # noqa: ASYNC110 - another process's
                await asyncio.sleep(LOOK_S)


if __name__ == "__main__":
    main()
