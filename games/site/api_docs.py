"""The OpenAPI document, and pages made of it that people can read."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from brisca_site.base.site_address import site_address
from games.api.core.base import AN_HOUR, Endpoint
from games.api.core.docs_pages import (
    GROUPS,
    MAX_FOUND,
    TYPE_PAGES,
    contents,
    operations_of,
    types_of,
)
from games.api.core.schema import schema_json
from games.clubs.selectors.lists import largest_shown_club
from games.leagues.selectors.leagues import latest_fixture
from games.models import Match, Seat
from games.models.matches import MatchStatus
from games.puzzles.selectors.exercises import puzzle_of
from games.puzzles.selectors.puzzles import any_puzzle
from games.selectors.analyses import analysis_tag
from games.selectors.daily import shown_day
from games.tournaments.selectors.tournaments import past_tournaments


class Schema(Endpoint):
    """Endpoint: the OpenAPI document."""

    schema = None

    def get(self, request: Request) -> HttpResponseBase:
        """Return the OpenAPI 3.1 document as JSON."""
        return self.lasting_text(request, schema_json(), AN_HOUR)


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Show the index of the API's documentation, or the addresses and types matching `q`."""
    query = request.GET.get("q", "").strip()[:100]
    entries = contents().find(query)
    groups = [
        {"name": name, "title": title, "about": about, "entries": contents().operations[name]}
        for name, (title, about) in GROUPS.items()
    ]
    context = {
        "groups": groups,
        "types": contents().types,
        "query": query,
        "found": entries[:MAX_FOUND],
        "more": len(entries) - MAX_FOUND,
        "origin": _origin(request),
    }
    return render(request, "api/docs.html", context)


@require_safe
def reference_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show one page of the API's documentation: a group of addresses with examples, and types.

    Raises:
        Http404: there is no page of this name.
    """
    words = {**GROUPS, **TYPE_PAGES}.get(page)
    if words is None:
        raise Http404
    values = _values() if page in GROUPS else {}
    context = {
        "page": page,
        "title": words[0],
        "about": words[1].replace("`", ""),
        "pages": [(name, title) for name, (title, _about) in {**GROUPS, **TYPE_PAGES}.items()],
        "operations": _with_examples(operations_of(page, values, _origin(request)), values),
        "types": types_of(page),
    }
    return render(request, "api/docs_page.html", context)


def _has_answer(path: str, values: dict[str, str]) -> bool:
    """Return True if an example address would find something: an analysis or puzzle may lack."""
    if path.endswith("/analysis/"):
        return "match" in values and analysis_tag(values["match"]) is not None
    if "/puzzles/{day}" in path:
        return "day" in values and puzzle_of(date.fromisoformat(values["day"])) is not None
    return True


def _with_examples(
    operations: list[dict[str, Any]], values: dict[str, str]
) -> list[dict[str, Any]]:
    """Return API operations, with empty example URLs where nothing would be found."""
    for operation in operations:
        if not _has_answer(operation["path"], values):
            operation["url"] = ""
    return operations


def _values() -> dict[str, str]:
    """Return names and ids for the path parameters of example requests, from the newest data."""
    row = (
        Match.objects.filter(finished_at__isnull=False, status=MatchStatus.FINISHED)
        .order_by("-finished_at", "-id")
        .values("id", "public_id", "pool", "ruleset__hash")
        .first()
    )
    day = shown_day()
    shown = {"day": day.isoformat()} if day else {}
    shown |= _event_values() | _league_values() | _club_values()
    puzzle = any_puzzle()
    shown |= {"puzzle": puzzle} if puzzle else {}
    if row is None:
        return shown
    values = {
        "match": row["public_id"],
        "number": "1",
        "pool": row["pool"],
        "hash": row["ruleset__hash"],
        **_seat_values(row["id"]),
    }
    return shown | {name: str(value) for name, value in values.items() if value is not None}


def _seat_values(match: int) -> dict[str, object]:
    """Return two players and a team of a match (row id) for example requests, None if absent."""
    seats = list(Seat.objects.filter(match=match).values("player__name", "team_id"))
    seat: dict[str, object] = dict(seats[0]) if seats else {}
    return {
        "name": seat.get("player__name"),
        "rival": seats[1]["player__name"] if len(seats) > 1 else None,
        "team": seat.get("team_id"),
    }


def _event_values() -> dict[str, str]:
    """Return the ids of the last finished tournament and of its series for example requests."""
    tournament = past_tournaments().first()
    if tournament is None:
        return {}
    values = {"tournament": tournament.public_id, "round": "1"}
    return values | ({"series": tournament.series.public_id} if tournament.series else {})


def _league_values() -> dict[str, str]:
    """Return the ids of a league match, its season and its league for example requests."""
    latest = latest_fixture()
    if latest is None:
        return {}
    season = latest.season
    return {
        "league": season.league.public_id,
        "season": str(season.number),
        "fixture": str(latest.pk),
    }


def _club_values() -> dict[str, str]:
    """Return the handle of a club whose members are public for example requests."""
    club = largest_shown_club()
    return {} if club is None else {"club": club.handle}


def _origin(request: HttpRequest) -> str:
    return site_address(request)
