"""Middleware that keeps pages with personal data out of every cache, the browser's included."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from brisca_site.base.middleware import after_answering

PRIVATE: Final = "private, no-store"


@after_answering
def keep_personal_pages_private(request: HttpRequest, response: HttpResponseBase) -> None:
    """Forbid caches to store responses to visitors with a session.

    Such a page shows the signed-in user, and often more: invitations, notes, keys, sessions. A
    response that is the same for everybody has a `Cache-Control` of its own, which stays.
    """
    name = settings.SESSION_COOKIE_NAME
    if name in request.COOKIES or name in response.cookies:
        response.headers.setdefault("Cache-Control", PRIVATE)
