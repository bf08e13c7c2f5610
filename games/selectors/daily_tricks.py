"""The tricks of tries at a deal of the day, and where two tries part.

Both functions read finished tries whose cards are secret until the deal is published. Callers
check `results_open` before they show anything of them to somebody.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from games.models import MatchRecord
from games.selectors.daily_par import PLAYER_SEAT


class TriedTrick(NamedTuple):
    """A completed trick of a try at a daily deal, as its player's side took it or lost it."""

    card: str
    """Code of the card that the player played."""
    taken: bool
    """True if the player's side took the trick."""
    points: int
    """Card points in the trick."""


class Parting(NamedTuple):
    """The first trick in which two tries at the same deal have different cards of their players."""

    number: int
    """Number of the trick, from 1."""
    own: TriedTrick
    best: TriedTrick


def tricks_of(daily: int, players: Sequence[int]) -> dict[int, list[TriedTrick]]:
    """Return player (row id) -> completed tricks of the player's finished try at a daily deal.

    `daily` is a row id. Players without a finished try are left out.
    """
    records = MatchRecord.objects.filter(
        match__daily_try__daily=daily,
        match__daily_try__player__in=players,
        match__daily_try__points__isnull=False,
    )
    rows = records.values_list("match__daily_try__player", "match__sides", "body")
    return {player: _tricks(bytes(body), sides) for player, sides, body in rows}


def _tricks(body: bytes, sides: list[list[int]]) -> list[TriedTrick]:
    """Return the completed tricks of the only deal of a stored record, seen by the player."""
    record = orjson.loads(zlib.decompress(body))
    own_side = next(side for side in sides if PLAYER_SEAT in side)
    return [
        TriedTrick(_own_card(trick["plays"]), trick["winner"] in own_side, trick["points"])
        for deal in record["deals"]
        for trick in deal["tricks"]
        if trick["winner"] is not None
    ]


def _own_card(plays: list[dict[str, object]]) -> str:
    """Return the code of the card that the player of a daily deal played to a trick."""
    return next(str(play["card"]) for play in plays if play["seat"] == PLAYER_SEAT)


def parting(own: Sequence[TriedTrick], best: Sequence[TriedTrick]) -> Parting | None:
    """Return the first trick in which two tries differ in the player's card; None without one."""
    for number, (own_trick, best_trick) in enumerate(zip(own, best, strict=False), 1):
        if own_trick.card != best_trick.card:
            return Parting(number, own_trick, best_trick)
    return None
