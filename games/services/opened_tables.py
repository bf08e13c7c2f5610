"""Notifications that somebody has opened a public table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from games.models import Follow, NotificationBatch, NotificationKind, Player, Table
from games.rules_text import preset_title
from games.services.notifications import notify_group

ANNOUNCEMENT_INTERVAL: Final = timedelta(hours=1)
"""Time within which a player's followers are notified of only one table."""
ANNOUNCEMENT_LASTS: Final = timedelta(minutes=30)
"""Time after which the notification of an opened table expires."""


def announce_table(*, table: Table, host: Player, now: datetime | None = None) -> None:
    """Notify the followers of a host of their new public table, at most once in ANNOUNCEMENT_INTERVAL."""
    now = now or timezone.now()
    if not _is_news(host, now):
        return
    notify_group(
        audience="followers",
        about=host.pk,
        kind=NotificationKind.TABLE_OPENED,
        text="table_opened",
        key=f"table:{table.public_id}",
        data={
            "actor": host.name,
            "game": table.name or preset_title(table.ruleset.preset),
            "table": table.public_id,
        },
        url=f"/t/{table.public_id}/",
        actor=host,
        expires_at=now + ANNOUNCEMENT_LASTS,
        now=now,
    )


def _is_news(host: Player, now: datetime) -> bool:
    """Return whether to announce a player's table: there are followers, not told of one lately."""
    kind = NotificationKind.TABLE_OPENED
    recent = NotificationBatch.objects.filter(
        actor=host, kind=kind, created_at__gt=now - ANNOUNCEMENT_INTERVAL
    )
    return Follow.objects.filter(followed=host).exists() and not recent.exists()
