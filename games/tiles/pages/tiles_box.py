"""The box of tiles on a player's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.models.people import PlayerKind
from games.pages.fragments import fragment
from games.pages.player_parts import SHARED_CACHE_S
from games.tiles.selectors.tiles import won_tiles
from games.tiles.wording.tiles import drawn_tiles


def tiles_part(player: Mapping[str, Any], version: object) -> SafeString | str:
    """Render the tiles of a player, won and missing, as HTML; "" for bots, which win none.

    `version` changes when the player's figures do, as `figures_version` does. A tile that follows
    from an analysis may be missing for SHARED_CACHE_S.
    """
    if player["kind"] == PlayerKind.BOT:
        return ""
    return fragment(
        "games/_player_tiles.html",
        (player["id"], version),
        lambda: _context(player["id"]),
        seconds=SHARED_CACHE_S,
        private=player["figures_private"],
    )


def _context(player: int) -> dict[str, Any]:
    """Return the template context of the tiles of a player (row id)."""
    drawn = drawn_tiles(won_tiles(player))
    return {
        "won": [tile for tile in drawn if tile.win],
        "missing": [tile for tile in drawn if not tile.win],
        "total": len(drawn),
    }
