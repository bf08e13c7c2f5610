"""Prices of parting with a card, for the rules bot.

The prices, in card points, were found by hill climbing over duplicate deals for two players, with
ranks from strong to weak; another order of ranks keeps them by place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine import Card, Rules, Suit

# by place in the ruleset's order of ranks: ace, three, king, knight, jack, 9, 8, 7, 6, 5, 4, 2
_LEAD_TRUMP: Final = (15.89, 13.58, 7.40, 7.67, 7.63, 7.2, 7.1, 6.99, 5.71, 5.26, 3.70, 4.21)
_LEAD_SIDE: Final = (14.27, 10.74, 3.31, 2.08, 0.71, 1.2, 1.4, 1.74, 0.11, 1.87, 3.09, 2.24)
_FOLLOW_TRUMP: Final = (18.29, 13.57, 7.81, 6.93, 5.88, 5.82, 5.8, 5.78, 4.88, 4.13, 4.48, 4.18)
_FOLLOW_SIDE: Final = (4.82, 4.59, 0.69, 0.78, -0.01, 0.2, 0.3, 0.43, -0.23, 0.05, 0.09, 0.75)


@dataclass(frozen=True, slots=True)
class Prices:
    """Costs, in card points, of leading and of following with each card under one trump suit."""

    lead: Mapping[Card, float]
    follow: Mapping[Card, float]


@lru_cache(maxsize=256)
def prices(rules: Rules, trump: Suit) -> Prices:
    """Return the costs of playing each card of the deck, with this suit as trump."""
    lead, follow = {}, {}
    places = _places(rules)
    for card in rules.deck:
        place = places[int(card[1:])]
        is_trump = card[0] == trump
        lead[card] = (_LEAD_TRUMP if is_trump else _LEAD_SIDE)[place]
        follow[card] = (_FOLLOW_TRUMP if is_trump else _FOLLOW_SIDE)[place]
    return Prices(lead, follow)


def _places(rules: Rules) -> dict[int, int]:
    """Return the index in the price tables of each printed number.

    With all 52 French cards two numbers share the places of king, knight and jack, and the rest
    take the last ones.
    """
    order = rules.order
    if len(order) == len(_LEAD_TRUMP):
        return {number: at for at, number in enumerate(order)}
    shared = (0, 1, 2, 2, 3, 3, 4, 4)
    rest = range(len(_LEAD_TRUMP) - (len(order) - len(shared)), len(_LEAD_TRUMP))
    return dict(zip(order, (*shared, *rest), strict=True))


@dataclass(frozen=True, slots=True)
class HeuristicWeights:
    """Weights by which heuristics evaluate a trick: card points, probabilities and factors."""

    win_price: float
    """Points added for winning a trick, besides the trick's own."""
    loss: float
    """Weight of a point given away against a point taken."""
    same_suit: float
    """Probability that others play a card that beats another one of its suit."""
    trump_least: float
    """Probability that others spend a trump on a trick without points."""
    trump_per_point: float
    """Increase of that probability for each point in the trick."""
    later: float
    """Points that each seat still to play is expected to add."""
    follow_scale: float
    """Weight of the prices of following."""


@dataclass(frozen=True, slots=True)
class TrickWeights(HeuristicWeights):
    """Weights of `TrickHeuristic`: a set each for two players, for several alone, for partners."""

    partner: float
    """Confidence in a partner who has not played yet."""
    pull: float
    """Points that arrastre makes each seat still to play add."""


# found by hill climbing over duplicate deals, from values set by hand
_TWO: Final = TrickWeights(-1.8, 0.75, 0.8, 0.15, 0.07, 1.5, 1.0, 0.0, 3.0)
_ALONE: Final = TrickWeights(-3.8, 0.31, 0.91, 0.03, 0.0, 0.15, 1.47, 0.0, 3.0)
_PARTNERS: Final = TrickWeights(-4.2, 0.37, 0.8, 0.15, 0.045, 0.25, 1.26, 1.13, 3.0)


def trick_weights_for(rules: Rules) -> TrickWeights:
    """Return the weights that fit the seating: two players, several alone, or partners."""
    if rules.players == 2:
        return _TWO
    return _PARTNERS if len(rules.sides) < rules.players else _ALONE
