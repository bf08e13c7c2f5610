"""Moments at which a league match goes on by itself."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.leagues.models import LeagueFixture
from games.leagues.models.matches import FixtureState
from games.leagues.rules.season_dates import CATCH_UP_WEEK, PLAY_OFFS, default_slot
from games.leagues.selectors.state import closes_at

REMINDERS: Final = (timedelta(hours=24), timedelta(hours=1))
"""Times before a match at which its players are reminded, the earliest first."""
REMINDER_TEXTS: Final = ("league_tomorrow", "league_soon")
MAX_LATE_WEEKS: Final = 8
"""Weeks in which play-offs have a default, should they begin late."""


def default_of(fixture: LeagueFixture, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the next default time of a league match whose sides agree on none, or None.

    It is a pair: the time of play, and the time from which that default is fixed.
    The first default is in its own week, the next one in the week to catch up, or in a later week
    of the play-offs. The season and league come with the row, which need not be saved.
    """
    season, league = fixture.season, fixture.season.league
    for week in _weeks(fixture.round):
        at, settled = default_slot(
            league.time_zone,
            season.starts_on,
            week,
            weekday=league.default_weekday,
            at=league.default_time,
        )
        if now < at < closes_at(fixture):
            return at, settled
    return None


def _weeks(number: int) -> Iterable[int]:
    """Return the weeks of a season in which a match of a round has a default time."""
    if number >= PLAY_OFFS:
        return range(PLAY_OFFS, PLAY_OFFS + MAX_LATE_WEEKS)
    return (number, CATCH_UP_WEEK)


def next_step(fixture: LeagueFixture, now: datetime) -> datetime:
    """Return the next step's time of an undecided match: default time, reminder, or last moment.

    The row need not be saved; its season and league come with it.
    """
    ends = closes_at(fixture)
    if fixture.state == FixtureState.OPEN:
        default = default_of(fixture, now)
        return min(default[1], ends) if default else ends
    if fixture.agreed_at is None or fixture.reminded >= len(REMINDERS):
        return ends
    return min(fixture.agreed_at - REMINDERS[fixture.reminded], ends)
