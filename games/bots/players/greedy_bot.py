"""The greedy bot: takes the most points at once, else plays its cheapest card."""

from __future__ import annotations

import random

from games.bots.knowledge.trick import avoids_points, points_on_table, winner_so_far
from games.bots.players.before_play import before_play
from games.bots.players.bot import beside_play, plays
from games.engine import Action, PlayCard, PlayerView

_TRUMP_PRICE = 6.0
"""Points that using a trump must bring."""
_LEAST_GAIN = -3.0
"""Gain above which the best card is played; else the cheapest one."""


class GreedyBot:
    """The greedy bot, which takes the most points at once and looks at nothing but the trick."""

    name = "greedy"

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return an action due before a card, else the card that gains most now or is cheapest."""
        before = before_play(view) or beside_play(view)
        if before is not None:
            return before
        cards = plays(view)
        if avoids_points(view.rules):
            return min(cards, key=lambda play: _burden(view, play))
        if not points_on_table(view) and not (view.trick and view.trick.plays):
            return min(cards, key=lambda play: _price(view, play))
        best = max(cards, key=lambda play: _gain(view, play))
        if _gain(view, best) > _LEAST_GAIN:
            return best
        return min(cards, key=lambda play: _price(view, play))


def _gain(view: PlayerView, play: PlayCard) -> float:
    """Return the trick's points minus the price of a trump, if this card would win the trick."""
    assert view.trick is not None
    power = view.rules.power[view.trump or "", view.trick.plays[0].card[0]]
    points = points_on_table(view) + view.rules.points[play.card]
    if power[play.card] <= winner_so_far(view)[1] or not points:
        return -100.0
    return points - _TRUMP_PRICE * (play.card[0] == view.trump)


def _burden(view: PlayerView, play: PlayCard) -> tuple[float, float]:
    """Return a sort key of a card, the least harmful first, in games where points are unwelcome."""
    trick, points = view.trick, view.rules.points[play.card]
    led = trick.plays[0].card[0] if trick and trick.plays else play.card[0]
    power = view.rules.power[view.trump or "", led]
    if power[play.card] > winner_so_far(view)[1]:
        return points_on_table(view) + points, _price(view, play)
    return -1.0, -_price(view, play)


def _price(view: PlayerView, play: PlayCard) -> float:
    """Return the cost, in points, of playing this card to a trick that it does not win."""
    rules, card = view.rules, play.card
    return 10 * rules.points[card] + 5 * (card[0] == view.trump) + 0.1 * rules.strengths[card]
