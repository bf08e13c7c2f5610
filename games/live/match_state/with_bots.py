"""What one person who plays with the house's bots alone may do: give up, and take back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.engine import Action, Resign, action_from_json, is_turn
from games.engine.phases.settle import begun, may_resign
from games.live.core.errors import Refused
from games.live.match_state.match_state import Game, Json, MatchInfo
from games.live.match_state.sign_detection import noticed
from games.record.log import TAKE_BACK, TakeBack

RESIGN: Final = "resign"
DECISIONS: Final = frozenset({"play", "bid", "declare", "discard", "exchange", "claim"})
"""Types of action that are taken back; what was said, signed or looked at goes with them."""


def plays_for_fun(info: MatchInfo, seat: int) -> bool:
    """Whether a person plays with house bots alone, and nothing hangs on the match.

    No rating, no stake, no deck that others are compared by.
    """
    own = info.seats[seat]
    others = [one for one in info.seats if one.seat != seat]
    alone = own.kind != "bot" and all(one.bot for one in others)
    weighs = info.rated or info.boards or info.daily is not None or info.rules.option("pot.stake")
    return alone and not weighs


def may_do(game: Game, seat: int | None) -> list[str]:
    """Return the actions beside those of the rules that this seat may take now."""
    if seat is None or not plays_for_fun(game.info, seat):
        return []
    resigns = begun(game.state) and not may_resign(game.state)
    back = back_to(game, seat) is not None
    return [name for name, may in ((TAKE_BACK, back), (RESIGN, resigns)) if may]


def back_to(game: Game, seat: int) -> int | None:
    """Return the seq to which taking the seat's latest decision back leads; None where it may not.

    Only in the deal that runs: once it is counted, its deck is known.
    """
    state = game.state
    if state.paused or not is_turn(state.phase) or not plays_for_fun(game.info, seat):
        return None
    for entry in reversed(game.log.entries):
        if entry.action["type"] == "deal":
            return None
        if entry.seat == seat and entry.by != "bot" and entry.action["type"] in DECISIONS:
            return entry.seq - 1
    return None


def asked_action(game: Game, seat: int, asked: Json) -> Action:
    """Return the action that a person asks for, with what the host adds to it.

    Raises IllegalAction where there is no such action, Refused where nothing may be taken back.
    """
    if asked == {"type": TAKE_BACK}:
        to = back_to(game, seat)
        if to is None:
            raise Refused("take_back_not_now")
        return TakeBack(seat, to)
    action = noticed(game.info.rules, action_from_json(seat, asked))
    if isinstance(action, Resign) and RESIGN in may_do(game, seat):
        return replace(action, alone=True)
    return action
