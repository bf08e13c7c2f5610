"""The beginning of a round of 500 beside tables that play: when it stands, and what the others feel.

A site of its own is served by one process. Some tables of two play by sockets while a tournament is
paired and its 250 tables are made. Printed are the seconds from the round's time until its last
table was made, and the time from a move to its answer while that went on, over the same before.

    python -m tools.bench.round_start [--people 500] [--tables 12] [--postgres URL]
"""

from __future__ import annotations

import argparse
import asyncio
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

RESULT = ROOT / "tools" / "bench" / "results" / "round_start.json"
WITHIN_S: Final = 3.0
"""Seconds after its time at which a round has to stand."""
SLOWER: Final = 2.0
"""Most that a move may take meanwhile, as a multiple."""
BEFORE_S: Final = 30.0
"""Seconds of play before the round's time that are measured."""
THINK_S: Final = 0.2


def main() -> None:
    """Measure, print and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--tables", type=int, default=12, help="tables that play beside it")
    parser.add_argument("--postgres", help="address of a server on which a database is made")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder), postgres=options.postgres) as site,
    ):
        result = asyncio.run(measure(site, options.people, options.tables))
    kind = "postgresql" if options.postgres else "sqlite"
    print(f"{options.people} people, {kind}: the round stands after {result['stands_after_s']} s")
    print(f"a move takes {result['median_ms']} ms, {result['ratio']} of what it took before")
    if options.people >= 500:
        write(RESULT.with_stem(f"round_start_{kind}"), {"database": kind, **result})


async def measure(site: Site, people: int, tables: int) -> dict[str, Any]:
    """Return when the round stood, and the median of the moves' times meanwhile and before."""
    kinds = (("ludoteka", 2, 0),)
    server = await asyncio.to_thread(site.start)
    play = Play(site, [server.port], tables=tables, seed=0, deals=12, think=THINK_S, kinds=kinds)
    play.begin()
    await play.more(tables)
    laid = await play.ask("announce", people=people, rounds=2, starts_in=60.0 + people / 10)
    starts_at = laid["starts_at"]
    await asyncio.sleep(max(0.0, starts_at - BEFORE_S - time.time()))
    marks = play.marks()
    await asyncio.sleep(max(0.0, starts_at - time.time()))
    calm = play.moves_since(marks)
    marks = play.marks()
    stood = await _stands(play, laid["event"])
    await asyncio.sleep(0.5)  # in which the last moves are answered
    busy = play.moves_since(marks)
    await asyncio.to_thread(server.kill)
    play.cancel()
    before, meanwhile = statistics.median(calm), statistics.median(busy)
    return {
        "people": people,
        "tables_beside": tables,
        "stands_after_s": round(stood - starts_at, 2),
        "limit_s": WITHIN_S,
        "moves_before": len(calm),
        "moves_meanwhile": len(busy),
        "median_before_ms": round(1000 * before, 1),
        "median_ms": round(1000 * meanwhile, 1),
        "p95_ms": round(1000 * statistics.quantiles(busy, n=20)[-1], 1),
        "ratio": round(meanwhile / before, 2),
        "limit_ratio": SLOWER,
    }


async def _stands(play: Play, event: str) -> float:
    """Wait until all tables of the round are made; return when that was.

    Raises:
        RuntimeError: the event was called off.
    """
    while True:
        stage = await play.ask("event_stage", event=event)
        if stage == "playing":
            return time.time()
        if stage == "cancelled":
            raise RuntimeError("the event was called off")
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    main()
