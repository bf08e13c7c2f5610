"""A person's settings of notifications."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import NotificationError
from games.conduct import notifying
from games.models import NotificationKind, NotificationSettings, Player
from games.services.notification_mail import reschedule_mail
from games.services.teams import lock_players

HOURS: Final = range(24)


@transaction.atomic
def change_settings(
    *,
    player: Player,
    channels: Mapping[str, Iterable[str]],
    quiet_from: int,
    quiet_to: int,
    mail_hour: int,
    time_zone: str = "",
    mail_on: bool = True,
    now: datetime | None = None,
) -> NotificationSettings:
    """Store a player's notification settings: kind -> channels, hours (local time), time zone.

    Kinds that are not named keep their defaults. Locks the player's row.

    Raises:
        NotificationError: `bad_kind`, `bad_channel`, `bad_hour` or `bad_zone`.
    """
    _require_known(channels, (quiet_from, quiet_to, mail_hour), time_zone)
    lock_players([player.pk])
    own = NotificationSettings.objects.filter(player=player).first()
    own = own or NotificationSettings(player=player)
    own.channels = _changed(channels)
    own.quiet_from, own.quiet_to, own.mail_hour = quiet_from, quiet_to, mail_hour
    own.time_zone, own.mail_on = time_zone, mail_on
    reschedule_mail(own, now or timezone.now())
    own.save()
    return own


def _require_known(
    channels: Mapping[str, Iterable[str]], hours: Iterable[int], time_zone: str
) -> None:
    """Refuse notification settings with unknown kinds, channels, hours or time zones.

    Raises:
        NotificationError: as `change_settings`.
    """
    if not set(channels) <= set(NotificationKind.values):
        raise NotificationError("bad_kind")
    if any(not set(chosen) <= set(notifying.CHANNELS) for chosen in channels.values()):
        raise NotificationError("bad_channel")
    if any(hour not in HOURS for hour in hours):
        raise NotificationError("bad_hour")
    if len(time_zone) > 64 or (time_zone and not notifying.is_zone(time_zone)):
        raise NotificationError("bad_zone")


def _changed(channels: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return kind -> channels of those choices that differ from the defaults, as stored."""
    chosen = {kind: set(own) for kind, own in channels.items()}
    return {
        kind: [channel for channel in notifying.CHANNELS if channel in own]
        for kind, own in chosen.items()
        if own != notifying.DEFAULTS[kind]
    }
