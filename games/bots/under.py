"""Staying under a limit (rules, 3.2): win no points, and let others have the dangerous cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.bots.base import points_on_table, to_play_next, unseen_cards, winner_so_far
from games.bots.camps import Camps, camps_of
from games.engine import Card, PlayCard, PlayerView


@dataclass(frozen=True, slots=True)
class Caution:
    """How a seat weighs what it would rather not take; points, but for shares."""

    later: float
    """Points that each seat still to play is expected to throw in."""
    lost: float
    """What it costs to go over the limit, beside the points."""
    takes: float
    """How readily a seat that would rather not takes a trick."""
    points: float
    """Share of a card's points that it costs to keep it,"""
    rank: float
    """and for each place of its rank,"""
    trump: float
    """and for being a trump."""
    over: float
    """Share of the points that still matters over the limit."""


CAUTION: Final = Caution(3.0, 61.0, 0.0, 0.18, 0.0, 2.0, 0.93)


@dataclass(slots=True)
class Under:
    """What a seat weighs that is to play and wants no points."""

    view: PlayerView
    caution: Caution
    camps: Camps
    unseen: list[Card]
    after: list[int]
    room: int
    """Points that the own side may still take."""

    @classmethod
    def of(cls, view: PlayerView, caution: Caution = CAUTION) -> Under:
        """For the seat of this view."""
        rules, seat = view.rules, view.seat
        assert seat is not None
        return cls(
            view=view,
            caution=caution,
            camps=camps_of(view),
            unseen=unseen_cards(view),
            after=[other for other in to_play_next(view) if other != seat],
            room=rules.option("mexican.limit") - view.side_points[rules.side_of[seat]],
        )

    def score(self, play: PlayCard) -> float:
        """The higher the better, in points."""
        view, card = self.view, play.card
        leader, best = winner_so_far(view)
        trick, trump = view.trick, view.trump or ""
        led = trick.plays[0].card[0] if trick and trick.plays else card[0]
        power = view.rules.power[trump, led]
        stake = points_on_table(view) + view.rules.points[card]
        if leader is None or power[card] > best:
            bar, ours = power[card], 1.0
        else:
            bar, ours = best, self.camps[leader]
        for seat in self.after:
            higher = sum(power[other] > bar for other in self.unseen)
            has = 1.0 - (1.0 - higher / max(1, len(self.unseen))) ** view.counts[seat]
            takes = self.caution.takes * has
            ours = ours * (1 - takes) + takes * self.camps[seat]
        return self.danger(card) - ours * self._cost(stake + self.caution.later * len(self.after))

    def danger(self, card: Card) -> float:
        """What it costs to keep this card, which may have to take a trick."""
        rules, caution = self.view.rules, self.caution
        strength = len(rules.order) - rules.order.index(int(card[1:]))
        trump = caution.trump * (card[0] == self.view.trump)
        return caution.points * rules.points[card] + caution.rank * strength + trump

    def _cost(self, points: float) -> float:
        """What taking so many points costs; over the limit they matter less."""
        if self.room < 0:
            return self.caution.over * points
        return points + (self.caution.lost if points > self.room else 0.0)
