"""Reads of the tiles that players have won."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from games.models import Match, Player
from games.record.record import rfc3339
from games.tiles.answers import WonTile
from games.tiles.models import PlayerTile
from games.tiles.rules.catalogue import TILES_BY_KEY


class Win(NamedTuple):
    """A tile that a player has won."""

    tile: str
    match: str
    """Public id of the match that won it."""
    won_at: datetime


def won_tiles(player: int) -> list[Win]:
    """Return the tiles of a player (row id), the latest first."""
    rows = PlayerTile.objects.filter(player=player, tile__in=list(TILES_BY_KEY))
    rows = rows.order_by("-won_at", "-pk")
    return [Win(*row) for row in rows.values_list("tile", "match__public_id", "won_at")]


def tiles_of_match(player: Player, match: Match) -> list[str]:
    """Return the keys of the tiles that a player has won by a match, in the order of the catalogue."""
    rows = PlayerTile.objects.filter(player=player, match=match)
    keys = set(rows.values_list("tile", flat=True))
    return [key for key in TILES_BY_KEY if key in keys]


def tiles_json(player: int) -> list[WonTile]:
    """Return the tiles of a player (row id) as the API shows them, the latest first."""
    return [
        {"tile": win.tile, "match": win.match, "won_at": rfc3339(win.won_at)}
        for win in won_tiles(player)
    ]


def tiles_data(player: Player) -> list[Any]:
    """Return all that is stored about a player's tiles, for the download of their data."""
    return list(player.tiles.order_by("pk").values("tile", "match__public_id", "won_at"))
