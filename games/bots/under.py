"""Staying under a limit (rules, 3.2): win no points, and let others have the dangerous cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.bots.base import points_on_table, to_play_next, unseen_cards, winner_so_far
from games.bots.camps import Camps, camps_of
from games.engine import Card, PlayCard, PlayerView

_LATER: Final = 3.0
"""Points that each seat still to play is expected to throw in."""
_LOST: Final = 40.0
"""What it costs to go over the limit, beside the points."""
_TAKES: Final = 0.35
"""How readily a seat that would rather not takes a trick."""
_DANGER: Final = 0.5
"""Share of a card's points that it costs to keep it,"""
_RANK: Final = 0.35
"""and for each place of its rank,"""
_TRUMP: Final = 5.0
"""and for being a trump."""


@dataclass(slots=True)
class Under:
    """What a seat weighs that is to play and wants no points."""

    view: PlayerView
    camps: Camps
    unseen: list[Card]
    after: list[int]
    room: int
    """Points that the own side may still take."""

    @classmethod
    def of(cls, view: PlayerView) -> Under:
        """For the seat of this view."""
        rules, seat = view.rules, view.seat
        assert seat is not None
        return cls(
            view=view,
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
            takes = _TAKES * has
            ours = ours * (1 - takes) + takes * self.camps[seat]
        return self.danger(card) - ours * self._cost(stake + _LATER * len(self.after))

    def danger(self, card: Card) -> float:
        """What it costs to keep this card, which may have to take a trick."""
        rules = self.view.rules
        strength = len(rules.order) - rules.order.index(int(card[1:]))
        trump = _TRUMP * (card[0] == self.view.trump)
        return _DANGER * rules.points[card] + _RANK * strength + trump

    def _cost(self, points: float) -> float:
        """What taking so many points costs; over the limit they matter less."""
        if self.room < 0:
            return 0.5 * points
        return points + (_LOST if points > self.room else 0.0)
