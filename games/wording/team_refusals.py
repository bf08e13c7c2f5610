"""Texts of the refusals of teams, for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSAL_TEXTS: Final[Mapping[str, Promise | str]] = {
    "registered_only": gettext_lazy("All of you need an account to found a team."),
    "bad_partners": gettext_lazy("A team has two or three different people. Check the names."),
    "not_welcome": gettext_lazy("You cannot found a team together."),
    "already_founded": gettext_lazy("You have founded this team already."),
    "bad_name": gettext_lazy("Choose another name: at most 40 characters, no links, nothing that offends."),
    "bad_face": gettext_lazy("Choose one of the tiles."),
    "bad_signs": gettext_lazy("Choose among the signs of the game."),
    "too_many_proposals": gettext_lazy("You have asked many people. Wait for an answer, or take a proposal back."),
    "too_many_teams": gettext_lazy("You have as many teams as one may. Dissolve one first."),
    "not_invited": gettext_lazy("This proposal is over."),
    "not_member": gettext_lazy("Only its players do that."),
    "not_founded": gettext_lazy("This team is not founded."),
    "team_size": gettext_lazy("In this game no side has as many players as your team."),
    "no_side": gettext_lazy("At this table no side is free for your team."),
}  # fmt: skip


def refusal_text(code: str) -> str:
    """Return the sentence, in the current language, for a team's refusal with this code."""
    return str(REFUSAL_TEXTS.get(code, _("That cannot be done now.")))
