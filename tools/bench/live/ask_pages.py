"""Ask a site for its pages at a steady rate, as a process of its own, until standard input closes.

    python -m tools.bench.live.ask_pages http://127.0.0.1:8000 10

The pages are lobby, matches, a match, a player, ranking and new table, by strangers. It writes
"ready" once all of them were answered, and at the end how many were asked for and answered.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import threading

import httpx

LISTS = ("/", "/matches/", "/leaderboard/", "/tables/new/")


async def addresses(client: httpx.AsyncClient) -> list[str]:
    """Return what is asked for: lists, and the latest match with one who played it, if there is one."""
    answer = await client.get("/api/v1/matches/", params={"limit": 1})
    latest = answer.raise_for_status().json()["results"]
    about = [(f"/matches/{one['id']}/", f"/players/{one['seats'][0]['player']}/") for one in latest]
    return [*LISTS, *itertools.chain(*about)]


async def ask(url: str, rate: float) -> int:
    """Ask for the pages in turn, `rate` a second, and return how many were answered."""
    loop, over = asyncio.get_running_loop(), threading.Event()
    threading.Thread(target=lambda: sys.stdin.read() or over.set(), daemon=True).start()
    async with httpx.AsyncClient(base_url=url, timeout=60.0) as client:
        pages = await addresses(client)
        for page in pages:
            (await client.get(page)).raise_for_status()
        print("ready", flush=True)
        asked: list[asyncio.Task[httpx.Response]] = []
        began = loop.time()
        for number, page in zip(itertools.count(1), itertools.cycle(pages)):
            if over.is_set():
                break
            asked.append(asyncio.create_task(client.get(page)))
            await asyncio.sleep(max(0.0, began + number / rate - loop.time()))
        answers = await asyncio.gather(*asked)
    return sum(answer.raise_for_status().is_success for answer in answers)


def main() -> None:
    """Ask until standard input closes, and print how many pages were answered."""
    print(asyncio.run(ask(sys.argv[1], float(sys.argv[2]))), flush=True)


if __name__ == "__main__":
    main()
