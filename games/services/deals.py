"""Storage of counted deals and their tricks, inside the caller's transaction.

The statements are plain SQL: the ORM takes 2 ms longer, and all tables wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from json import dumps
from typing import Any, Final

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import JSONField, Model

from games.engine import Trick, contract_to_json, extras_to_json
from games.engine.results import DealResult
from games.models import Deal
from games.models import Trick as TrickRow

_TRICK_COLUMNS: Final = ("deal_id", "number", "leader", "plays", "winner", "points", "trump")


def finish_deal(*, match_id: int, result: DealResult, tricks: Sequence[Trick]) -> int:
    """Insert a finished deal of a match (row id) and its tricks; return the deal's row id."""
    contract = contract_to_json(result.contract)
    values = {
        "match_id": match_id,
        "number": result.deal,
        "dealer": result.dealer,
        "trump_suit": result.trump_suit,
        "trump_card": result.trump_card or "",
        "seat_points": dumps(list(result.seat_points)),
        "side_points": dumps(list(result.side_points)),
        "game_points": dumps(list(result.game_points)),
        "extras": dumps(extras_to_json(result.extras)),
        "contract": None if contract is None else dumps(contract),
        "ended_by": result.ended_by,
    }
    with connection.cursor() as cursor:
        _insert(cursor, Deal, tuple(values), [tuple(values.values())], " RETURNING id")
        deal = int(cursor.fetchone()[0])
        if tricks:
            _insert(
                cursor, TrickRow, _TRICK_COLUMNS, [_trick_values(deal, trick) for trick in tricks]
            )
    return deal


def _trick_values(deal: int, trick: Trick) -> tuple[Any, ...]:
    """Return the values of a trick's database row, in the order of _TRICK_COLUMNS."""
    plays = dumps([(play.seat, play.card) for play in trick.plays])
    return deal, trick.number, trick.leader, plays, trick.winner, trick.points, trick.trump


def _insert(
    cursor: CursorWrapper,
    model: type[Model],
    names: tuple[str, ...],
    rows: Sequence[tuple[Any, ...]],
    tail: str = "",
) -> None:
    """Insert rows into a model's table by one SQL statement; JSON columns take JSON text."""
    columns, places = _insertion(connection.vendor, model, names)
    cursor.execute(
        f"INSERT INTO {columns} VALUES {', '.join([places] * len(rows))}{tail}",  # noqa: S608
        [value for row in rows for value in row],
    )


@cache
def _insertion(vendor: str, model: type[Model], names: tuple[str, ...]) -> tuple[str, str]:
    """Return SQL for an INSERT: the quoted table name with columns, one row's placeholders."""
    json = (
        {field.column for field in model._meta.concrete_fields if isinstance(field, JSONField)}
        if vendor == "postgresql"
        else frozenset()
    )
    places = ", ".join("%s::jsonb" if name in json else "%s" for name in names)
    quoted = ", ".join(f'"{name}"' for name in names)
    return f'"{model._meta.db_table}" ({quoted})', f"({places})"
