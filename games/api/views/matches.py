"""Matches: lists, one match, its deals, tricks and record.

Of a running match nothing but names and the score is told, and nothing at all of a private one.
"""

from __future__ import annotations

from typing import Any, Final

import orjson
from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers, params
from games.api.base import Endpoint
from games.api.errors import MatchRunningError, MissingError
from games.models.matches import MatchStatus
from games.selectors import matches

FOREVER: Final = "public, max-age=31536000, immutable"
DEAL_FIELDS: Final = ("number", "dealer", "trump", "points", "game_points", "ended_by")


def refuse(match: str) -> None:
    """Say why a match has no record: it runs, or there is no such match."""
    if matches.match_status(match) == MatchStatus.PLAYING:
        raise MatchRunningError
    raise MissingError("match")


class Matches(Endpoint):
    """Finished matches."""

    operation, tag = "list_matches", "matches"
    query, answer = params.MatchesQuery, answers.MatchPageSerializer

    def get(self, request: Request) -> Response:
        """Finished matches, the newest first."""
        wanted = {k: v for k, v in self.params.items() if k not in ("cursor", "limit")}
        return self.listing(matches.match_page, wanted=matches.MatchFilter(**wanted))


class Match(Endpoint):
    """One match."""

    operation, tag = "get_match", "matches"
    answer, fails = answers.MatchSerializer, (404,)

    def get(self, request: Request, match: str) -> Response:
        """One match; of a running one who plays, and the score."""
        found = matches.match_detail(match)
        if found is None:
            raise MissingError("match")
        return Response(found)


class FromRecord(Endpoint):
    """An answer that follows from the record of a match, which never changes."""

    tag = "matches"
    fails = (304, 404, 409)
    throttle_scope = "record"

    def get(self, request: Request, match: str, **place: int) -> HttpResponseBase:
        """The answer, or that it has not changed."""
        tag = matches.record_tag(match)
        if tag is None:
            refuse(match)
        etag = f'"{tag}"'
        headers = {"ETag": etag, "Cache-Control": FOREVER}
        if etag in request.headers.get("If-None-Match", "").replace("W/", "").split(", "):
            return HttpResponse(status=304, headers=headers)
        body = matches.record_json(match)
        if body is None:
            refuse(match)
        assert body is not None
        return HttpResponse(
            self.tell(match, body, **place), content_type="application/json", headers=headers
        )

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """The answer's JSON, made of the record's."""
        raise NotImplementedError


class MatchRecord(FromRecord):
    """The record of a match."""

    operation, answer = "get_match_record", answers.RecordSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """The record as it was written."""
        return body


class Deals(FromRecord):
    """The deals of a match."""

    operation, answer = "list_deals", answers.DealsSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """What came of each deal."""
        found = [{name: deal[name] for name in DEAL_FIELDS} for deal in orjson.loads(body)["deals"]]
        return orjson.dumps({"match": match, "results": found})


class Deal(FromRecord):
    """One deal of a match."""

    operation, answer = "get_deal", answers.FullDealSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """The deal with its deck, its proof and every action."""
        deal = deal_of(body, place["number"])
        return orjson.dumps({name: deal[name] for name in deal if name != "tricks"})


class Tricks(FromRecord):
    """The tricks of a deal."""

    operation, answer = "list_tricks", answers.TricksSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """Every trick in order."""
        deal = deal_of(body, place["number"])
        told = {"match": match, "deal": deal["number"], "results": deal["tricks"]}
        return orjson.dumps(told)


def deal_of(body: bytes, number: int) -> dict[str, Any]:
    """The deal of that number; MissingError where there is none."""
    for deal in orjson.loads(body)["deals"]:
        if deal["number"] == number:
            found: dict[str, Any] = deal
            return found
    raise MissingError("deal")
