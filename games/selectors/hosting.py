"""Reads of what hosts have decided about who may sit at their tables."""

from __future__ import annotations

from typing import Any

from games.models import Player, Table, TableBan

Json = dict[str, Any]


def range_json(table: Table) -> Json | None:
    """Return a table's range of admitted ratings for the TABLE message; None if all are admitted.

    The keys are `within` (points around the host's rating, which is not told, as it may be
    private), `low`, `high` and `newcomers`.
    """
    limits = {
        "within": table.rating_within,
        "low": table.rating_low,
        "high": table.rating_high,
        "newcomers": table.newcomers,
    }
    return None if limits == {**dict.fromkeys(limits), "newcomers": True} else limits


def banned_at(table: Table) -> dict[int, str]:
    """Return player id -> name of the players banned by the host of a table, oldest ban first."""
    rows = TableBan.objects.filter(table=table).order_by("pk")
    return dict(rows.values_list("player_id", "player__name"))


def ban_json(table: Table, viewer: Player | None, banned: dict[int, str]) -> Json:
    """Return the fields of the TABLE message about banned players, for one viewer.

    `banned` are player id -> name of all who are banned at the table. Only the host receives the
    names; others learn whether they are banned themselves.
    """
    if viewer is not None and viewer.pk in banned:
        return {"banned": True, "bans": [], "can_sit": False}
    hosts = viewer is not None and viewer.pk == table.host_id
    return {"banned": False, "bans": list(banned.values()) if hosts else []}
