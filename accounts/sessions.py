"""The session engine: sessions end after SESSION_COOKIE_AGE unused, or SESSION_MAX_AGE in all.

The end of a session is in its row (`expire_date`), so that pages as well as sockets obey it. The
end of a session in use moves at most once in REFRESH_INTERVAL_S, so that requests do not write to
the database each time.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

SIGNED_IN_AT: Final = "signed_in_at"
"""Session key of the time of the sign-in, in seconds since the epoch."""
REFRESH_INTERVAL_S: Final = 24 * 60 * 60
"""Minimum seconds between two moves of a session's end."""


@receiver(user_logged_in, dispatch_uid="accounts.sessions.record_sign_in")
def record_sign_in(request: HttpRequest, **_kwargs: Any) -> None:
    """Store the time of the sign-in in the session, whose maximum age counts from then."""
    request.session[SIGNED_IN_AT] = int(time.time())


class SessionStore(db.SessionStore):
    """Session store in the database that limits both idle time and age of a session."""

    def load(self) -> dict[str, Any]:
        """Return the data of the session; empty if the session is over."""
        row = self.model.objects.filter(**self._unexpired()).first()
        if row is not None:
            if (data := self._from_row(row)) is not None:
                return data
            row.delete()
        return super().load()  # which finds no row, and forgets the session's key

    async def aload(self) -> dict[str, Any]:
        """Return the data of the session; empty if the session is over."""
        row = await self.model.objects.filter(**self._unexpired()).afirst()
        if row is not None:
            if (data := self._from_row(row)) is not None:
                return data
            await row.adelete()
        return await super().aload()  # as above

    def _unexpired(self) -> dict[str, Any]:
        """Return the query conditions of the session's row, which hold until the session ends."""
        return {"session_key": self.session_key, "expire_date__gt": timezone.now()}

    def _from_row(self, row: AbstractBaseSession) -> dict[str, Any] | None:
        """Return the data of a session's row; None if the session is over."""
        data: dict[str, Any] = self.decode(row.session_data)
        end = row.expire_date.timestamp()
        if SESSION_KEY in data:
            # Sessions from before this engine say nothing; they were saved for their whole age.
            data.setdefault(SIGNED_IN_AT, min(int(time.time()), int(end) - _max_age()))
        left = _seconds_left(data.get(SIGNED_IN_AT))
        if left <= 0:
            return None
        if abs(end - time.time() - left) > REFRESH_INTERVAL_S:
            self.modified = True
        return data

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds after which the session ends without further use."""
        left = _seconds_left(self.get(SIGNED_IN_AT))
        return min(super().get_expiry_age(**kwargs), left)

    async def aget_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds after which the session ends without further use."""
        left = _seconds_left(await self.aget(SIGNED_IN_AT))
        return min(await super().aget_expiry_age(**kwargs), left)

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return the time at which the session ends without further use."""
        left = _seconds_left(self.get(SIGNED_IN_AT))
        return min(super().get_expiry_date(**kwargs), timezone.now() + timedelta(seconds=left))

    async def aget_expiry_date(self, **kwargs: Any) -> datetime:
        """Return the time at which the session ends without further use."""
        left = _seconds_left(await self.aget(SIGNED_IN_AT))
        end = timezone.now() + timedelta(seconds=left)
        return min(await super().aget_expiry_date(**kwargs), end)


def _max_age() -> int:
    """Return the maximum age of a session in seconds."""
    return int(settings.SESSION_MAX_AGE)


def _seconds_left(signed_in_at: int | None) -> int:
    """Return the seconds for which a session may last if it is used now.

    `signed_in_at` is the time of the sign-in in seconds since the epoch; None without a sign-in.
    """
    idle = int(settings.SESSION_COOKIE_AGE)
    if signed_in_at is None:
        return idle
    return min(idle, int(signed_in_at) + _max_age() - int(time.time()))
