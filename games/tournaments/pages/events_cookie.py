"""The signed cookie that stores which daily events were begun in a browser."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from brisca_site.base.cookies import host_cookie

COOKIE_NAME: Final = "events"
SEPARATOR: Final = "|"
MAX_EVENTS: Final = 30
"""Most events that a browser remembers; the latest ones."""
MAX_AGE: Final = timedelta(days=3)
"""Time for which a browser remembers an event, which lasts a day."""


def begun_events(request: HttpRequest) -> list[str]:
    """Return the public ids of daily events begun in this browser, from a signed cookie.

    The set is empty if the cookie is forged.
    """
    text = request.get_signed_cookie(host_cookie(COOKIE_NAME), default="") or ""
    return [event for event in text.split(SEPARATOR) if event]


def remember_event(request: HttpRequest, response: HttpResponse, event: str) -> None:
    """Add a daily event (public id) to the response's cookie of events begun in the browser."""
    events = [*(begun for begun in begun_events(request) if begun != event), event]
    response.set_signed_cookie(
        host_cookie(COOKIE_NAME),
        SEPARATOR.join(events[-MAX_EVENTS:]),
        max_age=MAX_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
