"""Play of the trump ace and three where the ace may kill the three (rules, 3.11)."""

from __future__ import annotations

from typing import Final

from games.bots.knowledge.holdings import hidden_cards, known_holdings
from games.bots.knowledge.trick import to_play_next
from games.bots.players.bot import plays
from games.engine import Card, PlayCard, PlayerView

_DEAL_POINTS: Final = 30.0
"""Points that the deal is worth."""
_ESCAPE_POINTS: Final = 14.0
"""Points for playing the three where nobody can kill it."""


def killing(view: PlayerView) -> PlayCard | None:
    """Return the play of the trump ace if it kills the three in this trick; else None."""
    if not view.rules.muerte or view.trick is None:
        return None
    ace, three = highest(view)
    laid = {play.card: play.seat for play in view.trick.plays}
    if three not in laid or view.seat is None:
        return None
    friend = view.rules.side_of[laid[three]] == view.rules.side_of[view.seat]
    if friend and view.rules.option("muerte.friendly") == "ignored":
        return None
    return next((play for play in plays(view) if play.card == ace), None)


def danger(view: PlayerView, card: Card) -> float:
    """Return the expected points of playing the trump three, besides its own; negative is a cost.

    Every other card gives 0.
    """
    ace, three = highest(view)
    if card != three or ace in view.hand:
        return 0.0
    foes, friends = _killers(view, ace)
    return _ESCAPE_POINTS * (1.0 - foes) + _DEAL_POINTS * (friends - foes)


def highest(view: PlayerView) -> tuple[Card, Card]:
    """Return the codes of the two highest trumps: ace and three, or the cards in their place."""
    first, second = view.rules.order[:2]
    return f"{view.trump}{first}", f"{view.trump}{second}"


def _killers(view: PlayerView, ace: Card) -> tuple[float, float]:
    """Return the probabilities that an opponent, and a partner, still to play holds the ace.

    A partner counts only where the rules let partners kill.
    """
    rules, own = view.rules, view.seat
    assert own is not None
    hidden = hidden_cards(view)
    if ace not in hidden:
        return 0.0, 0.0
    known = known_holdings(view, hidden)
    holder = next((seat for seat, cards in known.items() if ace in cards), None)
    chances = [0.0, 0.0]
    for seat in to_play_next(view):
        friend = rules.side_of[seat] == rules.side_of[own]
        if holder is None:
            chances[friend] += view.counts[seat] / len(hidden)
        elif holder == seat:
            chances[friend] += 1.0
    if rules.option("muerte.friendly") == "ignored":
        chances[1] = 0.0
    return min(1.0, chances[0]), min(1.0, chances[1])
