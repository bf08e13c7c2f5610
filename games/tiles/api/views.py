"""The tiles of a player in the API."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.core.base import Endpoint
from games.api.players.views import figures_row
from games.tiles import answers
from games.tiles.rules.catalogue import TILES
from games.tiles.selectors.tiles import tiles_json


class PlayerTiles(Endpoint):
    """Endpoint: the tiles that a player has won."""

    operation, tag = "list_player_tiles", "players"
    answer, fails = answers.PlayerTiles, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List the tiles that a player has won, the latest first; 404 if the figures are private."""
        row = figures_row(name)
        return Response({"total": len(TILES), "results": tiles_json(row["id"])})
