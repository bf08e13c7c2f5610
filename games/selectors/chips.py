"""Reads of chips: a player's own balance and entries, and the pot of a table.

A balance is visible to its owner only: do not use these reads on pages about other players.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from django.db.models import QuerySet

from games.common.keyset import Key, Page, read_page
from games.models import ChipAccount, ChipEntry, Player, Table
from games.models.chips import GRANT
from games.record.record import rfc3339

Json: TypeAlias = dict[str, Any]

_NEWEST: Final = (Key("id", int),)
ENTRY_FIELDS: Final = (
    "id",
    "amount",
    "balance",
    "transfer__kind",
    "transfer__created_at",
    "transfer__match__public_id",
    "transfer__match__finished_at",
)


def balance_of(player: Player) -> int:
    """Return a player's balance in chips; GRANT where the player has no account yet."""
    balances = ChipAccount.objects.filter(player=player).values_list("balance", flat=True)
    balance = balances.first()
    return GRANT if balance is None else balance


def lying_at(table: Table) -> int:
    """Return the number of chips in the pot of a table; 0 without a pot."""
    balances = ChipAccount.objects.filter(table=table).values_list("balance", flat=True)
    return balances.first() or 0


def pot_json(table: Table) -> Json | None:
    """Return {"stake", "pot"} of a table in chips, for everybody there; None without a stake."""
    stake = table.ruleset.options.get("pot.stake", 0)
    return {"stake": stake, "pot": lying_at(table)} if stake else None


def chip_page(player: Player, *, cursor: str | None = None, limit: int = 30) -> Page[Any]:
    """Return a page of a player's chip account, newest entry first; rows have ENTRY_FIELDS.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    return read_page(_entries(player), _NEWEST, cursor, limit)


def chips_data(player: Player) -> Json:
    """Return {"balance", "lines" (the account's entries)} in chips, for a player's download."""
    return {
        "balance": balance_of(player),
        "lines": [
            {
                "at": rfc3339(row["transfer__created_at"]),
                "kind": row["transfer__kind"],
                "match": row["transfer__match__public_id"],
                "amount": row["amount"],
                "balance": row["balance"],
            }
            for row in _entries(player).order_by("id")
        ],
    }


def _entries(player: Player) -> QuerySet[Any, Any]:
    """Return a query of the entries of a player's chip account, as rows of ENTRY_FIELDS."""
    rows: QuerySet[Any, Any] = ChipEntry.objects.filter(account__player=player).values(
        *ENTRY_FIELDS
    )
    return rows
