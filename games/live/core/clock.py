"""The clock and the timers of the live path; tests pass a clock of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """Handle of a scheduled call, by which the call can be cancelled."""

    def cancel(self) -> None:
        """Cancel the scheduled call; do nothing if it has been made already."""


class Clock(Protocol):
    """Interface of a clock: it tells the time and schedules calls."""

    def now(self) -> float:
        """Return the present time, in seconds since the epoch."""

    def later(self, seconds: float, call: Callable[[], object]) -> Handle:
        """Schedule `call` on the running event loop in `seconds` seconds from now."""


class WallClock:
    """Clock that uses the machine's time and the timers of the running event loop."""

    def now(self) -> float:
        """Return the present time, in seconds since the epoch."""
        return time.time()

    def later(self, seconds: float, call: Callable[[], object]) -> Handle:
        """Schedule `call` by a timer of the running loop; negative `seconds` count as 0."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call)


class Alarm:
    """A timer that makes one call, at a moment that may be put off again and again.

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
        """The moment of the call, and the moment at which the timer runs out.

        Seconds since the epoch.
        """
        self._timer: Handle | None = None

    @property
    def is_set(self) -> bool:
        """Return whether the alarm has a call scheduled."""
        return self._ring is not None

    def set(self, at: float, ring: Callable[[], object]) -> None:
        """Schedule the alarm's call `ring` for `at` (epoch seconds), replacing an earlier call."""
        self._at, self._ring = at, ring
        if self._timer is None or at < self._looks_at:
            self._look_at(at)

    def unset(self) -> None:
        """Drop the scheduled call; a timer that is running runs out and does nothing."""
        self._ring = None

    def stop(self) -> None:
        """Drop the scheduled call and cancel the timer, which would keep this object in memory."""
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
