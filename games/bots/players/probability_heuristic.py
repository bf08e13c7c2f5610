"""Evaluation of cards by the probability that each seat takes the trick.

It serves games in which more is known, or to be guessed, than in the base game: partnerships after
an auction, open hands, partners' signs, suits that must be followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.bots.knowledge.holdings import (
    Holdings,
    has_no_trump,
    hidden_cards,
    known_holdings,
    still_said,
)
from games.bots.knowledge.partnerships import Partnerships, partnerships_of
from games.bots.knowledge.trick import points_on_table, to_play_next, winner_so_far
from games.bots.players.card_prices import prices
from games.bots.players.probability_weights import ProbabilityWeights
from games.engine import Card, PlayCard, PlayerView, Suit

_ARRASTRE_POINTS: Final = 3.0
"""Points that arrastre makes each seat still to play add."""
_SIGNED_BRISCA_POINTS: Final = 5.0
"""Points that a partner who has signed an ace or a three is expected to add to a trick."""


@dataclass(slots=True)
class ProbabilityHeuristic:
    """Heuristic that scores cards by known and estimated cards of the other seats."""

    view: PlayerView
    weights: ProbabilityWeights
    trump: Suit
    """Suit by which cards are priced: the trump, or the suit that the caller intends."""
    partnerships: Partnerships
    hidden: list[Card]
    known: Holdings
    after: list[int]
    """Other seats still to play to this trick."""
    leader: int | None
    """Seat that is winning the trick; None before the lead."""
    best: int
    """Power of the winning card."""
    points: float
    """Points in the trick, by `values`."""
    values: Mapping[Card, float]
    """Worth of each card to the seat that takes it."""

    @classmethod
    def for_view(
        cls,
        view: PlayerView,
        weights: ProbabilityWeights,
        *,
        trump: Suit | None = None,
        values: Mapping[Card, float] | None = None,
    ) -> ProbabilityHeuristic:
        """Return the heuristic for the seat of this view, which is to play."""
        hidden = hidden_cards(view)
        leader, best = winner_so_far(view)
        values = values if values is not None else view.rules.points
        return cls(
            view=view,
            weights=weights,
            trump=view.trump or trump or "",
            partnerships=partnerships_of(view),
            hidden=hidden,
            known=known_holdings(view, hidden),
            after=[seat for seat in to_play_next(view) if seat != view.seat],
            leader=leader,
            best=best,
            points=points_on_table(view, values),
            values=values,
        )

    def score(self, play: PlayCard) -> float:
        """Return the expected result of playing this card, in points; higher is better."""
        weights, card = self.weights, play.card
        worth = self.points + self.values[card] + self._to_come()
        share = self.share(card)
        outcome = share * (weights.win_price + worth) - (1 - share) * weights.loss * worth
        pulled = _ARRASTRE_POINTS * len(self.after) if play.announce else 0.0
        price, trump = prices(self.view.rules, self.trump), card[0] == self.trump
        if self.leader is None:
            cost = weights.lead_scale * price.lead[card] - weights.lead_trump * trump
            return weights.lead_hope * outcome + pulled - cost
        cost = weights.follow_scale * price.follow[card] + weights.keep_trump * trump
        return outcome + pulled - cost

    def _to_come(self) -> float:
        """Return the card points that the seats still to play are expected to add to the trick."""
        to_come = self.weights.later * len(self.after)
        if self.view.signs:
            to_come += _SIGNED_BRISCA_POINTS * sum(
                self.partnerships[seat]
                for seat in self.after
                if still_said(self.view, seat, "brisca")
            )
        return to_come

    def share(self, card: Card) -> float:
        """Return the probability (0 to 1) that the own side takes the trick with this card."""
        trick, trump = self.view.trick, self.view.trump or ""
        led = trick.plays[0].card[0] if trick and trick.plays else card[0]
        power = self.view.rules.power[trump, led]
        own = power[card]
        if self.leader is None or own > self.best:
            share, bar = 1.0, own
        else:
            share, bar = self.partnerships[self.leader], self.best
        stake, lost = self.points + self.values[card], bar
        for seat in self.after:
            friend = self.partnerships[seat]
            takes = (1 - friend) * self._beats(seat, power, bar, stake, led) if friend < 1 else 0.0
            back = friend * self._beats(seat, power, lost, stake, led) if friend else 0.0
            share, before = share * (1 - takes) + (1 - share) * back, share
            if before * takes > 0:
                lost = max(lost, self._taker(seat, power, bar))
        return share

    def _taker(self, seat: int, power: Mapping[Card, int], bar: int) -> int:
        """Return the power of the card with which this seat would take the trick from us."""
        beating = [power[card] for card in self.known.get(seat, ()) if power[card] > bar]
        if beating:
            return min(beating)
        higher = sorted([power[card] for card in self.hidden if power[card] > bar])
        return higher[len(higher) // 2] if higher else bar

    def _beats(
        self, seat: int, power: Mapping[Card, int], bar: int, stake: float, led: Suit
    ) -> float:
        """Return the probability that this seat beats the best card for `stake` points."""
        known = self.known.get(seat, ())
        misses = 1.0
        for card in known:
            if power[card] > bar:
                misses *= 1.0 - self._keen(card, stake)
        rest = self.view.counts[seat] - len(known)
        if rest <= 0 or not self.hidden:
            return 1.0 - misses
        return 1.0 - misses * (1.0 - self._unknown(seat, power, bar, stake, led, rest))

    def _unknown(
        self,
        seat: int,
        power: Mapping[Card, int],
        bar: int,
        stake: float,
        led: Suit,
        held: int,
    ) -> float:
        """Return the probability that `held` unknown cards of this seat beat the best card."""
        hidden, size = self.hidden, len(self.hidden)
        beating = [card for card in hidden if power[card] > bar]
        if has_no_trump(self.view, seat):
            beating = [card for card in beating if card[0] != self.view.trump]
        if not beating:
            return 0.0
        if self.view.rules.obliged == "free":
            keen = sum([self._keen(card, stake) for card in beating])
            return float(1.0 - (1.0 - keen / size) ** held)
        of_suit = sum(card[0] == led for card in hidden)
        void = (1.0 - of_suit / size) ** held
        higher = sum(card[0] == led for card in beating)
        follows = (1.0 - (1.0 - higher / size) ** held) * self.weights.same_suit
        if led == self.trump or higher == len(beating):
            return float(follows)
        trumps = len(beating) - higher
        return float(follows + void * (1.0 - (1.0 - trumps / size) ** held))

    def _keen(self, card: Card, stake: float) -> float:
        """Return the probability that a seat that could take the trick with this card does so."""
        weights = self.weights
        if card[0] != self.view.trump:
            return weights.same_suit
        return min(1.0, weights.trump_least + weights.trump_per_point * stake)
