"""Dates in words: "today, 21:50", "yesterday", "Thu 26", "26 Nov", "26 Nov 2024".

Days are in the site's time zone. `now` is a parameter, so that callers with several dates use the
same moment for all.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

NEAR_DAYS: Final = 6
"""Days before and after today that are named by their weekday, so that no name is ambiguous."""


def day_words(when: date | datetime, now: datetime | None = None) -> str:
    """Return a date in a word or two, relative to `now`; with the year if it is another.

    `now` is the present by default.

    >>> from datetime import UTC
    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     day_words(date(2026, 11, 26), datetime(2027, 1, 2, tzinfo=UTC))
    '26 Nov 2026'
    """
    day, today = _day_of(when), _day_of(now or timezone.now())
    away = (day - today).days
    if away == 0:
        return _("today")
    if away == -1:
        return _("yesterday")
    if away == 1:
        return _("tomorrow")
    if abs(away) <= NEAR_DAYS:
        # Translators: weekday and day of the month, as at docs.djangoproject.com, filter "date".
        return date_format(day, pgettext("a date of these days", "D j"))
    if day.year == today.year:
        # Translators: day and month; "b" is the month in small letters, "M" with a capital.
        return date_format(day, pgettext("a date of this year", "j M"))
    # Translators: day, month and year.
    return date_format(day, pgettext("a date of another year", "j M Y"))


def moment_words(when: datetime, now: datetime | None = None) -> str:
    """Return the day of a time in words, relative to `now`.

    The hour is left out of times before yesterday, but not of future times, for which people need
    it.
    """
    now = now or timezone.now()
    words = day_words(when, now)
    if (_day_of(now) - _day_of(when)).days > 1:
        return words
    return _("%(day)s, %(time)s") % {"day": words, "time": hour_words(when)}


def hour_words(when: datetime) -> str:
    """Return the hour and minute of a time, in the site's time zone: "21:50"."""
    return time_format(_local(when).time(), "H:i")


def full_words(when: date | datetime) -> str:
    """Return the full date, with the time and its zone where `when` has a time."""
    day = date_format(_day_of(when), "DATE_FORMAT")
    if not isinstance(when, datetime):
        return day
    local = _local(when)
    return _("%(day)s, %(time)s") % {
        "day": day,
        "time": f"{hour_words(when)} {local.tzname()}",
    }


def _local(when: datetime) -> datetime:
    """Return a moment in the site's time zone; a naive one unchanged."""
    return timezone.localtime(when) if timezone.is_aware(when) else when


def _day_of(when: date | datetime) -> date:
    """Return the calendar day of a date or moment, in the site's time zone."""
    return _local(when).date() if isinstance(when, datetime) else when
