"""What else could have been played: from any place of a finished match, with open cards.

A place is a deal and how many of its cards had been played. A line is a list of numbers: of the
moves that the seat to act has at each step, as they are listed, the one that is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from games.engine import (
    Action,
    Exchange,
    MatchState,
    PlayCard,
    action_to_json,
    apply,
    legal_actions,
    start,
)
from games.record.log import MatchLog, read_action

Json: TypeAlias = dict[str, Any]
PLACE: Final = r"^d[0-9]{1,3}([tax][0-9]{1,3}(c[0-9]|d)?|end)?$"
"""An address within a review: a deal or its end, a trick, a card of it, something else that was done."""
LONGEST: Final = 120
"""Moves of a line: more than any deal has."""


class VariationError(ValueError):
    """There is no such place, or no such move there."""


def variation(log: MatchLog, deal: int, plays: int, line: Sequence[int]) -> Json:
    """Where a line leads from a place, with all cards: for matches that are over and no others.

    Raises VariationError.
    """
    if len(line) > LONGEST:
        raise VariationError("longer than any deal")
    state = _at(log, deal, plays)
    moves = []
    for choice in line:
        legal = _moves(state)
        if choice >= len(legal):
            raise VariationError(f"there is no move {choice} of {len(legal)}")
        action = legal[choice]
        moves.append({"seat": action.seat, **action_to_json(action)})
        state, _ = apply(state, action)
    return {**_open(state), "moves": moves}


def _at(log: MatchLog, number: int, plays: int) -> MatchState:
    """The state in which the next card of a deal was played, after so many of it."""
    state = start(log.rules, dealer=log.dealer)
    played = 0
    for entry in log.entries:
        if state.number == number and entry.action["type"] == "play":
            if played == plays:
                return state
            played += 1
        state, _ = apply(state, read_action(entry, state.number, log.decks))
    raise VariationError(f"deal {number} has no card after {plays}")


def _moves(state: MatchState) -> list[Action]:
    """The cards and exchanges of the seat to act; nothing in a deal that is over."""
    if state.phase != "play" or state.turn is None:
        return []
    legal = legal_actions(state, state.turn)
    return [action for action in legal if isinstance(action, PlayCard | Exchange)]


def _open(state: MatchState) -> Json:
    deal = state.deal
    assert deal is not None, "a card was played"
    over = state.phase != "play"
    return {
        "deal": state.number,
        "over": over,
        "turn": None if over else state.turn,
        "hands": [list(hand) for hand in deal.hands],
        "trick": [{"seat": play.seat, "card": play.card} for play in deal.plays],
        "tricks": len(deal.tricks),
        "taken": deal.tricks[-1].winner if deal.tricks else None,
        "trump": deal.trump or None,
        "turned": deal.turned,
        "stock": deal.stock_left,
        "points": [sum(deal.points[seat] for seat in side) for side in state.rules.sides],
        "legal": [action_to_json(action) for action in _moves(state)],
    }
