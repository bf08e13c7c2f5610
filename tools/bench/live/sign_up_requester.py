"""Sign up at a site again and again over some connections, until standard input closes.

    python -m tools.bench.live.ask_sign_ups http://127.0.0.1:8000 6 [PERIOD]

Each connection makes the next account as soon as the last one is answered. Each line of standard
input is answered with the counters, as a line of JSON. With a period in seconds accounts are made
in every second turn of the clock alone (`tools.bench.live.turns`).
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

from tools.bench.live.turns import is_busy

PATH: Final = "/accounts/signup/"
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
COUNTERS: Final = ("signed_up", "busy", "failed")
TIMEOUT: Final = aiohttp.ClientTimeout(total=60)
REST_S: Final = 0.05
"""Seconds between looks at the clock in a quiet turn."""


class SignUps:
    """Visitors who sign up one after another, and what their requests were answered."""

    def __init__(self, url: str, period: float) -> None:
        self.counters = Counter(dict.fromkeys(COUNTERS, 0))
        self._url, self._period = url, period
        self._names = (f"bench{secrets.token_hex(4)}{number}" for number in itertools.count())

    async def run(self) -> None:
        """Sign up without end, as fast as the site answers."""
        while True:
            if self._period and not is_busy(self._period):
                await asyncio.sleep(REST_S)
            else:
                await self._sign_up()

    async def _sign_up(self) -> None:
        """Make one account in a new browser, and count how that was answered."""
        try:
            async with aiohttp.ClientSession(
                self._url, timeout=TIMEOUT, cookie_jar=aiohttp.CookieJar(unsafe=True)
            ) as browser:
                async with browser.get(PATH) as page:
                    token = TOKEN.search(await page.text())
                form = {
                    "csrfmiddlewaretoken": token[1] if token else "",
                    "username": next(self._names),
                    "password1": secrets.token_urlsafe(12),
                }
                origin = {"Origin": self._url}
                async with browser.post(
                    PATH, data=form, headers=origin, allow_redirects=False
                ) as answer:
                    status = answer.status
        except (aiohttp.ClientError, TimeoutError):
            status = 0
        self.counters[{302: "signed_up", 503: "busy"}.get(status, "failed")] += 1


async def ask(url: str, connections: int, period: float = 0.0) -> None:
    """Sign up over so many connections; tell the counters for each line of standard input."""
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
    asyncio.run(ask(sys.argv[1], int(sys.argv[2]), *map(float, sys.argv[3:])))
