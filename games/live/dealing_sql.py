"""What a deal is made of, in plain statements: a quarter of what the ORM takes for the same.

A deal of four browsers costs a dozen of them beside its forty cards. All of it runs inside the
journal's transactions (synchronous).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

import orjson
from django.db import connection

from games.models import DealNonce, DealSecret

Json = dict[str, Any]

_SECRET: Final = DealSecret._meta.db_table
_NONCE: Final = DealNonce._meta.db_table
_AT: Final = "match_id = %s AND deal_number = %s"


def promise(match: int, deal: int, seat: int, commit: str) -> bool:
    """Store a commit in the place of an earlier one; False once the deal is sealed."""
    return _changed(
        f'INSERT INTO "{_NONCE}" (match_id, deal_number, seat, "commit", nonce)'  # noqa: S608
        f" SELECT %s, %s, %s, %s, '' WHERE NOT EXISTS (SELECT 1 FROM \"{_SECRET}\" WHERE {_AT})"
        ' ON CONFLICT (match_id, deal_number, seat) DO UPDATE SET "commit" = excluded."commit",'
        " nonce = ''",
        (match, deal, seat, commit, match, deal),
    )


def show(match: int, deal: int, seat: int, commit: str, nonce: str) -> bool:
    """Store the nonce of a commit; False once the deck is made, or where nobody committed so."""
    return _changed(
        f'UPDATE "{_NONCE}" SET nonce = %s WHERE {_AT} AND seat = %s AND "commit" = %s'  # noqa: S608
        f' AND EXISTS (SELECT 1 FROM "{_SECRET}" WHERE {_AT} AND fairness IS NULL)',
        (nonce, match, deal, seat, commit, match, deal),
    )


def commits(match: int, deal: int) -> dict[int, str]:
    """Seat -> commit (hex), of the seats that have one."""
    return dict(
        _rows(
            f'SELECT seat, "commit" FROM "{_NONCE}" WHERE {_AT} AND "commit" <> \'\'',  # noqa: S608
            (match, deal),
        )
    )


def shown(match: int, deal: int) -> dict[int, str]:
    """Seat -> nonce (hex), of the seats that have shown theirs."""
    return dict(
        _rows(
            f"SELECT seat, nonce FROM \"{_NONCE}\" WHERE {_AT} AND nonce <> ''",  # noqa: S608
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
    """Keep the seed of a deal with all that was committed; IntegrityError where there is one."""
    _changed(
        f'INSERT INTO "{_SECRET}" (match_id, deal_number, server_seed, server_commit,'  # noqa: S608
        " client_commits, house_nonces, again, missing, cut_by_clock)"
        f" VALUES (%s, %s, %s, %s, {_json()}, {_json()}, {_json()}, 0, %s)",
        (match, deal, seed, commit, _dump(commits), _dump(nonces), again and _dump(again), False),
    )


def add_proof(match: int, deal: int, block: Json, *, missing: int, cut_by_clock: bool) -> bool:
    """Keep the proof of a deal; False where it has one or was not sealed."""
    return _changed(
        f'UPDATE "{_SECRET}" SET fairness = {_json()}, missing = %s, cut_by_clock = %s'  # noqa: S608
        f" WHERE {_AT} AND fairness IS NULL",
        (_dump(block), missing, cut_by_clock, match, deal),
    )


def forget_nonces(match: int, deal: int) -> None:
    """Delete what was said for this deal and those before."""
    _changed(
        f'DELETE FROM "{_NONCE}" WHERE match_id = %s AND deal_number <= %s',  # noqa: S608
        (match, deal),
    )


def proof(match: int, deal: int) -> Json | None:
    """The proof of a deal; None where there is none."""
    found = _rows(f'SELECT fairness FROM "{_SECRET}" WHERE {_AT}', (match, deal))  # noqa: S608
    return orjson.loads(found[0][0]) if found and found[0][0] is not None else None


def reveal(match: int, deal: int, *, verified: bool, at: datetime | None) -> None:
    """From now on the secret of a deal may be known; None: not yet."""
    moment = connection.ops.adapt_datetimefield_value(at)
    _changed(
        f'UPDATE "{_SECRET}" SET verified = %s, revealed_at = %s WHERE {_AT}',  # noqa: S608
        (verified, moment, match, deal),
    )


def _changed(statement: str, values: Sequence[Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.rowcount)


def _rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _dump(value: Any) -> str:
    return orjson.dumps(value).decode()


@cache
def _json() -> str:
    return "%s::jsonb" if connection.vendor == "postgresql" else "%s"
