"""Words of bots that the whole table hears: replies to partners, and their cards (rules, row 19)."""

from __future__ import annotations

from typing import Final

from games.bots.players.signs import answer
from games.engine import Action, Answer, Ask, PlayerView, Say

REPLYING_LEVELS: Final = frozenset({"rules", "learned", "expert"})
"""Levels that reply to a partner."""
LAST_TRICKS: Final = 3
"""Cards in a hand, at most, when a bot names them."""


def reply_to(view: PlayerView, speech: Action) -> Action | None:
    """Return the reply of this view's seat to its partner's `speech`; None if it does not reply.

    It answers a question truly, and names its cards, in the last tricks, to a partner who has named
    some.
    """
    if isinstance(speech, Ask) and speech.to == view.seat:
        answers = [
            action
            for action in view.legal
            if isinstance(action, Answer) and action.to == speech.seat
        ]
        return answer(view, answers) if answers else None
    return own_cards(view) if isinstance(speech, Say) and _names_cards(view, speech) else None


def own_cards(view: PlayerView) -> Say | None:
    """Return words that name the cards of the hand, in the last tricks; None if they were said."""
    hand = view.hand
    if view.stock or not 1 < len(hand) <= LAST_TRICKS:
        return None
    named = {
        card
        for statement in view.statements
        if statement.seat == view.seat
        for card in statement.cards
    }
    if named.issuperset(hand):
        return None
    return next((action for action in view.legal if isinstance(action, Say)), None)


def _names_cards(view: PlayerView, speech: Say) -> bool:
    """Return True if this speech, the latest at the table, names cards."""
    latest = view.statements[-1] if view.statements else None
    return latest is not None and set(latest.cards) == set(speech.text.split())
