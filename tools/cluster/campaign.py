"""Tables played through the proxies while one thing at a time is taken away."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.support.site import Site
from tools.cluster import waits
from tools.cluster.installation import Installation
from tools.cluster.losses import Loss
from tools.soak.play import Play, Tally

Json = dict[str, Any]
THINK_S: Final = 1.0
"""Seconds that each player thinks, more or less."""
GIVES_UP_S: Final = 4.0
"""As DEAD_MS of the page's socket: a connection without an answer is given up."""
LOOK_S: Final = 0.05
TOLD: Final = 20
"""Number of faults in the file of results at most."""


class News:
    """The longest time (seconds) in which any player's view stood still in the middle of a deal.

    Spectators are left out: they are shown tricks only when these are over.
    """

    def __init__(self, play: Play) -> None:
        self.longest = 0.0
        self._play = play

    async def watch(self) -> None:
        """Update `longest` from all seats every LOOK_S seconds, until cancelled."""
        while True:
            now = time.monotonic()
            moved = [
                seat.moved_at
                for seats in self._play.seats
                for seat in seats
                if seat.seat is not None and (seat.view or {}).get("phase") == "play"
            ]
            self.longest = max([self.longest, *(now - at for at in moved)])
            await asyncio.sleep(LOOK_S)


class Campaign:
    """Repetitions of one loss (of a process, machine, ...) during play at `tables` tables."""

    def __init__(
        self, installation: Installation, site: Site, *, tables: int, step: Callable[[], None]
    ) -> None:
        self.installation, self.site = installation, site
        self.tables, self.step = tables, step

    def run(self, loss: Loss, times: int, seed: int) -> Json:
        """Cause a loss `times` times during play and undo it each time; return counts, faults."""
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
            moments, without_news = [], []
            for _ in range(times):
                moment, longest = await self._once(loss, play, news)
                moments.append(moment)
                without_news.append(longest)
                self.step()
            moments.append(time.monotonic())
            tally = await finish(play)
        finally:
            watch.cancel()
            play.cancel()
        return _result(loss, times, tally, moments, without_news)

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
        """Cause a loss and undo it; return its time, and the longest standstill of a view.

        Both are in seconds; the time is that of `time.monotonic`.
        """
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
    """Play every match to its end without time to think, and return the counts."""

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


def _result(
    loss: Loss, times: int, tally: Tally, moments: list[float], without_news: list[float]
) -> Json:
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
        "without_news_s": waits.summary(without_news),
        **counted,
        "faults": faults[:TOLD],
        "faults_in_all": len(faults),
    }


@contextlib.contextmanager
def installed(folder: Path) -> Iterator[tuple[Installation, Site]]:
    """Start the three machines and the site on them; both end with the block."""
    with Installation(folder).running() as installation:
        about: dict[str, Any] = {"postgres": installation.postgres, "redis": installation.redis}
        (folder / "site").mkdir()
        with Site(folder / "site", **about) as site:
            installation.start_site(site.env)
            yield installation, site
