"""The likely continuation of a deal after another card."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from games.analysis.moments import Moment
from games.bots.players.learned_bot import LearnedBot
from games.engine import (
    ArmExchange,
    Exchange,
    MatchState,
    PlayCard,
    apply,
    view_for,
)

TRICKS: Final = 3
"""Tricks of a line that are shown, that of the better card among them."""
_ON: Final = (PlayCard, Exchange, ArmExchange)


def line_after(moment: Moment, card: str) -> dict[str, Any]:
    """Return how a deal may go on if `card` is played in place of the card of `moment`.

    The bot `learned` plays all seats, with the cards as they lay. The keys are plays (up to TRICKS
    tricks), points (card points of each side at the end), ended_by, and contract, maybe None.
    """
    bot = LearnedBot()
    rng = random.Random(0)  # noqa: S311 - it draws nothing for a card
    state, _ = apply(moment.state, PlayCard(moment.seat, card))
    told = [{"seat": moment.seat, "card": card}]
    number = state.number
    while state.phase == "play" and state.turn is not None and state.number == number:
        view = view_for(state, state.turn)
        legal = tuple(one for one in view.legal if isinstance(one, _ON))
        if not legal:
            break
        action = bot.choose(replace(view, legal=legal), rng)
        if isinstance(action, PlayCard) and _trick(state) < moment.trick + TRICKS:
            told.append({"seat": action.seat, "card": action.card})
        state, _ = apply(state, action)
    result = next((one for one in state.results if one.deal == number), None)
    contract = None if result is None else result.contract
    return {
        "plays": told,
        "points": _points(state),
        "ended_by": None if result is None else result.ended_by,
        "contract": None
        if contract is None
        else {"made": contract.made, "target": contract.target},
    }


def _trick(state: MatchState) -> int:
    return len(state.deal.tricks) + 1 if state.deal is not None else 0


def _points(state: MatchState) -> list[int]:
    """Return the card points of each side in the deal so far."""
    seats = state.deal.points if state.deal is not None else ()
    return [sum(seats[seat] for seat in side) for side in state.rules.sides]
