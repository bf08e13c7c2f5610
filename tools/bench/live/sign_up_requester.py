"""Sign up at a site again and again over some connections, until standard input closes.

    python -m tools.bench.live.sign_up_requester http://127.0.0.1:8000 6 [PERIOD]

Each connection makes the next account as soon as the last one is answered. Each line of standard input
is answered with the counters, as a line of JSON. With a period in seconds, accounts are made only in
every second period of the clock (`tools.bench.live.load_windows`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import secrets
import sys
from collections import Counter
from functools import partial
from typing import Final

import aiohttp

from tools.bench.live.load_windows import is_busy

SIGN_UP_PATH: Final = "/accounts/signup/"
CSRF_TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
COUNTERS: Final = ("signed_up", "busy", "failed")
REQUEST_TIMEOUT: Final = aiohttp.ClientTimeout(total=60)
CLOCK_CHECK_S: Final = 0.05
"""Seconds between looks at the clock in a quiet period."""


class SignUps:
    """Simulated visitors who sign up one after another, with counts of the HTTP answers."""

    def __init__(self, url: str, period: float) -> None:
        self.counters = Counter(dict.fromkeys(COUNTERS, 0))
        self._url, self._period = url, period
        self._names = (f"bench{secrets.token_hex(4)}{number}" for number in itertools.count())

    async def run(self) -> None:
        """Sign up without end, as fast as the site answers, but not in quiet periods."""
        while True:
            if self._period and not is_busy(self._period):
                await asyncio.sleep(CLOCK_CHECK_S)
            else:
                await self._sign_up()

    async def _sign_up(self) -> None:
        """Create one account in a new browser session, and count the answer."""
        try:
            async with aiohttp.ClientSession(
                self._url, timeout=REQUEST_TIMEOUT, cookie_jar=aiohttp.CookieJar(unsafe=True)
            ) as browser:
                async with browser.get(SIGN_UP_PATH) as page:
                    token = CSRF_TOKEN.search(await page.text())
                form = {
                    "csrfmiddlewaretoken": token[1] if token else "",
                    "username": next(self._names),
                    "password1": secrets.token_urlsafe(12),
                }
                origin = {"Origin": self._url}
                async with browser.post(
                    SIGN_UP_PATH, data=form, headers=origin, allow_redirects=False
                ) as answer:
                    status = answer.status
        except (aiohttp.ClientError, TimeoutError):
            status = 0
        self.counters[{302: "signed_up", 503: "busy"}.get(status, "failed")] += 1


async def sign_up_repeatedly(url: str, connections: int, period: float = 0.0) -> None:
    """Sign up over `connections` connections; print the counters for each line of standard input.

    With `period` accounts are made only in every second period of so many seconds; 0: always.
    """
    read_line = partial(asyncio.get_running_loop().run_in_executor, None, sys.stdin.readline)
    await read_line()
    sign_ups = SignUps(url, period)
    tasks = [asyncio.create_task(sign_ups.run()) for _ in range(connections)]
    print(json.dumps(sign_ups.counters), flush=True)
    while await read_line():
        print(json.dumps(sign_ups.counters), flush=True)
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    asyncio.run(sign_up_repeatedly(sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:])))
