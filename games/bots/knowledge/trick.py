"""What lies open to every seat: the trick so far, who plays to it next, and what is not seen."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import Card, PlayerView, Rules


def avoids_points(rules: Rules) -> bool:
    """Whether who takes few points wins (rules, 3.2)."""
    return bool(rules.option("score.policy") == "stay_under")


def to_play_next(view: PlayerView) -> list[int]:
    """The seats that play to the trick after this one, in order; each as often as it plays."""
    rules, trick = view.rules, view.trick
    if trick is None:
        return []
    laid = len(trick.plays)
    return [(trick.leader + at) % rules.players for at in range(laid + 1, rules.trick_size)]


def winner_so_far(view: PlayerView) -> tuple[int | None, int]:
    """The seat that is winning the trick, None before the lead, and the power of its card."""
    if view.trick is None or not view.trick.plays:
        return None, 0
    laid = view.trick.plays
    power = view.rules.power[view.trump or "", laid[0].card[0]]
    best = max(laid, key=lambda play: power[play.card])
    return best.seat, power[best.card]


def points_on_table(view: PlayerView, values: Mapping[Card, float] | None = None) -> float:
    """Card points in the trick so far, or what else its cards are worth."""
    if view.trick is None:
        return 0
    worth = view.rules.points if values is None else values
    return sum([worth[play.card] for play in view.trick.plays])


def unseen_cards(view: PlayerView) -> list[Card]:
    """Cards of the pack that do not lie open and are not in this hand."""
    seen = set(view.hand)
    if view.turned is not None:
        seen.add(view.turned)
    for laid in (view.trick, view.last_trick):
        if laid is not None:
            seen.update(play.card for play in laid.plays)
    return [card for card in view.rules.deck if card not in seen]
