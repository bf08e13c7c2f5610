"""What the tests of notifications share: people who are reached, and what they were told."""

from __future__ import annotations

from datetime import UTC, datetime

from accounts.models import PushSubscription
from games.models import Notification, Player
from games.services.notifications import notify

NOON = datetime(2026, 7, 1, 10, tzinfo=UTC)
"""Noon in Madrid."""
NIGHT = datetime(2026, 7, 1, 21, tzinfo=UTC)
"""Eleven in the evening there."""


def browser(player: Player, language: str = "en") -> PushSubscription:
    """A browser of a player that receives push messages."""
    number = PushSubscription.objects.count()
    return PushSubscription.objects.create(
        user=player.user,
        endpoint=f"https://fcm.googleapis.com/{player.name}/{number}",
        p256dh="x",
        auth="y",
        language=language,
    )


def tell(*players: Player, key: str = "one", now: datetime = NOON, **more) -> None:
    """Tell players that somebody follows them, or what `more` says."""
    asked = {"kind": "message", "text": "followed", "data": {"actor": "Leo"}, **more}
    notify(recipients=[one.pk for one in players], key=key, now=now, **asked)


def told(player: Player) -> list[str]:
    """The keys of what a player was told, the oldest first."""
    rows = Notification.objects.filter(recipient=player).order_by("pk")
    return list(rows.values_list("key", flat=True))
