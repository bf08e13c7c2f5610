"""Django's ASGI handler with all that a request takes in one step of one thread."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import closing, nullcontext
from typing import IO, TYPE_CHECKING, Any, Final, cast

import django
from asgiref.sync import sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.db import close_old_connections
from django.urls import set_script_prefix

from brisca_site.latest_thread_executor import LatestThreadExecutor
from games.live.core.move_priority import YieldToMoves

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    Scope = dict[str, Any]

READING: Final = ("GET", "HEAD")
"""Methods whose requests let moves go first; others may be moves themselves."""
THREADS: Final = 16
"""Most requests of a process that are answered at once; others wait for one of its threads."""
NICE: Final = 10
"""By how much these threads give way to others, as of `nice`."""


class OneThreadHandler(ASGIHandler):
    """ASGI handler that goes to a thread once for each request, and comes back with the response.

    Django runs middleware on the event loop as far as it can, and goes to a thread, which it starts
    and ends for each request, for signals, for what is synchronous, and to close the response. That
    took the event loop, on which moves are told, more time than the thread took to make a small
    page. Bodies of streamed responses are still read on the event loop.
    """

    def __init__(self) -> None:
        super().__init__()
        # `Any`, as the types of asgiref know executors of one class alone.
        threads: Any = LatestThreadExecutor(THREADS, "brisca-pages", _give_way)
        self._answer_in_thread = sync_to_async(
            self._answer, thread_sensitive=False, executor=threads
        )

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in its synchronous form, whatever Django asks for."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request; what Django does in steps on the loop and in threads is one step here."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            response = await self._answer_in_thread(scope, body)
            if response.streaming:
                await self._stream(response, receive, send)
            else:
                await self.send_response(response, send)

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the response to a request; one that is not streamed is closed, but still has its content."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response = (
            cast("HttpResponseBase", error) if request is None else self.get_response(request)
        )
        vars(response)["_handler_class"] = self.__class__  # the sender of `request_finished`
        if response.streaming:
            close_old_connections()  # of this thread, where the stream does not read
        else:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a streamed response until it ends or the client goes, and close it."""
        sending = asyncio.create_task(self.send_response(response, send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            sending.cancel()
            gone, sent = await asyncio.gather(leaving, sending, return_exceptions=True)
            await sync_to_async(response.close)()
        for error in (gone, sent):
            if isinstance(error, Exception) and not isinstance(error, RequestAborted):
                raise error

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request; one that only reads lets moves go first."""
        with YieldToMoves().within() if request.method in READING else nullcontext():
            return super().get_response(request)


def _give_way() -> None:
    """Lower the priority of this thread, so that those of moves run first where cores are short.

    Linux alone has a priority for each thread, of which 0 means this one.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))


def http_application() -> OneThreadHandler:
    """Set Django up and return the application that answers HTTP."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
