"""Matches: lists, one match, its deals, tricks and record.

Of a running match nothing but names and the score is told, and nothing at all of a private one.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import orjson
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers, answers_deals, params
from games.api.base import ASK_AGAIN, FOREVER, Endpoint
from games.api.errors import ApiError, MatchRunningError, MissingError
from games.models.matches import MatchStatus
from games.selectors import matches
from games.stats.figures import deal_totals, extras_of

DEAL_FIELDS: Final = ("number", "dealer", "trump", "contract", "points", "game_points", "ended_by")


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
    """An answer that follows from the record of a match.

    What was played never changes; a name does where somebody deletes their account.
    """

    tag = "matches"
    cache: ClassVar[str] = FOREVER
    fails = (304, 404, 409)
    throttle_scope = "record"

    def get(self, request: Request, match: str, **place: int) -> HttpResponseBase:
        """The answer, or that it has not changed."""
        tag = matches.record_tag(match)
        if tag is None:
            raise self.missing(match)
        part = "-".join([self.operation, *map(str, place.values())])
        return self.lasting(
            request,
            f"{tag}-{part}",
            self.cache,
            lambda: self.tell(match, self.record(match), **place),
        )

    def record(self, match: str) -> bytes:
        """The record's JSON."""
        body = matches.record_json(match)
        if body is None:
            raise self.missing(match)
        return body

    def missing(self, match: str) -> ApiError:
        """Why a match has no record: it runs, or there is no such match."""
        running = matches.match_status(match) == MatchStatus.PLAYING
        return MatchRunningError() if running else MissingError("match")

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """The answer's JSON, made of the record's."""
        raise NotImplementedError


class MatchRecord(FromRecord):
    """The record of a match."""

    operation, answer = "get_match_record", answers_deals.RecordSerializer
    cache = ASK_AGAIN

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """The record as it was written."""
        return body


class Deals(FromRecord):
    """The deals of a match."""

    operation, answer = "list_deals", answers_deals.DealsSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """What came of each deal."""
        found = [
            {**{name: deal[name] for name in DEAL_FIELDS}, **_counted(deal)}
            for deal in orjson.loads(body)["deals"]
        ]
        return orjson.dumps({"match": match, "results": found})


class Deal(FromRecord):
    """One deal of a match."""

    operation, answer = "get_deal", answers_deals.FullDealSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """The deal with its deck, its proof and every action."""
        deal = deal_of(body, place["number"])
        told = {name: deal[name] for name in deal if name != "tricks"}
        return orjson.dumps({**told, **_counted(deal)})


class Tricks(FromRecord):
    """The tricks of a deal."""

    operation, answer = "list_tricks", answers_deals.TricksSerializer

    def tell(self, match: str, body: bytes, **place: int) -> bytes:
        """Every trick in order."""
        deal = deal_of(body, place["number"])
        told = {"match": match, "deal": deal["number"], "results": deal["tricks"]}
        return orjson.dumps(told)


def _counted(deal: dict[str, Any]) -> dict[str, Any]:
    """What a deal counted beside its cards, and with them; old records do not say the first."""
    return {"extras": extras_of(deal), "totals": deal_totals(deal)}


def deal_of(body: bytes, number: int) -> dict[str, Any]:
    """The deal of that number; MissingError where there is none."""
    for deal in orjson.loads(body)["deals"]:
        if deal["number"] == number:
            found: dict[str, Any] = deal
            return found
    raise MissingError("deal")
