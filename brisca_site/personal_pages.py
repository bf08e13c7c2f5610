"""Middleware that keeps pages with personal data out of every cache, the browser's included."""

from __future__ import annotations

from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from brisca_site.middleware import GetResponse

PRIVATE: Final = "private, no-store"


@sync_and_async_middleware
def keep_personal_pages_private(get_response: GetResponse) -> GetResponse:
    """Return middleware that forbids caches to store responses to visitors with a session.

    Such a page shows the signed-in user, and often more: invitations, notes, keys, sessions. A
    response that is the same for everybody has a `Cache-Control` of its own, which stays.
    """
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            return _marked(request, response)

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        return _marked(request, response)

    return answer


def _marked(request: HttpRequest, response: Any) -> HttpResponseBase:
    """Return the response, private where request or response has a session."""
    name = settings.SESSION_COOKIE_NAME
    if name in request.COOKIES or name in response.cookies:
        response.headers.setdefault("Cache-Control", PRIVATE)
    found: HttpResponseBase = response
    return found
