"""SQL statements for the secrets of deals, in a quarter of the time that the ORM takes.

A deal of four browsers costs a dozen of them beside its forty cards. All of them run inside the
journal's transactions (synchronous).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import orjson
from django.db import connection

from games.live.core.sql_batch import Statement
from games.models import DealNonce, DealSecret

if TYPE_CHECKING:
    from games.live.match_state.rows import SeatCommitmentRow

Json = dict[str, Any]

_SECRET_TABLE: Final = DealSecret._meta.db_table
_NONCE_TABLE: Final = DealNonce._meta.db_table
_OF_DEAL: Final = "match_id = %s AND deal_number = %s"
_KEEP: Final = (
    f'INSERT INTO "{_NONCE_TABLE}" (match_id, deal_number, seat, "commit", nonce)'
    " SELECT s.m, s.d, s.p, s.c, s.n FROM"
)
_COMMIT: Final = (
    f'WHERE NOT EXISTS (SELECT 1 FROM "{_SECRET_TABLE}" WHERE match_id = s.m AND deal_number = s.d)'  # noqa: S608
    ' ON CONFLICT (match_id, deal_number, seat) DO UPDATE SET "commit" = excluded."commit",'
    " nonce = ''"
)
_REVEAL: Final = (
    f'WHERE EXISTS (SELECT 1 FROM "{_SECRET_TABLE}" WHERE match_id = s.m AND deal_number = s.d'  # noqa: S608
    f' AND fairness IS NULL) AND EXISTS (SELECT 1 FROM "{_NONCE_TABLE}" o WHERE o.match_id = s.m'
    ' AND o.deal_number = s.d AND o.seat = s.p AND o."commit" = s.c)'
    " ON CONFLICT (match_id, deal_number, seat) DO UPDATE SET nonce = excluded.nonce"
)


def commitment_statements(rows: Sequence[SeatCommitmentRow]) -> list[Statement]:
    """Return SQL statements that store commits, replacing earlier ones, and nonces.

    The statements change fewer rows than given if a deal has gone on without a row: the deal is
    sealed, its deck is made, or no browser made that commit.
    """
    committed, revealed = [row for row in rows if not row.nonce], [row for row in rows if row.nonce]
    return [*_commitment_statements(_COMMIT, committed), *_commitment_statements(_REVEAL, revealed)]


def commits(match: int, deal: int) -> dict[int, str]:
    """Return seat -> commit (hex) of the seats that have committed for a deal of a match (row id)."""
    return dict(
        _rows(
            f'SELECT seat, "commit" FROM "{_NONCE_TABLE}" WHERE {_OF_DEAL} AND "commit" <> \'\'',  # noqa: S608
            (match, deal),
        )
    )


def shown(match: int, deal: int) -> dict[int, str]:
    """Return seat -> nonce (hex) of the seats that revealed their nonce for a deal of a match.

    `match` is a row id.
    """
    return dict(
        _rows(
            f"SELECT seat, nonce FROM \"{_NONCE_TABLE}\" WHERE {_OF_DEAL} AND nonce <> ''",  # noqa: S608
            (match, deal),
        )
    )


def add_secret(
    match: int,
    deal: int,
    *,
    seed: bytes,
    commit: str,
    commits: Sequence[Any],
    nonces: Json,
    again: Json | None = None,
) -> None:
    """Store the server's seed of a deal (`match` is a row id) with all commits to its shuffle.

    Raises:
        IntegrityError: where the deal is sealed already.
    """
    _changed(
        f'INSERT INTO "{_SECRET_TABLE}" (match_id, deal_number, server_seed, server_commit,'  # noqa: S608
        " client_commits, house_nonces, again, missing, cut_by_clock)"
        f" VALUES (%s, %s, %s, %s, {_json()}, {_json()}, {_json()}, 0, %s)",
        (match, deal, seed, commit, _dump(commits), _dump(nonces), again and _dump(again), False),
    )


def add_proof(match: int, deal: int, block: Json, *, missing: int, cut_by_clock: bool) -> bool:
    """Store the proof (`block`) of a deal; return False if it has one already or was not sealed.

    `match` is a row id, `missing` the number of seats without a nonce.
    """
    return _changed(
        f'UPDATE "{_SECRET_TABLE}" SET fairness = {_json()}, missing = %s, cut_by_clock = %s'  # noqa: S608
        f" WHERE {_OF_DEAL} AND fairness IS NULL",
        (_dump(block), missing, cut_by_clock, match, deal),
    )


def forget_nonces(match: int, deal: int) -> None:
    """Delete the commits and nonces of a deal of a match (row id), and of the deals before it."""
    _changed(
        f'DELETE FROM "{_NONCE_TABLE}" WHERE match_id = %s AND deal_number <= %s',  # noqa: S608
        (match, deal),
    )


def proof(match: int, deal: int) -> Json | None:
    """Return the proof (brisca-fair/1) of a deal of a match (row id); None if there is none."""
    rows = _rows(f'SELECT fairness FROM "{_SECRET_TABLE}" WHERE {_OF_DEAL}', (match, deal))  # noqa: S608
    return orjson.loads(rows[0][0]) if rows and rows[0][0] is not None else None


def reveal(match: int, deal: int, *, verified: bool, at: datetime | None) -> None:
    """Store whether a deal's proof was `verified`, and from when (`at`) the seed may be read.

    With `at` None nobody may read the seed yet. `match` is a row id.
    """
    moment = connection.ops.adapt_datetimefield_value(at)
    _changed(
        f'UPDATE "{_SECRET_TABLE}" SET verified = %s, revealed_at = %s WHERE {_OF_DEAL}',  # noqa: S608
        (verified, moment, match, deal),
    )


def _commitment_statements(which: str, rows: Sequence[SeatCommitmentRow]) -> list[Statement]:
    """Return the SQL statement that stores rows of commits or nonces; [] for no rows."""
    if not rows:
        return []
    values: list[Any] = [list(column) for column in zip(*rows, strict=True)]
    if connection.vendor != "postgresql":
        values = [_dump([tuple(row) for row in rows])]
    return [Statement(f"{_KEEP} {_commitment_values()} {which}", values)]


def _changed(statement: str, values: Sequence[Any]) -> bool:
    """Run an SQL statement; return whether it changed a row."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.rowcount)


def _rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run an SQL query and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _dump(value: Any) -> str:
    return orjson.dumps(value).decode()


@cache
def _json() -> str:
    return "%s::jsonb" if connection.vendor == "postgresql" else "%s"


@cache
def _commitment_values() -> str:
    """Return the SQL of a table expression of commitment rows passed as parameters."""
    if connection.vendor == "postgresql":
        kinds = ("bigint", "integer", "smallint", "varchar", "varchar")
        return f"unnest({', '.join(f'%s::{kind}[]' for kind in kinds)}) AS s(m, d, p, c, n)"
    names = ", ".join(
        f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate("mdpcn")
    )
    return f"(SELECT {names} FROM json_each(%s)) AS s"  # noqa: S608 - our own names
