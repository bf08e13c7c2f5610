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

    def later(self, seconds: float, call: Callable[[], None]) -> Handle:
        """Have `call` called in so many seconds, on the running loop."""


class WallClock:
    """The clock of the machine and of the running event loop."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def later(self, seconds: float, call: Callable[[], None]) -> Handle:
        """By the timer of the running loop."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call)
