"""Resigning and taking back, for a person who plays with the house's bots alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.engine import Action, Offer, Resign, action_from_json, is_turn
from games.engine.phases.settle import begun, may_resign
from games.live.core.errors import Refused
from games.live.match_state.match_state import Game, Json, MatchInfo
from games.live.match_state.sign_detection import noticed
from games.record.log import TAKE_BACK, TakeBack

RESIGN: Final = "resign"
UNDOABLE_ACTIONS: Final = frozenset({"play", "bid", "declare", "discard", "exchange", "claim"})
"""Types of action that can be taken back, with all that was said or looked at after them."""


def plays_for_fun(info: MatchInfo, seat: int) -> bool:
    """Return whether a seat plays with the site's bots alone and nothing depends on the result.

    That is: no rating, no stake, and no deck by which players are compared.
    """
    own = info.seats[seat]
    others = [other for other in info.seats if other.seat != seat]
    alone = own.kind != "bot" and all(other.bot for other in others)
    weighs = (
        info.rated
        or info.boards
        or info.shared is not None
        or info.tournament
        or info.rules.option("pot.stake")
    )
    return alone and not weighs


def waits_for_person(game: Game) -> bool:
    """Return whether a match waits for the one person who plays it, however long that takes.

    It does if all others are bots of the site and there is no clock, unless other people play the
    same decks or the match belongs to a tournament.
    """
    info, people = game.info, game.people()
    return (
        len(people) == 1
        and game.time.turn_ms is None
        and info.shared is None
        and not info.tournament
        and not game.substitutes.get(people[0])
    )


def may_do(game: Game, seat: int | None) -> list[str]:
    """Return the actions that this seat may take now only because it plays with bots alone.

    These are taking back a move and giving up; [] for a spectator (`seat` None).
    """
    if seat is None or not plays_for_fun(game.info, seat):
        return []
    resigns = begun(game.state) and not may_resign(game.state)
    back = back_to(game, seat) is not None
    return [name for name, may in ((TAKE_BACK, back), (RESIGN, resigns)) if may]


def back_to(game: Game, seat: int) -> int | None:
    """Return the journal entry (seq) to which a seat's latest decision can be undone; or None.

    A decision can be undone only in the running deal: once a deal is counted, its deck is known.
    """
    state = game.state
    if state.paused or not is_turn(state.phase) or not plays_for_fun(game.info, seat):
        return None
    for entry in reversed(game.log.entries):
        if entry.action["type"] == "deal":
            return None
        if entry.seat == seat and entry.by != "bot" and entry.action["type"] in UNDOABLE_ACTIONS:
            return entry.seq - 1
    return None


def asked_action(game: Game, seat: int, asked: Json) -> Action:
    """Return the action that a person's JSON asks for; a sign gets the opponents who notice it.

    Raises:
        IllegalAction: where `asked` is no action.
        Refused: where nothing may be taken back, or nobody may give up or offer anything because
            the match is a game of a tournament.
    """
    if asked == {"type": TAKE_BACK}:
        to = back_to(game, seat)
        if to is None:
            raise Refused("take_back_not_now")
        return TakeBack(seat, to)
    action = noticed(game.info.rules, action_from_json(seat, asked))
    if game.info.tournament and isinstance(action, Resign | Offer):
        raise Refused("not_in_tournament")
    if isinstance(action, Resign) and RESIGN in may_do(game, seat):
        return replace(action, alone=True)
    return action
