"""Template tags of the bell in the header."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.urls import NoReverseMatch, reverse

from games.pages.wording.notifications import bell_label, count_words, label_pattern

register = template.Library()


class Bell(NamedTuple):
    """The bell in the page's header, which shows the number of unread notifications."""

    url: str
    label: str
    """Its accessible name, with the number."""
    number: str
    """The number of unread notifications; empty for none."""
    none: str
    single: str
    several: str
    """Accessible names for none, for one and for several with {n} for their number, for the script."""


@register.simple_tag
def bell(unread: int) -> Bell | None:
    """Return the bell of the page's header with the number of the reader's unread notifications.

    It is None on a site without the page of notifications.
    """
    try:
        url = reverse("notifications")
    except NoReverseMatch:
        return None
    labels = (bell_label(0), bell_label(1), label_pattern())
    return Bell(url, bell_label(unread), count_words(unread), *labels)
