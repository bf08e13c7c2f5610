"""Sentences of notifications, for the bell, push messages, mails and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

TEXTS: Final[Mapping[str, Promise | str]] = {
    "followed": gettext_lazy("%(actor)s follows you."),
    "team_proposed": gettext_lazy("%(actor)s wants to found a team with you."),
    # tables and matches
    "table_opened": gettext_lazy("%(actor)s has opened a table: %(game)s."),
    "invited": gettext_lazy("%(actor)s invites you to a table: %(game)s."),
    "match_waits": gettext_lazy("Your match goes on: %(game)s. They wait for you."),
    # tournaments
    "round_begins": gettext_lazy("Your game of %(event)s begins."),
    "checkin_open": gettext_lazy("The check-in of %(event)s is open: say that you are here."),
}
"""Sentence of each `Notification.text`; placeholders are keys of its data."""

GROUPED: Final[Mapping[str, Any]] = {
    "followed": ngettext_lazy(
        "%(actor)s and %(n)s other follow you.", "%(actor)s and %(n)s others follow you.", "n"
    ),
    "table_opened": ngettext_lazy(
        "%(actor)s and %(n)s other have opened tables.",
        "%(actor)s and %(n)s others have opened tables.",
        "n",
    ),
}
"""Sentence of those texts that tell of several people together, the newest by name."""


def grouped_text(text: str, data: Mapping[str, str | int], others: int) -> str:
    """Return the sentence of a notification that `others` more people caused too."""
    sentence = GROUPED.get(text)
    if sentence is None or others < 1:
        return notification_text(text, data)
    return str(sentence % {"actor": data.get("actor", ""), "n": others})


def notification_text(text: str, data: Mapping[str, str | int]) -> str:
    """Return the sentence of a notification in the current language.

    Unknown ones, which a newer process has stored, and those that lack a value are told in general
    words.
    """
    sentence = TEXTS.get(text)
    if sentence is None:
        return _("There is news for you.")
    try:
        return str(sentence) % data
    except (KeyError, ValueError, TypeError):
        return _("There is news for you.")
