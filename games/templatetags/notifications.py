"""Template tags of the bell in the header."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.urls import NoReverseMatch, reverse

from games.pages.wording.notifications import bell_label, count_words, some_label

register = template.Library()


class Bell(NamedTuple):
    """The bell in the page's header, which shows the number of unread notifications."""

    url: str
    label: str
    """Its accessible name, with the number."""
    number: str
    """The number of unread notifications; empty for none."""
    none: str
    some: str
    """Accessible names for none, and for some with 0 in the place of their number, for the script."""


@register.simple_tag
def bell(unread: int) -> Bell | None:
    """Return the bell of the page's header with the number of the reader's unread notifications.

    It is None on a site without the page of notifications.
    """
    try:
        url = reverse("notifications")
    except NoReverseMatch:
        return None
    return Bell(url, bell_label(unread), count_words(unread), bell_label(0), some_label())
