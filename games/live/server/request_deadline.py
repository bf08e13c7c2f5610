"""Time limits for sending a request: connections of slow senders are aborted.

Servers count the time since the last byte. A client that sends one byte every ten seconds would
hold a connection for ever, and with it memory and a file descriptor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.live.core import metrics


class RequestDeadline:
    """Time limits of the requests of one connection.

    `headers_within` seconds may pass from the opening of the connection, or from the first byte of
    a later request, to the end of its headers; `body_within` seconds from there to the end of its
    body. After that `abort` is called, once.
    """

    __slots__ = ("_abort", "_body_within", "_headers_within", "_in_body", "_timer")

    def __init__(
        self, abort: Callable[[], None], *, headers_within: float, body_within: float
    ) -> None:
        self._abort = abort
        self._headers_within = headers_within
        self._body_within = body_within
        self._in_body = False
        self._timer: asyncio.TimerHandle | None = None

    def headers_begin(self) -> None:
        """Start the time limit for a request's headers, if none is running."""
        if self._timer is None:
            self._start(self._headers_within)

    def body_begins(self) -> None:
        """Start the time limit for a request's body, if it is not running already."""
        if not self._in_body:
            self.request_ends()
            self._in_body = True
            self._start(self._body_within)

    def request_ends(self) -> None:
        """Stop the time limit, as the request is complete or the connection is closed."""
        self._in_body = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expired)

    def _expired(self) -> None:
        self._timer = None
        metrics.SLOW_REQUESTS.inc()
        self._abort()
