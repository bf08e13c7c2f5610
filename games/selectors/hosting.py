"""Reads of what hosts have decided about who may sit at their tables."""

from __future__ import annotations

from typing import Any

from games.models import Player, Table, TableBan

Json = dict[str, Any]


def range_json(table: Table) -> Json | None:
    """Return the range of ratings of a table; None where everybody may sit down.

    A range around the host's rating is told as such, without figures: they may be private.
    """
    told = {
        "within": table.rating_within,
        "low": table.rating_low,
        "high": table.rating_high,
        "newcomers": table.newcomers,
    }
    return None if told == {**dict.fromkeys(told), "newcomers": True} else told


def banned_at(table: Table) -> dict[int, str]:
    """Return the names of those whom the host of a table has banned, by player id, oldest first."""
    rows = TableBan.objects.filter(table=table).order_by("pk")
    return dict(rows.values_list("player_id", "player__name"))


def ban_json(table: Table, viewer: Player | None, banned: dict[int, str]) -> Json:
    """Return the viewer's part of the TABLE message about bans; `banned` is that of `banned_at`.

    Only the host receives the names; the others know of themselves alone.
    """
    if viewer is not None and viewer.pk in banned:
        return {"banned": True, "bans": [], "can_sit": False}
    hosts = viewer is not None and viewer.pk == table.host_id
    return {"banned": False, "bans": list(banned.values()) if hosts else []}
