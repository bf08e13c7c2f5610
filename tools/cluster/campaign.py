"""Tables played through the proxies while one thing at a time is taken away."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tools.cluster import waits
from tools.cluster.installation import Installation
from tools.cluster.losses import Loss
from tools.soak.play import Play, Tally
from tools.soak.site import Site

Json = dict[str, Any]
THINK_S: Final = 1.0
"""Seconds that each player thinks, more or less."""
GIVES_UP_S: Final = 4.0
"""As DEAD_MS of the page's socket: a connection without an answer is given up."""
LOOK_S: Final = 0.05
TOLD: Final = 20
"""Faults that are written down."""


class News:
    """The longest time for which any player was shown nothing new in the middle of a deal.

    Who watches is shown tricks when they are over, and is left out.
    """

    def __init__(self, play: Play) -> None:
        self.longest = 0.0
        self._play = play

    async def watch(self) -> None:
        """Look at all seats every LOOK_S seconds, until cancelled."""
        while True:
            now = time.monotonic()
            moved = [
                one.moved_at
                for seats in self._play.seats
                for one in seats
                if one.seat is not None and (one.view or {}).get("phase") == "play"
            ]
            self.longest = max([self.longest, *(now - at for at in moved)])
            await asyncio.sleep(LOOK_S)


class Campaign:
    """One loss, so many times, while so many tables are played."""

    def __init__(
        self, installation: Installation, site: Site, *, tables: int, step: Callable[[], None]
    ) -> None:
        self.installation, self.site = installation, site
        self.tables, self.step = tables, step

    def run(self, loss: Loss, times: int, seed: int) -> Json:
        """Return what was counted."""
        began = time.monotonic()
        result = asyncio.run(self._run(loss, times, seed))
        counted = {"tables": self.tables, **result}
        return {**counted, "took_seconds": round(time.monotonic() - began, 1)}

    async def _run(self, loss: Loss, times: int, seed: int) -> Json:
        play = self._play(seed)
        play.begin(spread=THINK_S)
        news = News(play)
        watch = asyncio.create_task(news.watch())
        try:
            await play.more(2 * self.tables)
            moments, still = [], []
            for _ in range(times):
                moment, longest = await self._once(loss, play, news)
                moments.append(moment)
                still.append(longest)
                self.step()
            moments.append(time.monotonic())
            tally = await finish(play)
        finally:
            watch.cancel()
            play.cancel()
        return _result(loss, times, tally, moments, still)

    def _play(self, seed: int) -> Play:
        return Play(
            self.site,
            self.installation.proxies,
            tables=self.tables,
            seed=seed,
            deals=1,
            think=THINK_S,
            gives_up=GIVES_UP_S,
            audit_late=True,  # it would take the processors of the machines that are measured
        )

    async def _once(self, loss: Loss, play: Play, news: News) -> tuple[float, float]:
        """Take the thing away and put it back; when that was, and the longest time without news."""
        rng = random.Random(play.acknowledged())
        await asyncio.sleep(rng.random())
        news.longest = 0.0
        moment = time.monotonic()
        put_back = await asyncio.to_thread(loss.take, self.installation)
        await asyncio.sleep(loss.lasts_s)
        await asyncio.to_thread(put_back)
        await asyncio.to_thread(self.installation.wait_until_whole)
        await play.more(2 * self.tables)
        return moment, news.longest


async def finish(play: Play) -> Tally:
    """Let every match come to its end, without a thought."""

    async def hurry() -> None:
        while True:
            play.think = 0.0
            for seats in play.seats:
                for seat in seats:
                    seat.think = 0.0
            await asyncio.sleep(LOOK_S)

    hurrying = asyncio.create_task(hurry())
    try:
        return await play.finish()
    finally:
        hurrying.cancel()


def _result(loss: Loss, times: int, tally: Tally, moments: list[float], still: list[float]) -> Json:
    longest = waits.longest(tally.answers, moments)[:-1]
    counted = tally.result()
    faults = counted.pop("faults")
    if loss.limit_s is not None and max(longest) > loss.limit_s:
        faults.append(f"somebody waited {max(longest):.1f} s, not {loss.limit_s:g} at most")
    return {
        "title": loss.title,
        "times": times,
        "limit_s": loss.limit_s,
        "wait_s": waits.summary(longest),
        "waits_s": [round(wait, 2) for wait in longest],
        "without_news_s": waits.summary(still),
        **counted,
        "faults": faults[:TOLD],
        "faults_in_all": len(faults),
    }


@contextlib.contextmanager
def installed(folder: Path) -> Iterator[tuple[Installation, Site]]:
    """Give the installation and its site, both running."""
    with Installation(folder).running() as installation:
        about: dict[str, Any] = {"postgres": installation.postgres, "redis": installation.redis}
        (folder / "site").mkdir()
        with Site(folder / "site", **about) as site:
            installation.start_site(site.env)
            yield installation, site
