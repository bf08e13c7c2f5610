"""One match, its deals, tricks and record.

Of a running match nothing but names and the score is told, and nothing at all of a private one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import orjson
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import deals as answers
from games.api.core.base import ASK_AGAIN, FOREVER, Endpoint
from games.api.core.errors import ApiError, MatchRunningError, MissingError
from games.api.matches import params
from games.api.matches.lists import OfMatches
from games.models.matches import MatchStatus
from games.selectors import matches
from games.selectors.match_parts import deal_json, extras_and_totals, with_parts


class Match(OfMatches):
    """Endpoint: one match."""

    operation, tag = "get_match", "matches"
    query, answer, fails = params.MatchQuery, answers.WholeMatch, (404,)

    def get(self, request: Request, match: str) -> Response:
        """Return one match; while it is played only who plays, and the score.

        Raises:
            MissingError: there is no such match.
        """
        detail = matches.match_detail(match)
        if detail is None:
            raise MissingError("match")
        return Response(with_parts([detail], self.parts())[0])


class FromRecord(ABC, Endpoint):
    """Base of endpoints whose answer is a part of the record of a finished match.

    What was played never changes; a name does when its account is deleted.
    """

    tag = "matches"
    cache: ClassVar[str] = FOREVER
    fails = (304, 404, 409)
    throttle_scope = "record"

    def get(self, request: Request, match: str, **place: int) -> HttpResponseBase:
        """Return a part of the record of a finished match; 304 if the client has this version.

        Raises:
            MatchRunningError: the match is still played.
            MissingError: there is no such match.
        """
        tag = matches.record_tag(match)
        if tag is None:
            raise self.missing(match)
        part = "-".join([self.operation, *map(str, place.values()), *sorted(self.parts())])
        return self.lasting(
            request,
            f"{tag}-{part}",
            self.cache,
            lambda: self.render(match, self.record(match), **place),
        )

    def record(self, match: str) -> bytes:
        """Return the record of a match (by public id) as JSON bytes.

        Raises:
            MatchRunningError: the match is still played.
            MissingError: there is no such match.
        """
        body = matches.record_json(match)
        if body is None:
            raise self.missing(match)
        return body

    def missing(self, match: str) -> ApiError:
        """Return the error for a match without a record: it still runs, or does not exist."""
        running = matches.match_status(match) == MatchStatus.PLAYING
        return MatchRunningError() if running else MissingError("match")

    @abstractmethod
    def render(self, match: str, body: bytes, **place: int) -> bytes:
        """Return the answer as JSON; `body` is the record's JSON, `place` numbers in the URL."""


class MatchRecord(FromRecord):
    """Endpoint: the record of a match."""

    operation, answer = "get_match_record", answers.Record
    cache = ASK_AGAIN

    def render(self, match: str, body: bytes, **place: int) -> bytes:
        """Return the record unchanged."""
        return body


class Deals(FromRecord):
    """Endpoint: the deals of a match."""

    operation, answer = "list_deals", answers.Deals
    query = params.DealsQuery

    def render(self, match: str, body: bytes, **place: int) -> bytes:
        """Return the result of each deal as JSON, with the parts that `include` asks for."""
        deals = [deal_json(deal, self.parts()) for deal in orjson.loads(body)["deals"]]
        return orjson.dumps({"match": match, "results": deals})


class Deal(FromRecord):
    """Endpoint: one deal of a match."""

    operation, answer = "get_deal", answers.FullDeal
    query = params.DealQuery

    def render(self, match: str, body: bytes, **place: int) -> bytes:
        """Return the deal `number` (from 1) as JSON, with its deck, its proof and every action."""
        deal = deal_of(body, place["number"])
        left_out = {"tricks"} - self.parts()
        answer = {name: deal[name] for name in deal if name not in left_out}
        return orjson.dumps({**answer, **extras_and_totals(deal)})


class AllTricks(FromRecord):
    """Endpoint: the tricks of all deals of a match."""

    operation, answer = "list_match_tricks", answers.MatchTricks

    def render(self, match: str, body: bytes, **place: int) -> bytes:
        """Return every trick of every deal as JSON, in the order of play."""
        tricks = [
            {"deal": deal["number"], **trick}
            for deal in orjson.loads(body)["deals"]
            for trick in deal["tricks"]
        ]
        return orjson.dumps({"match": match, "results": tricks})


class Tricks(FromRecord):
    """Endpoint: the tricks of one deal."""

    operation, answer = "list_tricks", answers.Tricks

    def render(self, match: str, body: bytes, **place: int) -> bytes:
        """Return every trick of the deal `number` (from 1) as JSON, in the order of play."""
        deal = deal_of(body, place["number"])
        answer = {"match": match, "deal": deal["number"], "results": deal["tricks"]}
        return orjson.dumps(answer)


def deal_of(body: bytes, number: int) -> dict[str, Any]:
    """Return the deal with this number (from 1) of a record; `body` is the record's JSON.

    Raises:
        MissingError: the record has no such deal.
    """
    for deal in orjson.loads(body)["deals"]:
        if deal["number"] == number:
            matching: dict[str, Any] = deal
            return matching
    raise MissingError("deal")
