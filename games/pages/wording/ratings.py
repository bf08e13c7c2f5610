"""Reasons for which a match is not rated, in words."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.stats import rated

UNRATED_TEXTS: Final[dict[str, str | Promise]] = {
    rated.RULES: _("It was not played by named rules."),
    rated.DUPLICATE: _("Duplicate matches are not rated: both sides see every hand."),
    rated.TWO_SEATS: _("Somebody sat in two seats."),
    rated.WITH_BOTS: _("There were bots."),
    rated.GUEST_PARTNER: _("A guest played in a partnership."),
    rated.SAME_ADDRESS: _("Opponents played from the same internet address."),
    rated.SAME_OPPONENT: _(
        "These opponents have met too often in the last 14 days: a third of the winner's rated "
        "matches are against the same opponent."
    ),
    rated.EARLY_RESIGNATION: _(
        "It was resigned before half of the tricks of a deal were played, so the win is not "
        "rated. The loss is."
    ),
    rated.PAUSED: _("Somebody had a pause for leaving matches."),
    rated.NO_FIRST_CARD: _("Somebody left before playing a card."),
    rated.PLAYER_GONE: _("A player was gone, and the others chose how it went on."),
    rated.ABANDONED: _("It was not played to its end."),
}


def unrated_words(reason: str | None) -> str:
    """Return the reason why a match is unrated, in the active language; empty without a reason."""
    return str(UNRATED_TEXTS[reason]) if reason in UNRATED_TEXTS else ""
