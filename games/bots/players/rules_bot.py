"""The rules bot: plays every game of the family by rules of thumb.

It is composed of parts: phases before the play, signs and looks, free actions, and an evaluation of
cards that fits the game.
"""

from __future__ import annotations

import random
from typing import Final, Protocol

from games.bots.evaluation.auction import best_call
from games.bots.knowledge.trick import avoids_points
from games.bots.players import open_hands
from games.bots.players.before_play import before_play
from games.bots.players.bot import beside_play, plays
from games.bots.players.card_prices import TrickWeights, trick_weights_for
from games.bots.players.low_points import LOW_POINTS_WEIGHTS, LowPointsHeuristic, LowPointsWeights
from games.bots.players.marriage import keeping, values_of
from games.bots.players.muerte import danger, killing
from games.bots.players.probability_heuristic import ProbabilityHeuristic
from games.bots.players.probability_weights import ProbabilityWeights, probability_weights_for
from games.bots.players.signs import asked_low, talk
from games.bots.players.trick_heuristic import TrickHeuristic
from games.engine import Action, PlayCard, PlayerView, Rules, Suit

_ASKED_LOW_COST: Final = 8.0
"""Cost of playing a brisca or a trump where a partner has asked for neither."""


class CardHeuristic(Protocol):
    """Protocol of a heuristic that scores cards for one view."""

    def score(self, play: PlayCard) -> float:
        """Return the score of playing a card, in points; higher is better."""


class RulesBot:
    """The rules bot: the strongest of the site's bots that needs no trained weights.

    Where weights are None, the bot chooses those that fit the view.
    """

    name = "rules"

    def __init__(
        self,
        trick_weights: TrickWeights | None = None,
        probability_weights: ProbabilityWeights | None = None,
        low_points_weights: LowPointsWeights = LOW_POINTS_WEIGHTS,
    ) -> None:
        self.trick_weights = trick_weights
        self.probability_weights = probability_weights
        self.low_points_weights = low_points_weights

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return an action to be taken before a card, else the card with the highest score."""
        first = before_play(view) or talk(view, rng) or beside_play(view) or killing(view)
        if first is not None:
            return first
        cards = plays(view)
        if len(cards) == 1:
            return cards[0]
        score = self._heuristic(view).score
        if is_plain(view.rules) and not view.signs:
            return max(cards, key=score)
        return max(cards, key=lambda play: score(play) + _beside(view, play))

    def _heuristic(self, view: PlayerView) -> CardHeuristic:
        """Return the heuristic (`CardHeuristic`) that fits the game of this view."""
        rules = view.rules
        if avoids_points(rules):
            return LowPointsHeuristic.for_view(view, self.low_points_weights)
        if open_hands.applies(view):
            return open_hands.OpenHandsHeuristic.for_view(view)
        values = None if rules.plain_deal else values_of(view)
        if view.contract or view.hands or view.signs or view.statements:
            return ProbabilityHeuristic.for_view(
                view,
                self.probability_weights or probability_weights_for(view),
                trump=_intended(view),
                values=values,
            )
        return TrickHeuristic.for_view(view, self.trick_weights or trick_weights_for(rules), values)


def is_plain(rules: Rules) -> bool:
    """Return whether cards count in their own trick alone: no marriages, no kills."""
    return rules.plain_deal and not rules.muerte


def _beside(view: PlayerView, play: PlayCard) -> float:
    """Return a card's gain or cost, in points, beyond its own trick: kills, requests, marriages."""
    brings = danger(view, play.card) if view.rules.muerte else 0.0
    if view.signs and asked_low(view):
        brings -= _ASKED_LOW_COST * (
            view.rules.points[play.card] >= 10 or play.card[0] == view.trump
        )
    return brings - keeping(view, play.card)


def _intended(view: PlayerView) -> Suit | None:
    """Return the suit that the viewer means to call, as a caller without a trump; else None."""
    contract = view.contract
    if view.trump or contract is None or contract.caller != view.seat:
        return None
    return best_call(view.rules, view.hand, contract.bid.rank).suit
