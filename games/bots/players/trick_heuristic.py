"""Evaluation of cards by rules of thumb, for any number of players.

A card's score is what the trick is expected to bring with it, minus the price of parting with the
card: trumps, above all ace and three, are dear; low cards of other suits cost nothing. What the
seats still to play may do is estimated from the unseen cards. Nothing is remembered beyond the
view, which shows this trick and the last one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.bots.knowledge.trick import points_on_table, to_play_next, unseen_cards, winner_so_far
from games.bots.players.card_prices import TrickWeights, prices
from games.engine import Card, PlayCard, PlayerView


@dataclass(slots=True)
class TrickHeuristic:
    """Heuristic that scores cards for one view, with the facts of the trick that it needs."""

    view: PlayerView
    weights: TrickWeights
    winning: int | None
    """Power of the best card on the table; None before the lead."""
    winning_ours: bool
    points: float
    unseen: list[Card]
    foes: int
    """Opponents still to play."""
    friends: int
    """Partners still to play."""
    held: int
    """Cards in the hand of a seat still to play."""
    values: Mapping[Card, float]
    """Worth of each card to the seat that takes it."""

    @classmethod
    def for_view(
        cls, view: PlayerView, weights: TrickWeights, values: Mapping[Card, float] | None = None
    ) -> TrickHeuristic:
        """Return the heuristic for the seat of this view, which is to play.

        `values` is what a card is worth to the side that takes it, in points (None: its card
        points).
        """
        rules, seat = view.rules, view.seat
        assert seat is not None
        leader, power = winner_so_far(view)
        side = rules.side_of[seat]
        after = [other for other in to_play_next(view) if other != seat]
        foes = sum(rules.side_of[other] != side for other in after)
        return cls(
            view=view,
            weights=weights,
            winning=None if leader is None else power,
            winning_ours=leader is not None and rules.side_of[leader] == side,
            points=points_on_table(view, values),
            unseen=unseen_cards(view),
            foes=foes,
            friends=len(after) - foes,
            held=view.counts[after[0]] if after else 0,
            values=rules.points if values is None else values,
        )

    def score(self, play: PlayCard) -> float:
        """Return the score of playing a card, in points; higher is better."""
        return self._lead(play) if self.winning is None else self._follow(play)

    def _lead(self, play: PlayCard) -> float:
        """Return the score, in points, of leading a trick with this card."""
        view = self.view
        pulled = self.weights.pull * (self.foes + self.friends) if play.announce else 0.0
        return pulled - prices(view.rules, view.trump or "").lead[play.card]

    def _follow(self, play: PlayCard) -> float:
        """Return the score, in points, of following with this card in a trick."""
        view, weights, card = self.view, self.weights, play.card
        assert view.trick is not None
        power = view.rules.power[view.trump or "", view.trick.plays[0].card[0]]
        cost = weights.follow_scale * prices(view.rules, view.trump or "").follow[card]
        pulled = weights.pull * (self.foes + self.friends) if play.announce else 0.0
        return self._outcome(power, power[card], card) + pulled - cost

    def _outcome(self, power: Mapping[Card, int], own: int, card: Card) -> float:
        """Return the points that the trick is expected to bring the own side with this card."""
        weights, winning = self.weights, self.winning or 0
        stake = self.points + self.values[card]
        takes = own > winning
        if takes or self.winning_ours:
            sure = 1.0 - self._beaten(power, max(own, winning), stake, self.foes)
        else:
            rescue = self._beaten(power, winning, stake, self.friends)
            sure = min(1.0, weights.partner * rescue)
        worth = stake + weights.later * (self.foes + self.friends)
        return sure * (weights.win_price + worth) - (1.0 - sure) * weights.loss * worth

    def _beaten(self, power: Mapping[Card, int], best: int, stake: float, seats: int) -> float:
        """Return the probability that one of `seats` seats beats the best card for `stake`."""
        if not seats or not self.unseen:
            return 0.0
        weights, trump = self.weights, self.view.trump
        by_trump = min(1.0, weights.trump_least + weights.trump_per_point * stake)
        keen = sum(
            by_trump if card[0] == trump else weights.same_suit
            for card in self.unseen
            if power[card] > best
        )
        chance: float = (1.0 - min(1.0, keen / len(self.unseen))) ** (self.held * seats)
        return 1.0 - chance
