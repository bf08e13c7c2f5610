"""Texts of the refusals of messages between people, for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSAL_TEXTS: Final[Mapping[str, Promise | str]] = {
    "oneself": gettext_lazy("That is you."),
    "registered_only": gettext_lazy("You need an account to write messages."),
    "not_mutual": gettext_lazy("You can write to each other while you follow each other."),
    "no_messages": gettext_lazy("This person takes no messages."),
    "chat_off": gettext_lazy("You have turned the chat off in your settings."),
    "silenced": gettext_lazy("You cannot write for now. Your standing says until when."),
    "nothing": gettext_lazy("Write something first."),
    "too_fast": gettext_lazy("Too many messages at once. Wait a little."),
    "too_many": gettext_lazy("You have written a lot today. Go on tomorrow."),
    "again": gettext_lazy("You have just written that."),
    "link": gettext_lazy("You can send links once you have played more."),
}  # fmt: skip


def refusal_text(code: str) -> str:
    """Return the sentence, in the current language, for a message's refusal with this code."""
    return str(REFUSAL_TEXTS.get(code, _("That cannot be done now.")))
