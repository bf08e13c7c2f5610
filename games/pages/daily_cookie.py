"""The signed cookie that stores a browser's state of today's deal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final, Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from brisca_site.base.cookies import host_cookie
from games.selectors.daily import ends_at

COOKIE_NAME: Final = "daily"
FIELD_SEPARATOR: Final = "|"


@dataclass(frozen=True, slots=True)
class BrowserDay:
    """A browser's state of today's deal, from a cookie: whether played, and when first seen.

    The cookie belongs to the browser, whoever is signed in, and expires with the day.
    """

    day: date
    played: bool = False
    looked_at: datetime | None = None

    @classmethod
    def read(cls, request: HttpRequest, day: date) -> Self:
        """Return the state of today's deal from the request's signed cookie; empty if forged."""
        cookie = request.get_signed_cookie(host_cookie(COOKIE_NAME), default="") or ""
        of_day, _, rest = cookie.partition(FIELD_SEPARATOR)
        if of_day != day.isoformat():
            return cls(day)
        if not rest:  # from when it was set by playing alone
            return cls(day, played=True)
        played, _, looked = rest.partition(FIELD_SEPARATOR)
        looked_at = datetime.fromtimestamp(float(looked), UTC) if looked else None
        return cls(day, played == "1", looked_at)

    def write(self, response: HttpResponse) -> None:
        """Set the cookie with this state of today's deal in a response; it expires at midnight."""
        looked = "" if self.looked_at is None else repr(self.looked_at.timestamp())
        response.set_signed_cookie(
            host_cookie(COOKIE_NAME),
            FIELD_SEPARATOR.join((self.day.isoformat(), str(int(self.played)), looked)),
            expires=ends_at(self.day),
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
