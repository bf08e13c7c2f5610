"""Moves at fifty tables while pages are asked for beside them, over moves while none is.

A site of its own is served by one process. By turns only the tables play, and pages are asked for at
a steady rate: lobby, matches, a match, a player, ranking, and new table, by strangers over HTTP.
Printed are median and 95th percentile of the time from a move to its answer, in both.

    python -m tools.bench.pages_beside [--tables 50] [--rate 10] [--turns 8] [--postgres URL]
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import httpx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.soak.settings")

from tools.bench.round_start import marks_of, moves_since  # noqa: E402
from tools.bench.written import write  # noqa: E402 - needs the project's folder on the path
from tools.soak.play import Play  # noqa: E402
from tools.soak.site import Site  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "pages_beside.json"
SLOWER: Final = 1.2
"""Most that the 95th percentile of a move may rise, as a multiple."""
FULL: Final = 50
"""Tables from which on a result is kept."""
TURN_S: Final = 8.0
THINK_S: Final = 0.5
LISTS: Final = ("/", "/matches/", "/leaderboard/", "/tables/new/")


def main() -> None:
    """Measure, print and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=FULL)
    parser.add_argument("--rate", type=float, default=10.0, help="pages a second")
    parser.add_argument("--turns", type=int, default=8, help="turns with pages, and without")
    parser.add_argument("--postgres", help="address of a server on which a database is made")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder), postgres=options.postgres) as site,
    ):
        site.env["DJANGO_SETTINGS_MODULE"] = "tools.bench.pages_settings"
        result = asyncio.run(measure(site, options.tables, options.rate, options.turns))
    kind = "postgresql" if options.postgres else "sqlite"
    print(f"{options.tables} tables, {options.rate:g} pages a second, {kind}:")
    print(f"95th percentile of a move {result['p95_ms']} ms, {result['ratio']} of that without")
    print(f"median {result['median_ms']} ms, {result['median_ratio']} of that without")
    if options.tables >= FULL:
        write(RESULT.with_stem(f"pages_beside_{kind}"), {"database": kind, **result})


async def measure(site: Site, tables: int, rate: float, turns: int) -> dict[str, Any]:
    """Return the times of moves with and without pages beside them, in ms."""
    kinds = (("ludoteka", 2, 0),)
    server = await asyncio.to_thread(site.start)
    play = Play(site, [server.port], tables=tables, seed=0, deals=1, think=THINK_S, kinds=kinds)
    play.begin(spread=5.0)
    await play.more(20 * tables)
    calm: list[float] = []
    busy: list[float] = []
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{server.port}", timeout=60.0
    ) as client:
        addresses = await _addresses(client)
        for _turn in range(turns):
            marks = marks_of(play)
            await asyncio.sleep(TURN_S)
            calm += moves_since(play, marks)
            marks = marks_of(play)
            answered = await _ask(client, addresses, rate)
            busy += moves_since(play, marks)
    await asyncio.to_thread(server.kill)
    play.cancel()
    return {"tables": tables, "pages_a_second": rate, "pages_in_a_turn": answered} | _told(
        calm, busy
    )


def _told(calm: list[float], busy: list[float]) -> dict[str, Any]:
    """Return medians and 95th percentiles in ms, and their ratios."""
    before, meanwhile = (
        (statistics.median(waits), statistics.quantiles(waits, n=20)[-1]) for waits in (calm, busy)
    )
    return {
        "moves_without": len(calm),
        "moves_beside": len(busy),
        "median_without_ms": round(1000 * before[0], 2),
        "median_ms": round(1000 * meanwhile[0], 2),
        "median_ratio": round(meanwhile[0] / before[0], 2),
        "p95_without_ms": round(1000 * before[1], 2),
        "p95_ms": round(1000 * meanwhile[1], 2),
        "ratio": round(meanwhile[1] / before[1], 2),
        "limit_ratio": SLOWER,
    }


async def _addresses(client: httpx.AsyncClient) -> list[str]:
    """Return the addresses to ask for: lists, and the newest match with one who played it."""
    found: list[dict[str, Any]] = []
    while not found:  # until the first match is over
        await asyncio.sleep(1.0)
        answer = await client.get("/api/v1/matches/", params={"limit": 1})
        found = answer.raise_for_status().json()["results"]
    one = found[0]
    return [*LISTS, f"/matches/{one['id']}/", f"/players/{one['seats'][0]['player']}/"]


async def _ask(client: httpx.AsyncClient, addresses: list[str], rate: float) -> int:
    """Ask for pages in turn at this rate for TURN_S seconds; return how many were answered."""
    asked: list[asyncio.Task[httpx.Response]] = []
    loop = asyncio.get_running_loop()
    began = loop.time()
    for number, address in zip(itertools.count(), itertools.cycle(addresses)):
        due = began + number / rate
        if due >= began + TURN_S:
            break
        await asyncio.sleep(max(0.0, due - loop.time()))
        asked.append(asyncio.create_task(client.get(address)))
    answers = await asyncio.gather(*asked)
    return sum(answer.raise_for_status().is_success for answer in answers)


if __name__ == "__main__":
    main()
