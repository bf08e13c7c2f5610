"""The match of the week."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import deals as answers
from games.api.core.base import Endpoint
from games.selectors.match_of_week import last_week, match_of_week


class MatchOfWeek(Endpoint):
    """Endpoint: the match of the week."""

    operation, tag = "get_match_of_week", "matches"
    answer = answers.MatchOfWeek

    def get(self, request: Request) -> Response:
        """Return the match of the week that ended last, which a rule chooses on Mondays."""
        now = timezone.now()
        shown = match_of_week(now)
        body = {
            "week": last_week(now).name,
            "match": None if shown is None else shown.match,
            "points": None if shown is None else shown.points,
        }
        return Response(body, headers={"Cache-Control": "no-store"})
