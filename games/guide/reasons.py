"""Which chapter of the guide explains a reason of a hint or a review.

>>> CHAPTER_OF["keeps_trumps"]
'trumps'
"""

from __future__ import annotations

from typing import Final

CHAPTER_OF: Final = {
    "known": "last-tricks",
    "wins": "trumps",
    "wins_cheaply": "trumps",
    "wins_lead": "last-tricks",
    "leads_so_far": "trumps",
    "partner_wins": "partners",
    "keeps_trumps": "trumps",
    "throws_least": "briscas",
    "cannot_be_beaten": "counting",
    "draws_trumps": "trumps",
    "risks_little": "briscas",
    "takes_higher": "exchange",
    "keeps_low": "exchange",
    "shows_pair": "counting",
    "opens_hand": "last-tricks",
    "misleads": "partners",
    "informs_partner": "partners",
    "partner_signed": "partners",
    "bids_less": "auctions",
    "bids_more": "auctions",
    "on_average": "counting",
}
"""Slugs of chapters by code of the reason; `static/js/review/guide.js` has the same."""
