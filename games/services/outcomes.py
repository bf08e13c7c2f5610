"""Outcomes of records: the rows that a finished match leaves, computed from its record alone.

`outcome_of` needs no database, so other processes may prepare what one process then writes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from games.record.errors import RecordError
from games.record.record import ABANDONED, DUPLICATE
from games.services.records import packed
from games.stats.figures import MatchCount, count_match
from games.stats.match_traits import match_traits
from games.stats.pools import pool_name
from games.stats.results import deal_winners, extras_of

Json: TypeAlias = dict[str, Any]
UNCOUNTED: Final = ("resigned", "agreed", ABANDONED)
"""Ends of deals that were not counted and have no row of their own."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,16}", re.ASCII)
_NAME: Final = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,32}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match from a record, without players and times; JSON fields are text."""

    preset: str
    options: Json
    rules_hash: str
    pool: str
    match: Json
    """Fields of `Match` that follow from what was played."""
    seats: list[tuple[int, bool | None, int, int]]
    """For each seat its side, whether it won (None for a draw), deals won, and points."""
    sides: list[list[int]]
    deals: list[tuple[tuple[Any, ...], list[tuple[Any, ...]]]]
    """Values of `bulk.DEAL_COLUMNS` from `number` on, each with the values of `bulk.TRICK_COLUMNS` after `deal`."""
    proofs: list[Json]
    """Fairness blocks of the decks that were made for this match."""
    record: Json
    """The parts of the record that figures and ratings read beside `counted`."""
    counted: MatchCount


@dataclass(frozen=True, slots=True)
class Kept:
    """One match read from a record and ready to be stored: id, times, players, result, record."""

    public_id: str
    started_at: datetime
    finished_at: datetime
    sitters: list[tuple[str, str]]
    """Name and kind of the players, in the order of the seats."""
    body: bytes
    sha256: str
    outcome: Outcome


def kept(record: Json) -> Kept:
    """Return the match of a verified record in the form in which it is stored.

    Raises:
        RecordError: the match was abandoned, or its id or a name cannot be stored on this site.
    """
    if record["ended_by"] == ABANDONED:
        raise RecordError("ended_by", "a match that was given up is not kept")
    if not _ID.fullmatch(record["match"]):
        raise RecordError("match", "is no id of a match here")
    for number, seat in enumerate(record["seats"]):
        if not _NAME.fullmatch(seat["player"]):
            raise RecordError(f"seats[{number}].player", "is no name that a player has here")
    body, sha256 = packed(record)
    return Kept(
        public_id=record["match"],
        started_at=datetime.fromisoformat(record["started_at"]),
        finished_at=datetime.fromisoformat(record["finished_at"]),
        sitters=[(seat["player"], seat["kind"]) for seat in record["seats"]],
        body=body,
        sha256=sha256,
        outcome=outcome_of(record),
    )


def outcome_of(record: Json) -> Outcome:
    """Return the result of a record's match, as values of the rows to be stored."""
    counted = [deal for deal in record["deals"] if deal["ended_by"] not in UNCOUNTED]
    winners = record["winners"]
    deals_won = Counter(side for deal in record["deals"] for side in deal_winners(record, deal))
    points = [
        sum(deal["points"]["seats"][seat["seat"]] for deal in counted) for seat in record["seats"]
    ]
    players = len(record["seats"])
    return Outcome(
        preset=record["preset"],
        options=record["rules"],
        rules_hash=record["rules_hash"],
        pool=pool_name(players, record["rules"]),
        match={
            "preset": record["preset"],
            "players": players,
            "sides": record["sides"],
            "first_dealer": record["deals"][0]["dealer"],
            "deal_count": len(counted),
            "score": record["score"],
            "winners": winners,
            "ended_by": record["ended_by"],
            "boards": record.get(DUPLICATE, {}).get("boards", 0),
            **match_traits(record),
        },
        seats=[
            (
                seat["side"],
                seat["side"] in winners if winners else None,
                deals_won[seat["side"]],
                points[seat["seat"]],
            )
            for seat in record["seats"]
        ],
        sides=record["sides"],
        deals=[(_deal_values(deal), _trick_values(deal)) for deal in counted],
        proofs=[
            deal["fairness"]
            for deal in record["deals"]
            if deal["fairness"]
            and (deal["fairness"]["match"], deal["fairness"]["deal"])
            == (record["match"], deal["number"])
        ],
        record=_result(record),
        counted=count_match(record),
    )


def _result(record: Json) -> Json:
    """Return a match's record without the cards played.

    The seats, sides, rules and scores, and the result of every deal, remain.
    """
    of_deal = ("points", "game_points", "extras", "contract", "ended_by")
    return {
        **{
            name: record[name]
            for name in ("rules", "seats", "sides", "score", "winners", "ended_by")
        },
        "deals": [
            {name: deal[name] for name in of_deal if name in deal} for deal in record["deals"]
        ],
    }


def _deal_values(deal: Json) -> tuple[Any, ...]:
    """Return a deal's database values, in the order of `bulk.DEAL_COLUMNS` from `number` on."""
    trump = deal["trump"] or {}
    contract = deal.get("contract")
    return (
        deal["number"],
        deal["dealer"],
        trump.get("suit") or "",
        trump.get("card") or "",
        _text(deal["points"]["seats"]),
        _text(deal["points"]["sides"]),
        _text(deal["game_points"]),
        _text(extras_of(deal)),
        None if contract is None else _text(contract),
        deal["ended_by"],
    )


def _trick_values(deal: Json) -> list[tuple[Any, ...]]:
    """Return the database values of a deal's won tricks, as `bulk.TRICK_COLUMNS` after `deal`."""
    return [
        (
            trick["number"],
            trick["leader"],
            _text([[play["seat"], play["card"]] for play in trick["plays"]]),
            trick["winner"],
            trick["points"],
            trick["trump"] or "",
        )
        for trick in deal["tricks"]
        if trick["winner"] is not None
    ]


def _text(value: Any) -> str:
    """Return a value as JSON text."""
    return json.dumps(value)
