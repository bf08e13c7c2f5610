"""Words of bots that the whole table hears: replies to partners, and their cards (rules, row 19)."""

from __future__ import annotations

from typing import Final

from games.bots.players.signs import answer
from games.engine import Action, Answer, Ask, PlayerView, Say

REPLYING: Final = frozenset({"rules", "learned", "expert"})
"""Levels that reply to a partner."""
LAST_TRICKS: Final = 3
"""Cards in a hand, at most, when a bot names them."""


def reply_to(view: PlayerView, said: Action) -> Action | None:
    """Return what the seat of this view says to its partner, who has just said that; else None.

    It answers a question truly, and names its cards, in the last tricks, to a partner who has named
    some.
    """
    if isinstance(said, Ask) and said.to == view.seat:
        answers = [one for one in view.legal if isinstance(one, Answer) and one.to == said.seat]
        return answer(view, answers) if answers else None
    return own_cards(view) if isinstance(said, Say) and _names_cards(view, said) else None


def own_cards(view: PlayerView) -> Say | None:
    """Return words that name the cards of the hand, in the last tricks; None if they were said."""
    hand = view.hand
    if view.stock or not 1 < len(hand) <= LAST_TRICKS:
        return None
    told = {card for one in view.statements if one.seat == view.seat for card in one.cards}
    if told.issuperset(hand):
        return None
    return next((one for one in view.legal if isinstance(one, Say)), None)


def _names_cards(view: PlayerView, said: Say) -> bool:
    """Return whether these words, the latest at the table, are the names of cards."""
    latest = view.statements[-1] if view.statements else None
    return latest is not None and set(latest.cards) == set(said.text.split())
