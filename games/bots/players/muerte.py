"""Death to the three (rules, 3.11): kill it with the ace, and do not let it be killed."""

from __future__ import annotations

from typing import Final

from games.bots.knowledge.holdings import hidden_cards, known_holdings
from games.bots.knowledge.trick import to_play_next
from games.bots.players.bot import plays
from games.engine import Card, PlayCard, PlayerView

_DEAL: Final = 30.0
"""What the deal is worth, in points."""
_ESCAPE: Final = 14.0
"""What it is worth to be rid of the three where nobody can kill it."""


def killing(view: PlayerView) -> PlayCard | None:
    """The ace, where it kills a three that lies in the trick."""
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
    """What playing this card costs or brings, beside its points: for the three only."""
    ace, three = highest(view)
    if card != three or ace in view.hand:
        return 0.0
    foes, friends = _killers(view, ace)
    return _ESCAPE * (1.0 - foes) + _DEAL * (friends - foes)


def highest(view: PlayerView) -> tuple[Card, Card]:
    """Ace and three of trumps, or what stands in their place."""
    first, second = view.rules.order[:2]
    return f"{view.trump}{first}", f"{view.trump}{second}"


def _killers(view: PlayerView, ace: Card) -> tuple[float, float]:
    """How likely an opponent who is still to play holds the ace, and a partner, who may kill."""
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
