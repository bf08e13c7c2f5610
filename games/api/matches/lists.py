"""Finished matches: all, those of a player, those of a team."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import deals as answers
from games.api.core.base import Endpoint
from games.api.matches import params
from games.api.players.views import player_row, team_row
from games.common.keyset import Page
from games.selectors import matches
from games.selectors.match_parts import with_parts


class OfMatches(Endpoint):
    """Base of endpoints for matches; requests that include deals have the rate limit of records."""

    def check_throttles(self, request: Request) -> None:
        """Check the rate limit; a request that includes `deals_played` has that of records.

        Raises:
            Throttled: the visitor has asked too often.
        """
        if "deals_played" in request.query_params.get("include", ""):
            self.throttle_scope = "record"
        super().check_throttles(request)


def match_page_of(parts: Collection[str]) -> Callable[..., Page[Any]]:
    """Return a function for `Endpoint.listing` that reads a page of matches.

    `parts` are the names in `include`, of the parts that each match has besides the usual ones.
    """

    def read(**how: Any) -> Page[Any]:
        if not parts:
            return matches.match_texts(**how)
        page = matches.match_page(**how)
        return Page(with_parts(page.rows, parts), page.next, page.seen)

    return read


class Matches(OfMatches):
    """Endpoint: list of finished matches."""

    operation, tag = "list_matches", "matches"
    query, answer = params.MatchesQuery, answers.MatchPage

    def get(self, request: Request) -> Response:
        """List finished matches, the newest first."""
        wanted = params.MatchesQuery.wanted(self.params)
        return self.listing(match_page_of(self.parts()), wanted=wanted)


class PlayerMatches(OfMatches):
    """Endpoint: list of a player's finished matches."""

    operation, tag = "list_player_matches", "players"
    query, answer, fails = params.PlayerMatchesQuery, answers.MatchPage, (404,)

    def get(self, request: Request, name: str) -> Response:
        """List finished matches of a player, the newest first."""
        row = player_row(name)
        wanted = params.PlayerMatchesQuery.wanted(self.params, player=row["name"])
        return self.listing(match_page_of(self.parts()), wanted=wanted)


class TeamMatches(OfMatches):
    """Endpoint: list of a team's finished matches."""

    operation, tag = "list_team_matches", "teams"
    query, answer, fails = params.TeamMatchesQuery, answers.MatchPage, (404,)

    def get(self, request: Request, team: int) -> Response:
        """List finished matches of a team, the newest first."""
        wanted = params.TeamMatchesQuery.wanted(self.params, team=team_row(team)["id"])
        return self.listing(match_page_of(self.parts()), wanted=wanted)
