"""The end of a match that the others have chosen because a player is gone.

In a match of two the house gives the match up for that player. In any other it agrees to a draw for
all seats. The entries are marked as the clock's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import Action, MatchState, Offer, Reply, Resign, Resume, apply
from games.engine.phases.offers import DRAW, may_offer, open_offer, waited_for
from games.engine.phases.settle import may_resign
from games.live.match_state.match_state import Game, Step

MAX_ENDING_ACTIONS: Final = 20
"""Limit on the number of actions that end a match, above any real number."""


def ending_steps(game: Game, seat: int) -> tuple[Step, ...]:
    """Return the steps that end a match because the player at `seat` is gone; () if impossible.

    Ending is impossible between the cut and the deal, for instance.
    """
    return tuple(
        Step(action, "clock", f"absent:{game.seq}.{number}")
        for number, action in enumerate(ending_actions(game.state, seat))
    )


def ending_actions(state: MatchState, seat: int) -> list[Action]:
    """Return the actions that end a match because the player at `seat` is gone; [] if none can."""
    if may_resign(state):
        return [Resign(seat)]
    actions = []
    for action in _agreement(state, seat):
        actions.append(action)
        state, _ = apply(state, action)
        if state.phase == "match_over":
            return actions
    return []


def _agreement(state: MatchState, absent: int) -> Iterator[Action]:
    """Yield the actions by which all seats agree to a draw, as far as the rules allow them."""
    for _ in range(MAX_ENDING_ACTIONS):
        action = _next_action(state, absent)
        if action is None:
            return
        yield action
        state, _events = apply(state, action)


def _next_action(state: MatchState, absent: int) -> Action | None:
    """Return the next action on the way to an agreed draw; None if there is none."""
    accord, offer = state.accord, open_offer(state)
    if accord is not None and accord.paused is not None:
        return Resume(accord.paused)
    if offer is not None and offer.what != DRAW:
        return Reply(offer.seat, offer.what, False)
    if offer is not None:
        return Reply(waited_for(state.rules, offer)[0], DRAW, True)
    seats = (absent, *range(state.rules.players))
    return next((Offer(seat, DRAW) for seat in seats if DRAW in may_offer(state, seat)), None)
