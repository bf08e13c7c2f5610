"""Finished matches: all, those of a player, those of a team."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from brisca_site.replica_views import from_replica
from games.answers import deals as answers
from games.api.core.base import Endpoint
from games.api.matches import params
from games.api.players.views import player_row, team_row
from games.selectors import matches
from games.selectors.keyset import Page
from games.selectors.match_parts import with_parts


class OfMatches(Endpoint):
    """The base of views that list matches, with the rate limit of records for deals."""

    def check_throttles(self, request: Request) -> None:
        """Count the request by the limit of records where it asks for deals.

        Raises:
            Throttled: the visitor has asked too often.
        """
        if "deals_played" in request.query_params.get("include", ""):
            self.throttle_scope = "record"
        super().check_throttles(request)


def match_page_of(parts: Collection[str]) -> Callable[..., Page[Any]]:
    """Return the function that reads a page of matches with these parts."""

    def read(**how: Any) -> Page[Any]:
        if not parts:
            return matches.match_texts(**how)
        page = matches.match_page(**how)
        return Page(with_parts(page.rows, parts), page.next, page.seen)

    return read


class Matches(OfMatches):
    """Finished matches."""

    operation, tag = "list_matches", "matches"
    query, answer = params.MatchesQuery, answers.MatchPage

    @from_replica
    def get(self, request: Request) -> Response:
        """Finished matches, the newest first."""
        wanted = params.MatchesQuery.wanted(self.params)
        return self.listing(match_page_of(self.parts()), wanted=wanted)


class PlayerMatches(OfMatches):
    """Finished matches of a player."""

    operation, tag = "list_player_matches", "players"
    query, answer, fails = params.PlayerMatchesQuery, answers.MatchPage, (404,)

    @from_replica
    def get(self, request: Request, name: str) -> Response:
        """Finished matches of a player, the newest first."""
        row = player_row(name)
        wanted = params.PlayerMatchesQuery.wanted(self.params, player=row["name"])
        return self.listing(match_page_of(self.parts()), wanted=wanted)


class TeamMatches(OfMatches):
    """Finished matches of a partnership."""

    operation, tag = "list_team_matches", "teams"
    query, answer, fails = params.TeamMatchesQuery, answers.MatchPage, (404,)

    @from_replica
    def get(self, request: Request, team: int) -> Response:
        """Finished matches of a team, the newest first."""
        wanted = params.TeamMatchesQuery.wanted(self.params, team=team_row(team)["id"])
        return self.listing(match_page_of(self.parts()), wanted=wanted)
