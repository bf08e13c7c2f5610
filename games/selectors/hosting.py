"""Reads of what hosts have decided about who may sit at their tables."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from brisca_site.prepared_queries import prepared
from games.models import Player, Table, TableBan

Json = dict[str, Any]


def range_json(table: Table) -> Json | None:
    """Return who may sit down at a table by rating, for the TABLE message; None: everybody.

    The keys are `within` (points around the host's rating, which is not told, as it may be
    private), `low`, `high` and `newcomers`.
    """
    told = {
        "within": table.rating_within,
        "low": table.rating_low,
        "high": table.rating_high,
        "newcomers": table.newcomers,
    }
    return None if told == {**dict.fromkeys(told), "newcomers": True} else told


def banned_at(table: Table) -> dict[int, str]:
    """Return player id -> name of the players banned by the host of a table, oldest ban first."""
    return dict(_bans_at(table.pk))


@prepared
def _bans_at(table: int) -> QuerySet[TableBan, tuple[int, str]]:
    """Return (player's row id, name) of those banned at a table (row id), oldest ban first."""
    rows = TableBan.objects.filter(table=table).order_by("pk")
    return rows.values_list("player_id", "player__name")


def ban_json(table: Table, viewer: Player | None, banned: dict[int, str]) -> Json:
    """Return the fields about bans in the TABLE message for one viewer.

    `banned` are player id -> name of all who are banned at the table. Only the host receives the
    names; others learn whether they are banned themselves.
    """
    if viewer is not None and viewer.pk in banned:
        return {"banned": True, "bans": [], "can_sit": False}
    hosts = viewer is not None and viewer.pk == table.host_id
    return {"banned": False, "bans": list(banned.values()) if hosts else []}
