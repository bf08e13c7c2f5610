"""Views of a player's accuracy over time."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.answers.analyses import AccuracyPage
from games.api.core.base import Endpoint
from games.api.core.params import ListQuery
from games.api.players.views import figures_row
from games.selectors import analyses


class Accuracy(Endpoint):
    """Endpoint: a player's accuracy in each analysed match, in percent."""

    operation, tag = "list_player_accuracy", "players"
    query, answer, fails = ListQuery, AccuracyPage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List a player's accuracy (percent) in each match that was analysed, the newest first."""
        return self.listing(analyses.accuracy_page, player=figures_row(name)["id"])
