"""Sentences of notifications, for the bell, push messages, mails and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TEXTS: Final[Mapping[str, Promise | str]] = {
    "followed": gettext_lazy("%(actor)s follows you."),
    # messages
    "message": gettext_lazy("%(actor)s has written to you."),
}
"""Sentence of each `Notification.text`; placeholders are keys of its data."""


def notification_text(text: str, data: Mapping[str, str | int]) -> str:
    """Return the sentence of a notification in the current language.

    Unknown ones, which a newer process has stored, are told in general words.
    """
    sentence = TEXTS.get(text)
    if sentence is None:
        return _("There is news for you.")
    return str(sentence) % data
