"""The month of deals of the day as squares: a day each, darker for more points."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.selectors.daily_month import MonthResult

SHADES: Final = (45, 61, 80)
"""Points from which a square has the second, third and fourth shade."""
WEEK_LENGTH: Final = 7


class DaySquare(NamedTuple):
    """A day of a month."""

    number: int
    day: date
    kind: str
    """CSS class: `shade-1` to `shade-4` if it was played, `off`, `coming`, or "" before the first."""
    label: str
    """Text for screen readers."""
    played: bool
    is_today: bool
    among_first: bool


class Month(NamedTuple):
    """A player's month, for `games/_daily_month.html`."""

    title: str
    label: str
    weekdays: list[str]
    """Weekdays in short, from the first of a week in the reader's language."""
    blanks: range
    """Squares before the first of the month."""
    days: list[DaySquare]
    played: int
    earlier: date | None
    """First day of the month before, if the player has results of that time."""
    later: date | None


def month_of(
    month: date, results: Mapping[date, MonthResult], *, today: date, first: date | None
) -> Month:
    """Return the squares of the month of a date.

    `results` maps the played days of the month to their results; `first` is the day of the player's
    first result ever, before which no day counts as a day off.
    """
    start = month.replace(day=1)
    length = calendar.monthrange(start.year, start.month)[1]
    days = [start + timedelta(days=number) for number in range(length)]
    first_weekday = (int(get_format("FIRST_DAY_OF_WEEK")) - 1) % WEEK_LENGTH
    later = start + timedelta(days=length)
    return Month(
        month_title(start, today),
        _label(start, len(results)),
        [_weekday((first_weekday + at) % WEEK_LENGTH) for at in range(WEEK_LENGTH)],
        range((start.weekday() - first_weekday) % WEEK_LENGTH),
        [_square(day, results.get(day), today, first) for day in days],
        len(results),
        start - timedelta(days=1) if first is not None and first < start else None,
        later if later <= today else None,
    )


def month_title(month: date, today: date) -> str:
    """Return the name of a month, with the year if it is another."""
    if month.year == today.year:
        return date_format(month, pgettext("a month of this year", "F")).capitalize()
    return date_format(month, pgettext("a month of another year", "F Y")).capitalize()


def _weekday(weekday: int) -> str:
    """Return a weekday (0: Monday) in short, as the reader's language has it."""
    return str(WEEKDAYS_ABBR[weekday]).rstrip(".").capitalize()


def _label(month: date, played: int) -> str:
    """Return the sentence that describes a month."""
    words = ngettext("%(month)s: %(n)s deal played", "%(month)s: %(n)s deals played", played)
    return words % {"month": date_format(month, "YEAR_MONTH_FORMAT"), "n": played}


def _square(day: date, result: MonthResult | None, today: date, first: date | None) -> DaySquare:
    """Return the square of a day, from the player's result on it."""
    if result is not None:
        kind = f"shade-{1 + sum(result.points >= least for least in SHADES)}"
    elif day >= today:
        kind = "coming" if day > today else ""
    else:
        kind = "off" if first is not None and day > first else ""
    return DaySquare(
        day.day,
        day,
        kind,
        _day_words(day, result, kind),
        result is not None,
        day == today,
        result is not None and result.among_first,
    )


def _day_words(day: date, result: MonthResult | None, kind: str) -> str:
    """Return a day of the month and the player's result on it, in words."""
    words = [date_format(day, "MONTH_DAY_FORMAT")]
    if result is not None:
        words.append(ngettext("%(n)s point", "%(n)s points", result.points) % {"n": result.points})
        if result.among_first:
            words.append(_("among the first ten"))
    elif kind == "off":
        words.append(_("day off"))
    return ", ".join(words)
