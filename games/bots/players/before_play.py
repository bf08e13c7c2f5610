"""Actions of the levels greedy and rules before the play: bid, discard, call."""

from __future__ import annotations

from games.bots.evaluation.auction import choose_bid, choose_call
from games.bots.players.discards import choose_discard
from games.engine import Action, PlayerView


def before_play(view: PlayerView) -> Action | None:
    """Return the bid, discard or call that the phase asks of the viewer; None in other phases."""
    match view.phase:
        case "auction":
            return choose_bid(view)
        case "discard":
            return choose_discard(view)
        case "call":
            return choose_call(view)
        case _:
            return None
