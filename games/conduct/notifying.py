"""Rules about when and how people are told things: channels, quiet hours, and the hour of mails."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

PAGE: Final = "page"
PUSH: Final = "push"
MAIL: Final = "mail"
CHANNELS: Final = (PAGE, PUSH, MAIL)
"""Ways in which a person is told: on the pages, by a push message, by the daily mail."""
DEFAULTS: Final[Mapping[str, frozenset[str]]] = {
    "table_opened": frozenset({PAGE}),
    "invited": frozenset({PAGE, PUSH}),
    "match_waits": frozenset({PAGE, PUSH}),
    "round_begins": frozenset({PAGE, PUSH}),
    "team_proposed": frozenset({PAGE, PUSH, MAIL}),
    "followed": frozenset({PAGE}),
    "message": frozenset({PAGE, PUSH}),
    "club": frozenset({PAGE, PUSH, MAIL}),
    "club_news": frozenset({PAGE}),
    "league": frozenset({PAGE, PUSH, MAIL}),
    "rating": frozenset({PAGE}),
    "match_of_week": frozenset({PAGE}),
}
"""Channels of each kind where nothing else was chosen.

Mails, at most one a day, are for what waits days for an answer; the rest is over by then.
"""
AT_ANY_HOUR: Final = frozenset({"match_waits", "round_begins"})
"""Kinds that quiet hours do not hold back: the person plays right now, and others wait for them."""
MAIL_APART: Final = timedelta(hours=20)
"""Shortest time between two mails, where the hour was changed between them."""


def channels_of(kind: str, chosen: Mapping[str, Any]) -> frozenset[str]:
    """Return the channels ("page", "push", "mail") by which a kind of notification is sent.

    `chosen` maps a kind to the channels that the person chose; without an entry the default holds.

    >>> sorted(channels_of("invited", {})), sorted(channels_of("invited", {"invited": ["mail"]}))
    (['page', 'push'], ['mail'])
    """
    own = chosen.get(kind)
    if not isinstance(own, list):
        return DEFAULTS.get(kind, frozenset({PAGE}))
    return frozenset(channel for channel in CHANNELS if channel in own)


def zone_named(name: str, default: str = "UTC") -> ZoneInfo:
    """Return the time zone of this name; if it is unknown that named `default`, or else UTC."""
    for zone_name in (name, default):
        try:
            return ZoneInfo(zone_name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return ZoneInfo("UTC")


def is_zone(name: str) -> bool:
    """Return whether there is a time zone of this name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def next_at_hour(moment: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the first time after `moment` at which it is `hour` (0 to 23) o'clock in a time zone.

    >>> from datetime import UTC
    >>> next_at_hour(datetime(2026, 7, 1, 20, tzinfo=UTC), 18, ZoneInfo("Europe/Madrid")).isoformat()
    '2026-07-02T16:00:00+00:00'
    """
    local = moment.astimezone(zone).date()
    days = (local + timedelta(days=ahead) for ahead in range(3))
    moments = (datetime.combine(day, time(hour), zone).astimezone(ZoneInfo("UTC")) for day in days)
    return next(at for at in moments if at > moment)


def quiet_until(
    moment: datetime, quiet_from: int, quiet_to: int, zone: ZoneInfo
) -> datetime | None:
    """Return the end of the quiet hours (from and to 0-23 o'clock) of `moment`; None outside them.

    >>> from datetime import UTC
    >>> night = datetime(2026, 7, 1, 21, tzinfo=UTC)
    >>> quiet_until(night, 22, 8, ZoneInfo("Europe/Madrid")).isoformat()
    '2026-07-02T06:00:00+00:00'
    >>> quiet_until(night, 0, 8, ZoneInfo("Europe/Madrid")) is None
    True
    """
    end = moment
    while _is_quiet(end, quiet_from, quiet_to, zone):
        # where the clock skips the hour that ends them, they go on to that of the next day
        end = next_at_hour(end, quiet_to, zone)
    return None if end == moment else end


def _is_quiet(moment: datetime, quiet_from: int, quiet_to: int, zone: ZoneInfo) -> bool:
    """Return True if a moment is within a person's quiet hours."""
    into = (moment.astimezone(zone).hour - quiet_from) % 24
    return into < (quiet_to - quiet_from) % 24


def push_at(
    kind: str, moment: datetime, quiet_from: int, quiet_to: int, zone: ZoneInfo
) -> datetime:
    """Return the time at which a push message due at `moment` is sent: after quiet hours, if any."""
    if kind in AT_ANY_HOUR:
        return moment
    return quiet_until(moment, quiet_from, quiet_to, zone) or moment


def mail_at(moment: datetime, hour: int, zone: ZoneInfo, last: datetime | None) -> datetime:
    """Return the time of the next daily mail after `moment`: at `hour` o'clock (0 to 23).

    `last` is when the person last got a daily mail (None: never); two mails are at least MAIL_APART
    apart.
    """
    after = moment if last is None else max(moment, last + MAIL_APART)
    return next_at_hour(after, hour, zone)
