"""Django's ASGI handler with all middleware and the view of a request in one thread."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler

from games.live.core.move_priority import YieldToMoves

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

READING: Final = ("GET", "HEAD")
"""Methods whose requests let moves go first; others may be moves themselves."""


class OneThreadHandler(ASGIHandler):
    """ASGI handler that goes to a thread once for each request, and comes back with the response.

    Django runs middleware on the event loop as far as it can. Some of ours and of the libraries is
    synchronous, so a request changed twice from a thread to the loop and back, each time waiting for
    both, which took more processor time than a small page itself. Bodies of streamed responses are
    still read on the event loop.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in its synchronous form, whatever Django asks for."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request, which middleware and view make in the request's thread."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request; one that only reads lets moves go first."""
        with YieldToMoves().within() if request.method in READING else nullcontext():
            return super().get_response(request)


def http_application() -> OneThreadHandler:
    """Set Django up and return the application that answers HTTP."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
