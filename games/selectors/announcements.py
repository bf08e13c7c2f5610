"""Reads of the announcements of operators."""

from __future__ import annotations

from datetime import datetime

from games.models import Announcement


def current_announcement(now: datetime) -> Announcement | None:
    """Return the announcement that is shown at a moment, the latest one; None if there is none."""
    shown = Announcement.objects.filter(starts_at__lte=now, ends_at__gt=now)
    return shown.order_by("-starts_at", "-pk").first()
