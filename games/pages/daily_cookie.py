"""The signed cookie that stores a browser's state of today's deal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final, Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.selectors.daily import ends_at

NAME: Final = "daily"
SEPARATOR: Final = "|"


@dataclass(frozen=True, slots=True)
class BrowserDay:
    """Content of a browser's cookie on a daily deal: whether played, and when first seen.

    The cookie belongs to the browser, whoever is signed in, and expires with the day.
    """

    day: date
    played: bool = False
    looked_at: datetime | None = None

    @classmethod
    def read(cls, request: HttpRequest, day: date) -> Self:
        """Return what the request's signed cookie says about this day; nothing if it is forged."""
        kept = request.get_signed_cookie(_name(), default="") or ""
        of_day, _, rest = kept.partition(SEPARATOR)
        if of_day != day.isoformat():
            return cls(day)
        if not rest:  # from when it was set by playing alone
            return cls(day, played=True)
        played, _, looked = rest.partition(SEPARATOR)
        looked_at = datetime.fromtimestamp(float(looked), UTC) if looked else None
        return cls(day, played == "1", looked_at)

    def write(self, response: HttpResponse) -> None:
        """Set the cookie in a response; it expires at the end of the day."""
        looked = "" if self.looked_at is None else repr(self.looked_at.timestamp())
        response.set_signed_cookie(
            _name(),
            SEPARATOR.join((self.day.isoformat(), str(int(self.played)), looked)),
            expires=ends_at(self.day),
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def _name() -> str:
    """Return the cookie's name; over HTTPS its prefix keeps other hosts from setting the cookie."""
    return f"__Host-{NAME}" if settings.HTTPS else NAME
