"""Facts that every seat sees: the trick so far, who plays next, and which cards are unseen."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import Card, PlayerView, Rules


def avoids_points(rules: Rules) -> bool:
    """Return whether sides with few points win (rules, 3.2)."""
    return bool(rules.option("score.policy") == "stay_under")


def to_play_next(view: PlayerView) -> list[int]:
    """Return the seats that play to this trick after the seat to play, in order.

    A seat is listed as often as it plays.
    """
    rules, trick = view.rules, view.trick
    if trick is None:
        return []
    laid = len(trick.plays)
    return [(trick.leader + at) % rules.players for at in range(laid + 1, rules.trick_size)]


def winner_so_far(view: PlayerView) -> tuple[int | None, int]:
    """Return the seat that is winning the trick and its card's power; (None, 0) before the lead."""
    if view.trick is None or not view.trick.plays:
        return None, 0
    laid = view.trick.plays
    power = view.rules.power[view.trump or "", laid[0].card[0]]
    best = max(laid, key=lambda play: power[play.card])
    return best.seat, power[best.card]


def points_on_table(view: PlayerView, values: Mapping[Card, float] | None = None) -> float:
    """Return the card points in the trick in progress, or the sum of its cards' `values`."""
    if view.trick is None:
        return 0
    worth = view.rules.points if values is None else values
    return sum([worth[play.card] for play in view.trick.plays])


def unseen_cards(view: PlayerView) -> list[Card]:
    """Return the deck's cards that are not in hand, turned up, or in this or the last trick."""
    visible = set(view.hand)
    if view.turned is not None:
        visible.add(view.turned)
    for laid in (view.trick, view.last_trick):
        if laid is not None:
            visible.update(play.card for play in laid.plays)
    return [card for card in view.rules.deck if card not in visible]
