"""Tiles in words and pictures, for pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from games.tiles.rules.catalogue import TILES, TILES_BY_KEY
from games.tiles.selectors.tiles import Win


class DrawnTile(NamedTuple):
    """A tile as pages draw it, won or missing."""

    title: str
    condition: str
    face: str
    """The symbol of `static/img/tiles.svg`."""
    card: str
    win: Win | None
    """The win of the page's player; None if the tile is missing."""


def drawn_tiles(wins: Sequence[Win]) -> list[DrawnTile]:
    """Return all tiles as pages draw them: those won first, the latest before the others."""
    won = {win.tile: win for win in wins}
    missing = [tile.key for tile in TILES if tile.key not in won]
    return [_drawn(key, won.get(key)) for key in (*won, *missing)]


def _drawn(key: str, win: Win | None) -> DrawnTile:
    tile = TILES_BY_KEY[key]
    return DrawnTile(tile_title(key), gettext(tile.condition), tile.face, tile.card, win)


def tile_title(key: str) -> str:
    """Return the name of a tile; that of a house bot is the same in all languages."""
    return gettext(TILES_BY_KEY[key].title)


def tiles_line(keys: Sequence[str]) -> str:
    """Return the line after a match about the tiles that it won; "" without any."""
    if not keys:
        return ""
    titles = ", ".join(tile_title(key) for key in keys)
    if len(keys) == 1:
        return gettext("A tile: %(tile)s.") % {"tile": titles}
    return gettext("Tiles: %(tiles)s.") % {"tiles": titles}
