"""The calendar of a season: ten weeks from Monday to Sunday in the league's time zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.leagues.rules.fixtures import ROUNDS

CATCH_UP_WEEK: Final = ROUNDS + 1
"""Number of the week in which matches are played that were not in their own."""
PLAY_OFFS: Final = CATCH_UP_WEEK + 1
"""Number of the first of the weeks of the play-offs; it is also the number of their round."""
SEASON_WEEKS: Final = ROUNDS + 3
"""Weeks of a season: its rounds, one to catch up, two of play-offs."""
THURSDAY: Final = 3
DEFAULT_WEEKDAY: Final = THURSDAY
"""Day of the default slot, from 0 for Monday."""
DEFAULT_TIME: Final = time(21, 0)
CHECK_IN_BEFORE: Final = timedelta(minutes=15)
"""Time before a match from which its players can say that they are there."""
CLAIM_AFTER: Final = timedelta(minutes=20)
"""Time after which a side that is there alone can claim the win."""
RETURN_AFTER_OUTAGE: Final = timedelta(minutes=20)
"""Time that people have to come back after an outage, before anybody can claim a win."""


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which a match is played: from `starts_at` to before `ends_at`."""

    starts_at: datetime
    ends_at: datetime

    def __contains__(self, moment: datetime) -> bool:
        """Return True if a moment lies in the window."""
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
    """Return the time window of round `number` (from 1): a week, for play-offs two weeks."""
    weeks = SEASON_WEEKS - CATCH_UP_WEEK if number == PLAY_OFFS else 1
    first = week_of(starts_on, number)
    return Window(local(zone, first), local(zone, first + timedelta(weeks=weeks)))


def closes_at(zone: str, starts_on: date, number: int) -> datetime:
    """Return when a round's matches close: at the end of the week to catch up."""
    last = max(number, CATCH_UP_WEEK)
    return round_window(zone, starts_on, last).ends_at


def default_slot(
    zone: str, starts_on: date, number: int, *, weekday: int, at: time
) -> tuple[datetime, datetime]:
    """Return (default time of a match whose sides agree on none, start of that day).

    `weekday` is 0 for Monday. The default is settled when its day begins. The play-offs have theirs
    in their first week.
    """
    day = week_of(starts_on, number) + timedelta(days=weekday)
    return local(zone, day, at), local(zone, day)


def may_be_played(zone: str, starts_on: date, number: int, moment: datetime) -> bool:
    """Return True if a round's match may be played at a time: in its week or that to catch up."""
    if moment in round_window(zone, starts_on, number):
        return True
    return number < CATCH_UP_WEEK and moment in round_window(zone, starts_on, CATCH_UP_WEEK)


def next_monday(day: date) -> date:
    """Return the first Monday after a day.

    >>> next_monday(date(2026, 11, 23)).isoformat()
    '2026-11-30'
    """
    return day + timedelta(days=7 - day.weekday())


def time_lost(
    since: datetime, until: datetime, outages: Iterable[tuple[datetime, datetime]]
) -> timedelta:
    """Return how long the site was down between two times; `outages` are (began, ended).

    What is lost is added to `until`, so that outages in the added time count too.
    """
    lost = timedelta()
    for began, ended in sorted(outages):
        if began < until + lost and ended > since:
            lost += ended - max(began, since)
    return lost


def claimable_from(at: datetime, outages: Iterable[tuple[datetime, datetime]]) -> datetime:
    """Return the time from which a side that came can claim the win from an absent one.

    After an outage since the check-in opened, the absent have RETURN_AFTER_OUTAGE to come back.
    """
    moment = at + CLAIM_AFTER
    for began, ended in sorted(outages):
        if began < moment and ended > at - CHECK_IN_BEFORE:
            moment = max(moment, ended + RETURN_AFTER_OUTAGE)
    return moment
