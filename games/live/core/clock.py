"""Time as the live path sees it, so that tests can bring their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """Something that was set to happen and can be called off."""

    def cancel(self) -> None:
        """Call it off; harmless when it has happened."""


class Clock(Protocol):
    """The time of day, and a way to be called later."""

    def now(self) -> float:
        """Seconds since the epoch."""

    def later(self, seconds: float, call: Callable[[], object]) -> Handle:
        """Have `call` called in so many seconds, on the running loop."""


class WallClock:
    """The clock of the machine and of the running event loop."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def later(self, seconds: float, call: Callable[[], object]) -> Handle:
        """By the timer of the running loop."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call)


class Alarm:
    """Rings once, at a moment that may be put off again and again.

    Each card puts off the end of a turn. A timer that runs already is left to run out and then set
    anew for the rest, which costs less than to call it off at each card.

    >>> class Standing:
    ...     def now(self):
    ...         return 0.0
    ...     def later(self, seconds, call):
    ...         print(f"a timer of {seconds} s")
    ...         return object()
    >>> clock = Standing()
    >>> alarm = Alarm(clock)
    >>> alarm.set(20.0, lambda: print("rings"))
    a timer of 20.0 s
    >>> alarm.set(25.0, lambda: print("rings"))
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ring: Callable[[], object] | None = None
        self._at = self._looks_at = 0.0
        """When it rings, and when the timer runs out."""
        self._timer: Handle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is still to ring."""
        return self._ring is not None

    def set(self, at: float, ring: Callable[[], object]) -> None:
        """Call `ring` at that moment, in seconds since the epoch; nothing else that was set before."""
        self._at, self._ring = at, ring
        if self._timer is None or at < self._looks_at:
            self._look_at(at)

    def unset(self) -> None:
        """Ring no more, until it is set again."""
        self._ring = None

    def stop(self) -> None:
        """The same, and no timer keeps it in memory."""
        self._ring = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_at(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._looks_at = at
        self._timer = self._clock.later(max(0.0, at - self._clock.now()), self._look)

    def _look(self) -> None:
        self._timer = None
        ring = self._ring
        if ring is None:
            return
        if self._clock.now() < self._at:
            self._look_at(self._at)
        else:
            self._ring = None
            ring()
