"""Priority of moves over pages in a process that serves both.

A thread that makes a page and the threads that a move goes through take the interpreter's lock in
turn, so a move that comes while a page is made takes twice as long. A request that only reads
therefore waits until no move is in flight: at its begin, and before each query and part of a template.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Final

from django.db import connections

if TYPE_CHECKING:
    from collections.abc import Callable

SENDING: Final = 0.001
"""Seconds after its commit in which a move is sent to the table; it is in flight until then."""
ONE_WAIT: Final = 0.02
"""Most seconds that one query, or part of a template, waits."""
REQUEST_WAIT: Final = 0.1
"""Most seconds that a request waits altogether, where there are always moves."""


class MovesInFlight:
    """The decisions of a process that are being written or sent; any thread may call this."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._none = Event()
        self._none.set()
        self._sent_at = 0.0
        """Time by `time.monotonic` until which the latest decision is being sent."""

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count a decision as in flight within this context, and for as long as sending takes after it."""
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

    def pending(self) -> bool:
        """Return whether a move is being written or sent."""
        return not self._none.is_set() or time.monotonic() < self._sent_at

    def wait_until_none(self, longest: float) -> float:
        """Wait until no move is in flight, at most `longest` seconds; return those it took."""
        began = time.monotonic()
        self._none.wait(longest)
        time.sleep(max(0.0, min(self._sent_at, began + longest) - time.monotonic()))
        return time.monotonic() - began


moves_in_flight: Final = MovesInFlight()
"""The decisions of this process that are in flight."""


class YieldToMoves:
    """The priority of moves over one request, which waits at its queries and within its templates.

    Nothing waits within a transaction, as its locks would hold up the very moves it waits for.
    """

    def __init__(self, moves: MovesInFlight = moves_in_flight) -> None:
        self._moves = moves
        self._left = REQUEST_WAIT
        """Seconds that this request may still wait."""

    @contextmanager
    def within(self) -> Iterator[None]:
        """Let moves go first in this context: at its begin, before queries, and at `yield_to_moves`."""
        token = _yielding.set(self)
        try:
            with ExitStack() as stack:
                for connection in connections.all():
                    stack.enter_context(connection.execute_wrapper(self._before_query))
                self.pause()
                yield
        finally:
            _yielding.reset(token)

    def pause(self) -> None:
        """Wait for the moves in flight, unless there is a transaction or this has waited enough."""
        if self._left > 0 and self._moves.pending() and not _in_transaction():
            self._left -= self._moves.wait_until_none(min(self._left, ONE_WAIT))

    def _before_query(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        """Run a query after the moves in flight."""
        self.pause()
        return execute(sql, params, many, context)


def _in_transaction() -> bool:
    """Return whether a connection of this thread is within a transaction."""
    return any(one.in_atomic_block for one in connections.all(initialized_only=True))


_yielding: ContextVar[YieldToMoves | None] = ContextVar("yielding", default=None)
"""The priority of the request that is answered in this context; None: no request yields here."""


def yield_to_moves() -> None:
    """Let moves go first where a request is answered that yields to them; do nothing elsewhere."""
    yielding = _yielding.get()
    if yielding is not None:
        yielding.pause()
