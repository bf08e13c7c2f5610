"""The signed cookie that stores which daily events were begun in a browser."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE_NAME: Final = "events"
SEPARATOR: Final = "|"
MAX_EVENTS: Final = 30
"""Most events that a browser remembers; the latest ones."""
MAX_AGE: Final = timedelta(days=3)
"""Time for which it remembers; an event lasts a day."""


def begun_events(request: HttpRequest) -> list[str]:
    """Return the public ids of the events begun in the request's browser; none if it is forged."""
    text = request.get_signed_cookie(_name(), default="") or ""
    return [event for event in text.split(SEPARATOR) if event]


def remember_event(request: HttpRequest, response: HttpResponse, event: str) -> None:
    """Set the cookie in a response so that it has this event (public id) too."""
    events = [*(begun for begun in begun_events(request) if begun != event), event]
    response.set_signed_cookie(
        _name(),
        SEPARATOR.join(events[-MAX_EVENTS:]),
        max_age=MAX_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _name() -> str:
    """Return the cookie's name; over HTTPS its prefix keeps other hosts from setting the cookie."""
    return f"__Host-{COOKIE_NAME}" if settings.HTTPS else COOKIE_NAME
