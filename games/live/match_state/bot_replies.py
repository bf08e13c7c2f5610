"""Replies of bots to an offer: a draw, a pause, or to give up."""

from __future__ import annotations

from games.bots.players.consent import agrees
from games.engine import Action, Offer, Reply, apply, open_offer, view_for, waited_for
from games.engine.phases.offers import PAUSE
from games.live.match_state.match_state import Game, Step


def replies(game: Game, action: Action) -> list[Step]:
    """Return the bots' answers to an offer (draw, pause, giving up), to be written with it.

    Other actions than offers get no steps. A pause does not wait for programs of other makers.

    Raises:
        IllegalAction: where the offer is refused.
    """
    if not isinstance(action, Offer):
        return []
    state, _ = apply(game.state, action)
    made = open_offer(state)
    if made is None:
        return []
    steps: list[Step] = []
    for seat in waited_for(state.rules, made):
        program = made.what == PAUSE and game.info.seats[seat].kind == "bot"
        if not (program or game.bot_at(seat)):
            continue
        yes = agrees(view_for(state, seat), made.what)
        answer = Reply(seat, made.what, yes)
        steps.append(Step(answer, "bot", f"reply:{game.seq + 1}"))
        if not yes:
            break
    return steps
