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
from games.services.notification_signal import announce

COALESCE_TIME: Final = timedelta(seconds=3)
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
    """Row id of the player who caused the notification; None if nobody did."""
    expires_at: datetime | None = None
    push: bool = True
    """Whether the notification is pushed to recipients who want that."""


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
    """Return the unsaved notification of one player, with where and when it is to be sent."""
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
    """Return a query of the people among `players` who have not blocked `actor`, with settings."""
    pushes = PushSubscription.objects.filter(user=OuterRef("user"))
    addresses = EmailAddress.objects.filter(user=OuterRef("user"), primary=True, verified=True)
    people = Player.objects.filter(pk__in=players, bot="", user__isnull=False)
    if actor is not None:
        people = people.exclude(pk=actor).exclude(
            Exists(Block.objects.filter(blocker=OuterRef("pk"), blocked=actor))
        )
    return people.select_related("notification_settings").annotate(
        has_push=Exists(pushes), has_mail=Exists(addresses) if has_mail() else Value(value=False)
    )


def has_mail() -> bool:
    """Return whether this site is set up to send mail."""
    return bool(settings.EMAIL_URL)


def settings_of(player: Player) -> NotificationSettings:
    """Return a player's notification settings; unsaved defaults where none are stored."""
    try:
        return player.notification_settings
    except NotificationSettings.DoesNotExist:
        return NotificationSettings(player=player)


def zone_of(own: NotificationSettings) -> ZoneInfo:
    """Return the time zone of a player's notification settings, by default the site's."""
    return notifying.zone_named(own.time_zone, settings.NOTIFICATION_TIME_ZONE)


def push_time(kind: str, own: NotificationSettings, now: datetime) -> datetime:
    """Return when to send a push message made `now` of this kind, given a player's settings."""
    return notifying.push_at(kind, now + COALESCE_TIME, own.quiet_from, own.quiet_to, zone_of(own))


def mail_time(own: NotificationSettings, now: datetime) -> datetime:
    """Return the time of the next daily mail to a player with these notification settings."""
    return notifying.mail_at(now, own.mail_hour, zone_of(own), own.mail_sent_at)


def _schedule_mails(waiting: Sequence[NotificationSettings], now: datetime) -> None:
    """Set the time of the next daily mail for players who have none scheduled."""
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
