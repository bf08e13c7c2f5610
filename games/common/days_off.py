"""Days off of a streak: a few missed days of each month do not end it. Plain Python."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, NamedTuple

DAYS_OFF: Final = 2
"""Number of missed days of a calendar month that do not end a streak."""


class DaysOff(NamedTuple):
    """Days off that a streak has used in its latest month; no month: none yet."""

    month: date | None = None
    """First day of the month."""
    used: int = 0

    def in_month(self, day: date) -> int:
        """Return the number of days off used in the month of a date.

        >>> DaysOff(date(2026, 6, 1), 2).in_month(date(2026, 7, 1))
        0
        """
        return self.used if self.month == day.replace(day=1) else 0

    def left(self, day: date) -> int:
        """Return the number of days off left in the month of a date."""
        return DAYS_OFF - self.in_month(day)


def after_missed(off: DaysOff, last: date, day: date) -> DaysOff | None:
    """Return the days off once the days between two played days are missed; None: too many are.

    >>> after_missed(DaysOff(), date(2026, 6, 1), date(2026, 6, 4))
    DaysOff(month=datetime.date(2026, 6, 1), used=2)
    >>> after_missed(DaysOff(), date(2026, 6, 1), date(2026, 6, 5)) is None
    True
    """
    missed = last + timedelta(days=1)
    while missed < day:
        if not off.left(missed):
            return None
        off = DaysOff(missed.replace(day=1), off.in_month(missed) + 1)
        missed += timedelta(days=1)
    return off
