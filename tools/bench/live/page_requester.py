"""Ask a site for its pages at a steady rate, as a process of its own, until standard input closes.

    python -m tools.bench.live.ask_pages http://127.0.0.1:8000 10 [PERIOD]

The pages are lobby, matches, a match, a player, ranking and new table. The first line of standard
input is a JSON list of the keys of sessions whose owners ask for them in turn, or a stranger if it
is empty. It and each later line are answered with what was counted up to then, as a line of JSON.
With a period in seconds pages are asked for in every second turn of the clock alone
(`tools.bench.live.turns`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final

import aiohttp

from tools.bench.live.turns import is_busy

LISTS = ("/", "/matches/", "/leaderboard/", "/tables/new/")
COUNTERS = ("pages", "page_bytes", "refused")
WITHIN: Final = aiohttp.ClientTimeout(total=60)
"""Time within which a page is answered; one that takes longer is refused."""


def visitor(url: str, session: str | None) -> aiohttp.ClientSession:
    """Return a client of the owner of a session (its key), or of a stranger for None.

    It takes a third of the processor time that httpx takes for a page, and leaves pages compressed:
    the visitors of a site do not share its processors, those of a measurement do.
    """
    headers = {"Accept-Encoding": "gzip"}
    if session is not None:
        headers["Cookie"] = f"sessionid={session}"
    return aiohttp.ClientSession(
        url,
        headers=headers,
        timeout=WITHIN,
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
    )


async def addresses(client: aiohttp.ClientSession) -> list[str]:
    """Return what is asked for: lists, and the latest match with one who played it, if there is one."""
    async with client.get("/api/v1/matches/", params={"limit": 1}) as answer:
        answer.raise_for_status()
        latest = (await answer.json())["results"]
    about = [(f"/matches/{one['id']}/", f"/players/{one['seats'][0]['player']}/") for one in latest]
    return [*LISTS, *itertools.chain(*about)]


class Asker:
    """Requests for pages in turn, so many a second, by visitors in turn: a client each."""

    def __init__(
        self,
        visitors: Sequence[aiohttp.ClientSession],
        pages: list[str],
        rate: float,
        period: float,
    ) -> None:
        self.pages, self.rate, self.period = pages, rate, period
        self.counters = Counter(dict.fromkeys(COUNTERS, 0))
        self._visitors = itertools.cycle(visitors)
        self._asked: set[asyncio.Task[None]] = set()

    async def get(self, page: str) -> None:
        """Ask for a page and count it; what is no answer of 2xx is refused."""
        try:
            async with next(self._visitors).get(page, allow_redirects=False) as answer:
                size = len(await answer.read())
        except (aiohttp.ClientError, TimeoutError):
            self.counters["refused"] += 1
            return
        self.counters["pages" if answer.status // 100 == 2 else "refused"] += 1
        self.counters["page_bytes"] += size

    async def run(self) -> None:
        """Ask at the rate, however long the answers take, until it is cancelled."""
        loop = asyncio.get_running_loop()
        began, pages = loop.time(), itertools.cycle(self.pages)
        for number in itertools.count(1):
            if not self.period or is_busy(self.period):
                task = asyncio.create_task(self.get(next(pages)))
                self._asked.add(task)
                task.add_done_callback(self._asked.discard)
            await asyncio.sleep(max(0.0, began + number / self.rate - loop.time()))

    async def rest(self) -> None:
        """Wait for the answers that are still to come."""
        await asyncio.gather(*self._asked)


async def ask(url: str, rate: float, period: float = 0.0) -> None:
    """Ask for the pages, `rate` a second; tell the counters for each line of standard input.

    `period`: seconds of a turn, of which every second one is without pages; 0: none is.
    """
    loop = asyncio.get_running_loop()
    read = partial(loop.run_in_executor, None, sys.stdin.readline)
    sessions = json.loads(await read())
    async with contextlib.AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(visitor(url, key)) for key in sessions or [None]
        ]
        asker = Asker(visitors, await addresses(visitors[0]), rate, period)
        for page in asker.pages:
            await asker.get(page)
        task = asyncio.create_task(asker.run())
        print(json.dumps(asker.counters), flush=True)
        while await read():
            print(json.dumps(asker.counters), flush=True)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await asker.rest()


if __name__ == "__main__":
    asyncio.run(ask(sys.argv[1], *map(float, sys.argv[2:])))
