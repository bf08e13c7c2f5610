"""Template tags of the bell in the header."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template
from django.urls import NoReverseMatch, reverse

from games.pages.wording.notifications import bell_label, count_words, some_label
from games.selectors.notifications import unread_count

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


@register.simple_tag(takes_context=True)
def bell(context: template.Context) -> Bell | None:
    """Return the bell (notifications) of the page's header; None for strangers.

    It is None on a site without the page of notifications, too.
    """
    user: Any = context.get("user")
    if user is None or not user.is_authenticated:
        return None
    try:
        url = reverse("notifications")
    except NoReverseMatch:
        return None
    unread = unread_count(user.pk)
    return Bell(url, bell_label(unread), count_words(unread), bell_label(0), some_label())
