"""Delivery of notifications to players: who is told, where, and when it is pushed or mailed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet, Value

from accounts.models import PushSubscription
from games.conduct import notifying
from games.models import Block, Notification, NotificationSettings, Player
from games.services.notified import announce

COALESCE: Final = timedelta(seconds=3)
"""Time that a push message waits, so that what happens together is told together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Text and target of a notification; the fields are the arguments of `notify`."""

    kind: str
    text: str
    key: str
    data: dict[str, Any] = field(default_factory=dict)
    url: str = ""
    actor: int | None = None
    """Row id of the player who caused it."""
    expires_at: datetime | None = None
    push: bool = True
    """Whether it is pushed to those who want that."""


def deliver(recipients: Iterable[int], what: Content, now: datetime) -> None:
    """Store a notification of each of these players (row ids) who wants it, in an open transaction.

    Bots and deleted accounts are told nothing, nor anybody by a player whom they have blocked.
    Whoever has a notification with this key is told no second time.
    """
    rows, mailed = [], []
    for player in _reachable(set(recipients), what.actor):
        own = settings_of(player)
        channels = notifying.channels_of(what.kind, own.channels)
        row = _row(player, own, channels, what, now)
        if row.mailed:
            mailed.append(own)
        if row.shown or row.mailed or row.push_at is not None:
            rows.append(row)
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    _schedule_mails(mailed, now)
    announce([row.recipient_id for row in rows if row.shown])


def _row(
    player: Player,
    own: NotificationSettings,
    channels: frozenset[str],
    what: Content,
    now: datetime,
) -> Notification:
    """Return the notification of one player, not stored yet."""
    shown = notifying.PAGE in channels
    pushes = what.push and notifying.PUSH in channels and getattr(player, "has_push", False)
    mails = notifying.MAIL in channels and own.mail_on and getattr(player, "has_mail", False)
    return Notification(
        recipient_id=player.pk,
        kind=what.kind,
        text=what.text,
        key=what.key,
        data=what.data,
        url=what.url,
        actor_id=what.actor,
        created_at=now,
        expires_at=what.expires_at,
        shown=shown,
        read_at=None if shown else now,
        push_at=push_time(what.kind, own, now) if pushes else None,
        mailed=mails,
    )


def _reachable(players: set[int], actor: int | None) -> QuerySet[Player]:
    """Return the people among these players who have not blocked `actor`, with their settings."""
    pushes = PushSubscription.objects.filter(user=OuterRef("user"))
    addresses = EmailAddress.objects.filter(user=OuterRef("user"), primary=True, verified=True)
    found = Player.objects.filter(pk__in=players, bot="", user__isnull=False)
    if actor is not None:
        found = found.exclude(pk=actor).exclude(
            Exists(Block.objects.filter(blocker=OuterRef("pk"), blocked=actor))
        )
    return found.select_related("notification_settings").annotate(
        has_push=Exists(pushes), has_mail=Exists(addresses) if has_mail() else Value(value=False)
    )


def has_mail() -> bool:
    """Return whether this site sends mail."""
    return bool(settings.EMAIL_URL)


def settings_of(player: Player) -> NotificationSettings:
    """Return a player's settings of notifications; unsaved defaults where none are stored."""
    try:
        return player.notification_settings
    except NotificationSettings.DoesNotExist:
        return NotificationSettings(player=player)


def zone_of(own: NotificationSettings) -> ZoneInfo:
    """Return the time zone of these settings, or the site's where the player has chosen none."""
    return notifying.zone_named(own.time_zone, settings.NOTIFICATION_TIME_ZONE)


def push_time(kind: str, own: NotificationSettings, now: datetime) -> datetime:
    """Return when a push message of this kind, made `now`, goes out with these settings."""
    return notifying.push_at(kind, now + COALESCE, own.quiet_from, own.quiet_to, zone_of(own))


def mail_time(own: NotificationSettings, now: datetime) -> datetime:
    """Return when the next daily mail goes out to a player with these settings."""
    return notifying.mail_at(now, own.mail_hour, zone_of(own), own.mail_sent_at)


def _schedule_mails(waiting: Sequence[NotificationSettings], now: datetime) -> None:
    """Make the next mail due of those of whom none is due yet."""
    idle = [own for own in waiting if own.mail_at is None]
    for own in idle:
        own.mail_at = mail_time(own, now)
    if idle:
        NotificationSettings.objects.bulk_create(
            idle,
            update_conflicts=True,
            unique_fields=["player"],
            update_fields=["mail_at"],
        )
