"""Request a site's pages at a steady rate, as a process of its own, until standard input closes.

    python -m tools.bench.live.page_requester http://127.0.0.1:8000 10 [PERIOD]

The pages are lobby, matches, a match, a player, ranking and new table. The first line of standard
input is a JSON list of session keys, whose owners request the pages in turn; if the list is empty, a
stranger does. Each line of input is answered with the counters, as a line of JSON. With a period in
seconds, pages are requested only in every second period of the clock (`tools.bench.live.load_windows`).
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

from tools.bench.live.load_windows import is_busy

LIST_PATHS = ("/", "/matches/", "/leaderboard/", "/tables/new/")
COUNTERS = ("pages", "page_bytes", "refused")
PAGE_TIMEOUT: Final = aiohttp.ClientTimeout(total=60)
"""Time after which a page counts as refused."""


def visitor(url: str, session: str | None) -> aiohttp.ClientSession:
    """Return an HTTP client for a visitor with a session key; None: a stranger.

    It takes a third of the processor time that httpx takes for a page, and leaves pages compressed: the
    visitors of a site do not share its processors, those of a measurement do.
    """
    headers = {"Accept-Encoding": "gzip"}
    if session is not None:
        headers["Cookie"] = f"sessionid={session}"
    return aiohttp.ClientSession(
        url,
        headers=headers,
        timeout=PAGE_TIMEOUT,
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
    )


async def page_paths(client: aiohttp.ClientSession) -> list[str]:
    """Return the paths of the pages to request, with those of the latest match and one of its players."""
    async with client.get("/api/v1/matches/", params={"limit": 1}) as answer:
        answer.raise_for_status()
        latest = (await answer.json())["results"]
    match_pages = [
        (f"/matches/{match['id']}/", f"/players/{match['seats'][0]['player']}/") for match in latest
    ]
    return [*LIST_PATHS, *itertools.chain(*match_pages)]


class PageRequester:
    """Requests for pages in turn, `rate` a second, by visitors in turn; answers are counted."""

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
        """Request a page and count the answer; any answer other than 2xx counts as refused."""
        try:
            async with next(self._visitors).get(page, allow_redirects=False) as answer:
                size = len(await answer.read())
        except (aiohttp.ClientError, TimeoutError):
            self.counters["refused"] += 1
            return
        self.counters["pages" if answer.status // 100 == 2 else "refused"] += 1
        self.counters["page_bytes"] += size

    async def run(self) -> None:
        """Request pages at the rate, without waiting for answers, until the task is cancelled."""
        loop = asyncio.get_running_loop()
        began, pages = loop.time(), itertools.cycle(self.pages)
        for number in itertools.count(1):
            if not self.period or is_busy(self.period):
                task = asyncio.create_task(self.get(next(pages)))
                self._asked.add(task)
                task.add_done_callback(self._asked.discard)
            await asyncio.sleep(max(0.0, began + number / self.rate - loop.time()))

    async def wait_for_answers(self) -> None:
        """Wait for the answers to all requests that were sent."""
        await asyncio.gather(*self._asked)


async def request_pages(url: str, rate: float, period: float = 0.0) -> None:
    """Request pages at `rate` a second; print the counters for each line of standard input.

    With `period` pages are requested only in every second period of so many seconds; 0: always.
    """
    loop = asyncio.get_running_loop()
    read = partial(loop.run_in_executor, None, sys.stdin.readline)
    sessions = json.loads(await read())
    async with contextlib.AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(visitor(url, key)) for key in sessions or [None]
        ]
        requester = PageRequester(visitors, await page_paths(visitors[0]), rate, period)
        for page in requester.pages:
            await requester.get(page)
        task = asyncio.create_task(requester.run())
        print(json.dumps(requester.counters), flush=True)
        while await read():
            print(json.dumps(requester.counters), flush=True)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await requester.wait_for_answers()


if __name__ == "__main__":
    asyncio.run(request_pages(sys.argv[1], *map(float, sys.argv[2:])))
