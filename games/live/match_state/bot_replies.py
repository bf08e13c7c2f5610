"""Replies of bots: to an offer (a draw, a pause, to give up), and to what a partner says aloud."""

from __future__ import annotations

from games.bots.players.consent import agrees
from games.bots.players.open_talk import REPLYING_LEVELS, reply_to
from games.engine import Action, Ask, Offer, Reply, Say, apply, open_offer, view_for, waited_for
from games.engine.phases.offers import PAUSE
from games.live.match_state.match_state import Game, Step


def replies(game: Game, action: Action) -> list[Step]:
    """Return the bots' replies to an action, to be written to the journal with it.

    Bots reply to offers (draw, pause, giving up), and to what a partner asks or says.

    Raises:
        IllegalAction: where the action is refused.
    """
    if isinstance(action, Offer):
        return _consent(game, action)
    if isinstance(action, Ask | Say):
        return _spoken(game, action)
    return []


def _spoken(game: Game, action: Ask | Say) -> list[Step]:
    """Return the replies of the speaker's partners, if bots, to what the speaker says.

    Raises:
        IllegalAction: where the action is refused.
    """
    state, _ = apply(game.state, action)
    steps: list[Step] = []
    for seat in state.rules.partners(action.seat):
        if game.bot_at(seat) in REPLYING_LEVELS:
            reply = reply_to(view_for(state, seat), action)
            if reply is not None:
                steps.append(Step(reply, "bot", f"reply:{game.seq + 1}"))
    return steps


def _consent(game: Game, action: Offer) -> list[Step]:
    """Return the bots' answers to an offer (draw, pause, giving up).

    Raises:
        IllegalAction: where the offer is refused.
    """
    state, _ = apply(game.state, action)
    offer = open_offer(state)
    if offer is None:
        return []
    steps: list[Step] = []
    for seat in waited_for(state.rules, offer):
        program = offer.what == PAUSE and game.info.seats[seat].kind == "bot"
        if not (program or game.bot_at(seat)):
            continue
        yes = agrees(view_for(state, seat), offer.what)
        answer = Reply(seat, offer.what, yes)
        steps.append(Step(answer, "bot", f"reply:{game.seq + 1}"))
        if not yes:
            break
    return steps
