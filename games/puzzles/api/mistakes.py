"""Views of the cards that cost a player points, of which exercises are made."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.core.base import Endpoint
from games.api.core.params import ListQuery
from games.api.players.views import figures_row
from games.puzzles.answers.exercises import MistakePage
from games.puzzles.selectors import exercises


class Mistakes(Endpoint):
    """Endpoint: cards with which a player lost two card points or more in analysed matches."""

    operation, tag = "list_player_mistakes", "players"
    query, answer, fails = ListQuery, MistakePage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List cards that cost a player two card points or more, the latest match first."""
        return self.listing(exercises.mistakes_page, player=figures_row(name)["id"])
