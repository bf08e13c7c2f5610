"""The card with which somebody shows how they came off in a daily event."""

from __future__ import annotations

from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.tournaments.models import Tournament, TournamentMember
from games.tournaments.selectors.daily import Mark, OwnDeal, own_deals

SIGNS: Final[dict[Mark, str]] = {"above": "▲", "level": "■", "below": "▽", "none": "·"}
"""How the text for others shows a deal above, at and below the mean; it tells no card."""
HIGHEST: Final = 40.0
"""Points from the mean at which a bar is as high as it can be."""


def daily_share(
    tournament: Tournament, entry: TournamentMember, finished: int, link: str
) -> dict[str, Any] | None:
    """Return a player's result of a daily event for the share card; None until it is scored.

    `finished` is how many entrants have finished; `link` is the page's URL.
    """
    entrant = entry.entrant
    deals = own_deals(entrant)
    if entrant.place is None or entrant.score is None or not deals:
        return None
    figures = {
        "percent": number_format(round(entrant.score)),
        "place": number_format(entrant.place),
        "of": number_format(finished),
    }
    head = _("Brisca · %(name)s · %(percent)s %% · place %(place)s of %(of)s")
    signs = " ".join(SIGNS[deal.mark] for deal in deals)
    text = "\n".join((head % {"name": tournament.name, **figures}, signs, link))
    return {**figures, "deals": [_shown(deal) for deal in deals], "text": text}


def _shown(deal: OwnDeal) -> dict[str, Any]:
    """Return a deal of the share card, with its bar that goes up or down from the line at 24."""
    height = round(2 + 20 * min(1.0, abs(deal.ahead) / HIGHEST))
    sign = "+" if deal.ahead > 0 else "−" if deal.ahead < 0 else ""
    return {
        "number": deal.number,
        "own": deal.own,
        "others": deal.others,
        "mark": deal.mark,
        "y": 24 if deal.mark == "below" else 24 - height,
        "height": 0 if deal.mark == "none" else height,
        "text": sign + number_format(abs(deal.ahead), decimal_pos=1),
    }
