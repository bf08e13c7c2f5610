"""Tiles that a player has won."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from games.common.notation import Moment
from games.engine.json_annotations import Limits
from games.tiles.rules.catalogue import TILES_BY_KEY

TileKey: TypeAlias = Annotated[str, Limits(enum=tuple(TILES_BY_KEY))]


class WonTile(TypedDict):
    """Part of API answers: a tile that a player has won, by how a match was played."""

    tile: TileKey
    match: Annotated[str, "The match that won it."]
    won_at: Annotated[Moment, "When that match ended."]


class PlayerTiles(TypedDict):
    """API answer: the tiles that a player has won, the latest first."""

    total: Annotated[int, "Number of tiles that there are."]
    results: list[WonTile]
