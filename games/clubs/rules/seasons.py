"""Seasons of clubs, and the points of their rankings.

A season is a quarter of a year. A match counts at a table of the club, for each of its members who
plays against another member: 10 points for a win, 5 for a draw, 2 for a lost match that was played
to its end. Against the same opponents only the first MAX_COUNTED_A_DAY matches of a day count, so
that two who play each other all day gain little.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

POINTS_WON: Final = 10
POINTS_DRAWN: Final = 5
POINTS_PLAYED: Final = 2
MAX_COUNTED_A_DAY: Final = 3
"""Matches against the same opponents on one day (UTC) that bring points."""


def season_of(day: date) -> int:
    """Return the number of the club season with this day in it: the quarters of years, counted.

    >>> season_of(date(2026, 11, 24)), season_of(date(2027, 1, 1))
    (8107, 8108)
    """
    return day.year * 4 + (day.month - 1) // 3


def season_at(moment: datetime) -> int:
    """Return the number of the club season (a quarter of a year, by UTC) with this time in it."""
    return season_of(moment.astimezone(UTC).date())


def quarter(season: int) -> tuple[int, int]:
    """Return the year and the quarter (1 to 4) of a club season.

    >>> quarter(8107)
    (2026, 4)
    """
    return season // 4, season % 4 + 1


def last_day(season: int) -> date:
    """Return the last day of a club season, by its number.

    >>> last_day(8107)
    datetime.date(2026, 12, 31)
    """
    year, number = quarter(season + 1)
    return date.fromordinal(date(year, 3 * number - 2, 1).toordinal() - 1)


def points_for(won: bool | None, before: int) -> int:
    """Return the season points of a club member for one match: won, drawn (None) or lost.

    `before` is the number of matches that day against the same opponents before this one.

    >>> points_for(True, 0), points_for(None, 2), points_for(False, 0), points_for(True, 3)
    (10, 5, 2, 0)
    """
    if before >= MAX_COUNTED_A_DAY:
        return 0
    return POINTS_DRAWN if won is None else POINTS_WON if won else POINTS_PLAYED
