"""Template tags that show dates."""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from brisca_site.base.dates import day_words, full_words, hour_words, moment_words

register = template.Library()


@register.simple_tag
def when(at: datetime | str | None) -> SafeString:
    """Return a `<time>` element with the day of a date or time, and the hour from yesterday on.

    The full date is its title. The time zone is the site's until `static/js/lib/local_times.js`
    converts it to the reader's. The result is empty for None, and for "", which a template passes
    for a missing value.
    """
    if not isinstance(at, datetime):
        return SafeString()
    return format_html(
        '<time datetime="{}" title="{}" data-moment>{}</time>',
        at.isoformat(timespec="seconds"),
        full_words(at),
        moment_words(at),
    )


@register.simple_tag
def day_and_hour(at: datetime) -> SafeString:
    """Return the day of a time and, in a `<span>`, its hour, for lists that show both apart.

    The time zone is the site's until `static/js/lib/local_times.js` converts both to the reader's.
    """
    moment, title = at.isoformat(timespec="seconds"), full_words(at)
    return format_html(
        '<time datetime="{}" title="{}" data-moment="day">{}</time>'
        ' <span><time datetime="{}" data-moment="hour">{}</time></span>',
        *(moment, title, day_words(at)),
        *(moment, hour_words(at)),
    )


@register.simple_tag
def on_day(day: date | datetime) -> SafeString:
    """Return a `<time>` element with the day alone; the full date is its title."""
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        day.strftime("%Y-%m-%d"),
        full_words(day),
        day_words(day),
    )
