"""Django's ASGI handler with middleware and view of a request in one thread of a pool."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections

from games.live.core.move_priority import moves_in_flight

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

READING: Final = ("GET", "HEAD")
"""Methods whose requests let moves go first; others may be moves themselves."""
MAX_WAIT_S: Final = 0.02
"""Maximum seconds that a reading request waits for the moves in flight."""
THREADS: Final = 16
"""Maximum number of requests of a process that are answered at once; others wait for a thread."""
NICE: Final = 10
"""Nice value of the threads that answer requests, below the threads that handle moves."""


class PooledThreadHandler(ASGIHandler):
    """ASGI handler that answers each request in one thread of a pool.

    Django would run middleware on the event loop as far as it can, and start and end a thread for
    each request for the rest. Bodies of streamed responses are still read on the event loop.
    """

    def __init__(self) -> None:
        super().__init__()
        self._answer_in_thread = sync_to_async(
            self.get_response,
            thread_sensitive=False,
            executor=ThreadPoolExecutor(THREADS, "brisca-pages", initializer=_give_way),
        )

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in its synchronous form, whatever Django asks for."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request, made in a thread of the pool."""
        return await self._answer_in_thread(request)

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request; one that only reads lets moves in flight go first."""
        if request.method in READING:
            moves_in_flight.wait_until_none(MAX_WAIT_S)
        close_old_connections()  # of this thread: Django's signals of a request come in another one
        try:
            return super().get_response(request)
        finally:
            close_old_connections()


def _give_way() -> None:
    """Lower the priority of this thread, so that threads that handle moves run first.

    Only Linux has a priority for each thread; thread 0 means the caller.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))


def http_application() -> PooledThreadHandler:
    """Set Django up and return the ASGI application that answers HTTP."""
    django.setup(set_prefix=False)
    return PooledThreadHandler()
