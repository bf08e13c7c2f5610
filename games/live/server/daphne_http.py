"""Daphne's HTTP connections with a time limit for sending a request."""

from __future__ import annotations

from typing import Any

from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel

from games.live.core.settings import load
from games.live.server.request_deadline import RequestDeadline


class DeadlineChannel(HTTPChannel):
    """Twisted's channel of one connection; it aborts connections whose requests take too long.

    Twisted's own time limit starts anew at each byte.
    """

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Start the time for the first request."""
        super().connectionMade()  # type: ignore[no-untyped-call]
        options = load()
        self._deadline = RequestDeadline(
            self.forceAbortClient,
            headers_within=options.headers_within,
            body_within=options.body_within,
        )
        self._deadline.headers_begin()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Start the time for the next request with its first byte."""
        if not self._handlingRequest:
            self._deadline.headers_begin()
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Start the time for the body."""
        self._deadline.body_begins()
        super().allHeadersReceived()  # type: ignore[no-untyped-call]

    def allContentReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Stop the time, as the request is complete."""
        self._deadline.request_ends()
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """Start the time for a request whose beginning has come already."""
        if any(self._dataBuffer):
            self._deadline.headers_begin()
        super().requestDone(request)  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's name
        """Stop the time, as the connection is closed."""
        self._deadline.request_ends()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]
