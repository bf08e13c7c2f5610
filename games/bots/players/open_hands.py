"""Choice of cards for two players with open hands (rules, 3.4).

Answers are foreseen, and the last tricks are solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.bots.players.card_prices import TrickWeights, prices, trick_weights_for
from games.engine import Card, PlayCard, PlayerView

Hand = tuple[Card, ...]


def applies(view: PlayerView) -> bool:
    """Return whether a game has two players with open hands and tricks of two cards."""
    rules = view.rules
    if view.hands is None or view.seat is None or not rules.players == rules.trick_size == 2:
        return False
    return view.hands[1 - view.seat] is not None


@dataclass(slots=True)
class OpenHandsHeuristic:
    """Heuristic that scores cards for one of two players who sees the other's hand."""

    view: PlayerView
    weights: TrickWeights
    other: Hand
    keep: Mapping[Card, float]
    """Cost of parting with each card."""

    @classmethod
    def for_view(cls, view: PlayerView) -> OpenHandsHeuristic:
        """Return the heuristic for the seat of this view, for which `applies` must be true."""
        assert view.seat is not None
        assert view.hands is not None
        return cls(
            view=view,
            weights=trick_weights_for(view.rules),
            other=view.hands[1 - view.seat] or (),
            keep=prices(view.rules, view.trump or "").follow,
        )

    def score(self, play: PlayCard) -> float:
        """Return the score of playing a card, in points; higher is better."""
        view, card = self.view, play.card
        if not view.stock:
            return self._exactly(card)
        trick = view.trick
        if trick is not None and trick.plays:
            return self._after(trick.plays[0].card, card, leads=False)
        return min(self._after(card, reply, leads=True) for reply in self.other)

    def _after(self, led: Card, reply: Card, *, leads: bool) -> float:
        """Return the points gained in a complete trick, minus the prices of its cards."""
        points = self.view.rules.points[led] + self.view.rules.points[reply]
        wins = beats(self.view, reply, led) != leads
        outcome = self.weights.win_price + points if wins else -self.weights.loss * points
        own, other = (led, reply) if leads else (reply, led)
        return outcome - self.keep[own] + (self.keep[other] if leads else 0.0)

    def _exactly(self, card: Card) -> float:
        """Return the own points minus the other's to the end of the deal, at best play of both."""
        view = self.view
        rest = tuple(held for held in view.hand if held != card)
        trick = view.trick
        if trick is not None and trick.plays:
            return _answered(view, trick.plays[0].card, card, self.other, rest, sign=-1)
        return min(
            _answered(view, card, reply, rest, _less(self.other, reply), sign=1)
            for reply in self.other
        )


def beats(view: PlayerView, reply: Card, led: Card) -> bool:
    """Return whether the second card of a trick, `reply`, takes it from the first, `led`."""
    power = view.rules.power[view.trump or "", led[0]]
    return power[reply] > power[led]


def _less(hand: Hand, card: Card) -> Hand:
    """Return a hand (tuple of cards) without the given card."""
    return tuple(held for held in hand if held != card)


def _answered(
    view: PlayerView, led: Card, reply: Card, leader: Hand, follower: Hand, *, sign: int
) -> float:
    """Return the leader's lead over the other from this trick on, times `sign`, at best play."""
    points = view.rules.points[led] + view.rules.points[reply]
    if beats(view, reply, led):
        return sign * -(points + _best_lead(view, follower, leader))
    return sign * (points + _best_lead(view, leader, follower))


def _best_lead(view: PlayerView, leader: Hand, follower: Hand) -> float:
    """Return the leader's points minus the other's in the remaining tricks, at best play."""
    return max(
        (
            min(
                _answered(view, led, reply, _less(leader, led), _less(follower, reply), sign=1)
                for reply in follower
            )
            for led in leader
        ),
        default=0.0,
    )
