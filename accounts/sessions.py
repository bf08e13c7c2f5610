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
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from brisca_site.prepared_queries import prepared

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
        row = self._get_session_from_db()
        return self._from_row(row) if row else {}

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """Return the row of the session; None, and forget its key, if it is over."""
        row = _live_sessions.first(self.session_key or "", timezone.now())
        if row is None:
            self._session_key = None
        return row

    async def aload(self) -> dict[str, Any]:
        """Return the data of the session; empty if the session is over."""
        row = await self._aget_session_from_db()  # type: ignore[attr-defined]  # not in the stubs
        return self._from_row(row) if row else {}

    def _from_row(self, row: AbstractBaseSession) -> dict[str, Any]:
        """Return the data of a session's row; empty if the session is over."""
        data: dict[str, Any] = self.decode(row.session_data)
        end = row.expire_date.timestamp()
        if SESSION_KEY in data:
            # Sessions from before this engine say nothing; they were saved for their whole age.
            data.setdefault(SIGNED_IN_AT, min(int(time.time()), int(end) - _max_age()))
        left = _seconds_left(data)
        if left <= 0:
            self._session_key = None
            return {}
        if abs(end - time.time() - left) > REFRESH_INTERVAL_S:
            self.modified = True
        return data

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds after which the session ends without further use."""
        left = _seconds_left(self._session)  # type: ignore[attr-defined]  # not in the stubs
        return min(super().get_expiry_age(**kwargs), left)

    async def aget_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds after which the session ends without further use."""
        left = _seconds_left(await self._aget_session())  # type: ignore[attr-defined]  # as above
        return min(await super().aget_expiry_age(**kwargs), left)

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return the time at which the session ends without further use."""
        left = _seconds_left(self._session)  # type: ignore[attr-defined]  # not in the stubs
        return min(super().get_expiry_date(**kwargs), timezone.now() + timedelta(seconds=left))

    async def aget_expiry_date(self, **kwargs: Any) -> datetime:
        """Return the time at which the session ends without further use."""
        left = _seconds_left(await self._aget_session())  # type: ignore[attr-defined]  # as above
        end = timezone.now() + timedelta(seconds=left)
        return min(await super().aget_expiry_date(**kwargs), end)


@prepared
def _live_sessions(key: str, now: datetime) -> QuerySet[AbstractBaseSession]:
    """Return the session of this key, unless it is over."""
    rows: QuerySet[AbstractBaseSession] = SessionStore.get_model_class().objects.all()
    return rows.filter(session_key=key, expire_date__gt=now)


def _max_age() -> int:
    """Return the maximum age of a session in seconds."""
    return int(settings.SESSION_MAX_AGE)


def _seconds_left(data: dict[str, Any]) -> int:
    """Return the seconds for which a session with this data may last if it is used now."""
    idle = int(settings.SESSION_COOKIE_AGE)
    if SIGNED_IN_AT not in data:
        return idle
    return min(idle, int(data[SIGNED_IN_AT]) + _max_age() - int(time.time()))
