"""Sentences of notifications, for the bell, push messages, mails and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TEXTS: Final[Mapping[str, Promise | str]] = {
    "followed": gettext_lazy("%(actor)s follows you."),
    # clubs
    "club_request": gettext_lazy("%(actor)s asks to enter %(club)s."),
    "club_welcome": gettext_lazy("%(club)s has let you in."),
    "club_refused": gettext_lazy("%(club)s has not let you in this time."),
    "club_invited": gettext_lazy("%(actor)s invites you to the club %(club)s."),
    "club_joined": gettext_lazy("%(actor)s has accepted your invitation to %(club)s."),
    "club_removed": gettext_lazy("You are not a member of %(club)s any more."),
    "club_owner": gettext_lazy("%(club)s is yours now."),
    "club_role_admin": gettext_lazy("You are an admin of %(club)s."),
    "club_role_officer": gettext_lazy("You are an officer of %(club)s."),
    "club_role_member": gettext_lazy("You are a member without an office in %(club)s."),
    "club_challenge": gettext_lazy("%(rival)s challenges %(club)s."),
    "club_challenge_accepted": gettext_lazy("%(rival)s accepts the challenge of %(club)s."),
    "club_challenge_refused": gettext_lazy("%(rival)s does not accept the challenge of %(club)s."),
    "club_news": gettext_lazy("%(club)s: %(news)s"),
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
