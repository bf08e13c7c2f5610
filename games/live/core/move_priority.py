"""Priority of moves over pages in a process that serves both.

A thread that makes a page and the threads that a move goes through take the interpreter's lock in
turn, so a move that comes while a page is made takes longer. A request that only reads therefore
waits until no move is in flight before it begins.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Final

SENDING: Final = 0.001
"""Seconds after its commit in which a move is sent to the table; it is in flight until then."""


class MovesInFlight:
    """Moves (decisions) of a process that are being written or sent; usable from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._none = Event()
        self._none.set()
        self._sent_at = 0.0
        """Time by `time.monotonic` until which the latest decision is being sent."""

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count a move as in flight within a `with` block, and while it is sent after that."""
        with self._lock:
            self._count += 1
            self._none.clear()
        try:
            yield
        finally:
            with self._lock:
                self._count -= 1
                self._sent_at = time.monotonic() + SENDING
                if not self._count:
                    self._none.set()

    def wait_until_none(self, longest: float) -> float:
        """Wait until no move is in flight, at most `longest` seconds; return the seconds waited."""
        began = time.monotonic()
        self._none.wait(longest)
        time.sleep(max(0.0, min(self._sent_at, began + longest) - time.monotonic()))
        return time.monotonic() - began


moves_in_flight: Final = MovesInFlight()
"""The decisions of this process that are in flight."""
