"""One line about each game, for the list of all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GAME_LINES: Final[Mapping[str, Promise]] = {
    "ludoteka": _("Win a trick and you may swap the seven or the two for the turned card."),
    "senas": _("Partners show each other by signs what they hold."),
    "doncomos": _("At 60 all, the eldest hand wins the deal; partners make signs."),
    "catalan": _("With arrastre; whoever holds the top trumps may claim the rest."),
    "wikipedia_en": _("The encyclopaedia’s rules: at 60 all, most cards win."),
    "mexican": _("Upside down: stay at eleven points or fewer."),
    "briscola": _("The Italian way: no exchange."),
    "scoperta": _("For two, with all cards face up."),
    "mariaje": _("King and knight of a suit are worth 20 or 40."),
    "chiamata": _("Five players bid for a card; whoever holds it keeps quiet."),
    "chiamata_buia": _("Trumps are named after the first trick."),
    "chiamata_punti": _("Bid points, then call the card."),
    "gingo": _("You win or lose exactly what you bid."),
    "rematada": _("Twelve cards each, and an auction for the trump suit."),
    "muerte_al_tres": _("The ace of trumps that catches the three wins the deal."),
}
