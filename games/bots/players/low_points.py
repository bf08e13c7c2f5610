"""Choice of cards in games in which sides stay under a limit of points (rules, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.bots.knowledge.holdings import hidden_cards
from games.bots.knowledge.partnerships import Partnerships, partnerships_of
from games.bots.knowledge.trick import points_on_table, to_play_next, winner_so_far
from games.engine import Card, PlayCard, PlayerView


@dataclass(frozen=True, slots=True)
class LowPointsWeights:
    """Weights of the heuristic for games in which few points win, in card points and fractions."""

    later: float
    """Points that each seat still to play is expected to add."""
    lead: float
    """Cost of having to lead next."""
    lost: float
    """Cost of going over the limit, besides the points."""
    takes: float
    """Probability that a seat takes a trick that all its cards win."""
    points: float
    """Share of a card's points that keeping the card costs."""
    rank: float
    """Cost of keeping a card for each place of its rank."""
    trump: float
    """Cost of keeping a trump."""
    over: float
    """Share of the points that still matters over the limit."""
    harm: float
    """Share of the points that counts when an opponent who may still win takes them."""
    bust: float
    """Gain from putting an opponent over the limit."""


LOW_POINTS_WEIGHTS: Final = LowPointsWeights(3.0, 8.0, 61.0, 1.0, 0.3, 0.05, 1.0, 0.6, 0.2, 5.0)


@dataclass(slots=True)
class LowPointsHeuristic:
    """Heuristic that scores cards for a seat that is to play and wants no points."""

    view: PlayerView
    seat: int
    weights: LowPointsWeights
    partnerships: Partnerships
    unseen: list[Card]
    after: list[int]
    """Other seats still to play to this trick."""
    room: int
    """Points that the own side may still take."""

    @classmethod
    def for_view(
        cls, view: PlayerView, weights: LowPointsWeights = LOW_POINTS_WEIGHTS
    ) -> LowPointsHeuristic:
        """Return the heuristic for the seat of this view, which is to play."""
        rules, seat = view.rules, view.seat
        assert seat is not None
        return cls(
            view=view,
            seat=seat,
            weights=weights,
            partnerships=partnerships_of(view),
            unseen=hidden_cards(view),
            after=[other for other in to_play_next(view) if other != seat],
            room=rules.option("mexican.limit") - view.side_points[rules.side_of[seat]],
        )

    def score(self, play: PlayCard) -> float:
        """Return the score, in points, of playing a card where few points win; higher is better."""
        view, card = self.view, play.card
        leader, best = winner_so_far(view)
        trick, trump = view.trick, view.trump or ""
        led = trick.plays[0].card[0] if trick and trick.plays else card[0]
        power = view.rules.power[trump, led]
        stake = points_on_table(view) + view.rules.points[card]
        if leader is None or power[card] > best:
            leader, best = self.seat, power[card]
        shares = {leader: 1.0}
        for seat in self.after:
            forced = self._forced(seat, power, best)
            shares = {other: share * (1 - forced) for other, share in shares.items()}
            shares[seat] = shares.get(seat, 0.0) + forced
        stake += self.weights.later * len(self.after)
        return self.danger(card) - sum(
            share * self._costs(seat, stake) for seat, share in shares.items()
        )

    def _forced(self, seat: int, power: Mapping[Card, int], bar: int) -> float:
        """Return the probability that a seat must take the trick, as all its cards win."""
        higher = sum(power[other] > bar for other in self.unseen)
        share = higher / max(1, len(self.unseen))
        return float(self.weights.takes * share ** self.view.counts[seat])

    def _costs(self, seat: int, points: float) -> float:
        """Return the own side's cost if a seat takes `points`; negative if that harms opponents."""
        ours = self.partnerships[seat]
        costs = ours * self._cost(points) if ours else 0.0
        rules = self.view.rules
        room = rules.option("mexican.limit") - self.view.side_points[rules.side_of[seat]]
        if ours == 1 or room < 0:
            return costs
        return costs - (1 - ours) * (
            self.weights.harm * points + (self.weights.bust if points > room else 0.0)
        )

    def danger(self, card: Card) -> float:
        """Return the cost, in points, of keeping this card, which may have to take a trick."""
        rules, weights = self.view.rules, self.weights
        strength = len(rules.order) - rules.order.index(int(card[1:]))
        trump = weights.trump * (card[0] == self.view.trump)
        return weights.points * rules.points[card] + weights.rank * strength + trump

    def _cost(self, points: float) -> float:
        """Return the own side's cost of taking `points`; lower once it is over the limit."""
        if self.room < 0:
            return self.weights.over * (points + self.weights.lead)
        return points + self.weights.lead + (self.weights.lost if points > self.room else 0.0)
