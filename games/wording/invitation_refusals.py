"""Texts of the refusals of invitations and of settings of notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSAL_TEXTS: Final[Mapping[str, Promise | str]] = {
    "not_seated": gettext_lazy("Only who sits at the table invites others to it."),
    "no_such_player": gettext_lazy("There is no player of that name."),
    "not_waiting": gettext_lazy("It has begun already."),
    "no_such_seat": gettext_lazy("The table has no such seat."),
    "seat_taken": gettext_lazy("That seat is taken."),
    "table_full": gettext_lazy("The table is full."),
    "already_seated": gettext_lazy("That player sits at the table."),
    "already_invited": gettext_lazy("That player is invited already."),
    "members_only": gettext_lazy("This table is for members of a club alone."),
    "not_welcome": gettext_lazy("You cannot invite this player."),
    "sent_away": gettext_lazy("The host has sent this player away: only the host invites them."),
    "too_many_open": gettext_lazy("Too many of your invitations wait for an answer."),
    "too_many": gettext_lazy("You have invited many people. Wait a while."),
    "not_invited": gettext_lazy("This invitation is not for you, or is over."),
    "expired": gettext_lazy("This invitation is over."),
    "bad_kind": gettext_lazy("There is no such kind of notification."),
    "bad_channel": gettext_lazy("There is no such channel."),
    "bad_hour": gettext_lazy("Choose an hour from 0 to 23."),
    "bad_zone": gettext_lazy("There is no such time zone."),
}
"""Text of each code of `InvitationError` and `NotificationError`."""


def refusal_text(code: str) -> str:
    """Return the sentence, in the current language, for an invitation's refusal with this code."""
    return str(REFUSAL_TEXTS[code]) if code in REFUSAL_TEXTS else _("That cannot be done now.")
