"""The calendar of a season: ten weeks from Monday to Sunday in the league's time zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.leagues.fixtures import ROUNDS

CATCH_UP: Final = ROUNDS + 1
"""Number of the week in which matches are played that were not in their own."""
PLAY_OFFS: Final = CATCH_UP + 1
"""Number of the first of the weeks of the play-offs; it is also the number of their round."""
WEEKS: Final = ROUNDS + 3
"""Weeks of a season: its rounds, one to catch up, two of play-offs."""
THURSDAY: Final = 3
DEFAULT_WEEKDAY: Final = THURSDAY
"""Day of the default slot, from 0 for Monday."""
DEFAULT_TIME: Final = time(21, 0)
CHECK_IN: Final = timedelta(minutes=15)
"""Time before a match from which its players can say that they are there."""
CLAIM_AFTER: Final = timedelta(minutes=20)
"""Time after which a side that is there alone can claim the win."""
BACK_WITHIN: Final = timedelta(minutes=20)
"""Time that people have to come back after an outage, before anybody can claim a win."""


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which a match is played: from `starts_at` up to and without `ends_at`."""

    starts_at: datetime
    ends_at: datetime

    def __contains__(self, moment: datetime) -> bool:
        """Return whether a moment lies in the window."""
        return self.starts_at <= moment < self.ends_at


def local(zone: str, day: date, at: time = time(0, 0)) -> datetime:
    """Return the moment (UTC) of a local day and time; one that the clock skips is after the change.

    >>> local("Europe/Madrid", date(2026, 11, 26), time(21, 0)).isoformat()
    '2026-11-26T20:00:00+00:00'
    """
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def week_of(starts_on: date, week: int) -> date:
    """Return the Monday of a week (from 1) of a season that starts on a Monday.

    >>> week_of(date(2026, 11, 23), 2).isoformat()
    '2026-11-30'
    """
    return starts_on + timedelta(weeks=week - 1)


def round_window(zone: str, starts_on: date, number: int) -> Window:
    """Return the time in which round `number` (from 1) is played: a week, for play-offs two."""
    weeks = WEEKS - CATCH_UP if number == PLAY_OFFS else 1
    first = week_of(starts_on, number)
    return Window(local(zone, first), local(zone, first + timedelta(weeks=weeks)))


def closes_at(zone: str, starts_on: date, number: int) -> datetime:
    """Return the moment at which a match of a round closes: after the week to catch up."""
    last = max(number, CATCH_UP)
    return round_window(zone, starts_on, last).ends_at


def default_slot(
    zone: str, starts_on: date, number: int, *, weekday: int, at: time
) -> tuple[datetime, datetime]:
    """Return when a match is played if nobody agrees on a time, and when that day begins.

    `weekday` is 0 for Monday. When the day begins the default is settled. The play-offs have theirs
    in their first week.
    """
    day = week_of(starts_on, number) + timedelta(days=weekday)
    return local(zone, day, at), local(zone, day)


def may_be_played(zone: str, starts_on: date, number: int, moment: datetime) -> bool:
    """Return whether a match of a round can be agreed for a moment: its week, or that to catch up."""
    if moment in round_window(zone, starts_on, number):
        return True
    return number < CATCH_UP and moment in round_window(zone, starts_on, CATCH_UP)


def next_monday(day: date) -> date:
    """Return the first Monday after a day.

    >>> next_monday(date(2026, 11, 23)).isoformat()
    '2026-11-30'
    """
    return day + timedelta(days=7 - day.weekday())


def time_lost(
    since: datetime, until: datetime, outages: Iterable[tuple[datetime, datetime]]
) -> timedelta:
    """Return for how long the site was down between two moments; outages are (began, ended).

    What is lost is added to `until`, so that outages in the added time count too.
    """
    lost = timedelta()
    for began, ended in sorted(outages):
        if began < until + lost and ended > since:
            lost += ended - max(began, since)
    return lost


def claimable_from(at: datetime, outages: Iterable[tuple[datetime, datetime]]) -> datetime:
    """Return the moment from which the win of a match set for `at` can be claimed from the absent.

    After an outage since the check-in opened, the absent have BACK_WITHIN to come back.
    """
    moment = at + CLAIM_AFTER
    for began, ended in sorted(outages):
        if began < moment and ended > at - CHECK_IN:
            moment = max(moment, ended + BACK_WITHIN)
    return moment
