"""The likely continuation of a deal after another card."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from games.analysis.played_cards import PlayedCard
from games.bots.players.learned_bot import LearnedBot
from games.engine import (
    ArmExchange,
    Exchange,
    MatchState,
    PlayCard,
    apply,
    view_for,
)

SHOWN_TRICKS: Final = 3
"""Tricks of a line that are shown, that of the better card among them."""
_LINE_ACTIONS: Final = (PlayCard, Exchange, ArmExchange)


def continuation_after(played: PlayedCard, card: str) -> dict[str, Any]:
    """Return the likely continuation of a deal if `card` replaces the card of `played`.

    The bot `learned` plays all seats, with the cards as they lay. The keys are plays (up to
    SHOWN_TRICKS tricks), points (card points of each side at the end), ended_by, and contract,
    which may be None.
    """
    bot = LearnedBot()
    rng = random.Random(0)  # noqa: S311 - it draws nothing for a card
    state, _ = apply(played.state, PlayCard(played.seat, card))
    plays = [{"seat": played.seat, "card": card}]
    number = state.number
    while state.phase == "play" and state.turn is not None and state.number == number:
        view = view_for(state, state.turn)
        legal = tuple(option for option in view.legal if isinstance(option, _LINE_ACTIONS))
        if not legal:
            break
        action = bot.choose(replace(view, legal=legal), rng)
        if isinstance(action, PlayCard) and _trick(state) < played.trick + SHOWN_TRICKS:
            plays.append({"seat": action.seat, "card": action.card})
        state, _ = apply(state, action)
    result = next((result for result in state.results if result.deal == number), None)
    contract = None if result is None else result.contract
    return {
        "plays": plays,
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
