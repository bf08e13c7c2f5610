"""Notifications: told once to each recipient, and marked as read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils import timezone

from games.models import Notification, Player


def notify(
    *,
    recipients: Sequence[int],
    kind: str,
    text: str,
    key: str,
    data: Mapping[str, str | int] | None = None,
    url: str = "",
    actor: Player | None = None,
    expires_at: datetime | None = None,
    now: datetime | None = None,
) -> None:
    """Tell players (row ids) something; whoever was told of the same `key` is not told again.

    `kind` is a NotificationKind and `text` a key of `notification_texts.TEXTS`, whose placeholders
    `data` fills; `url` is a path of this site. Call it within the transaction of what it is about.
    """
    moment = now or timezone.now()
    Notification.objects.bulk_create(
        (
            Notification(
                recipient_id=recipient,
                kind=kind,
                text=text,
                key=key,
                data=dict(data or {}),
                url=url,
                actor=actor,
                created_at=moment,
                expires_at=expires_at,
            )
            for recipient in dict.fromkeys(recipients)
        ),
        ignore_conflicts=True,
    )
