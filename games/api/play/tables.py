"""Playing by key: tables, messages and the stream. The live path decides, by the same services."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable
from typing import Any, ClassVar, Final

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import play as answers
from games.api.core.base import NDJSON, Streamed
from games.api.core.bodies import LONGEST, read_body
from games.api.core.errors import ApiError, InvalidParameterError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.schema import live
from games.api.play.params import LookQuery, StreamQuery, TableBody
from games.api.play.team_refusals import RefusedTeamSeatError, team_of
from games.common.errors import InvitationError, TableError, TeamError
from games.common.live_gateway import GatewayRefusedError, live_gateway
from games.engine import RulesetError
from games.models import Player
from games.models import Table as PlayTable
from games.record.record import rfc3339
from games.rules_text.refusals import refusal as ruleset_refusal
from games.selectors.tables import table_json, tables_of
from games.services.idempotency import once
from games.services.rating_range import RatingRange
from games.services.tables import TableOptions, open_table
from games.services.team_play import open_table_as_team

STATUSES: Final = {
    **dict.fromkeys(
        ("bad_message", "bad_id", "unknown_type", "bad_action", "unknown_action"),
        status.HTTP_400_BAD_REQUEST,
    ),
    **dict.fromkeys(
        (
            "forbidden",
            "missing_scope",
            "not_seated",
            "not_host",
            "no_programs",
            "banned",
            "rating_range",
            "members_only",
        ),
        status.HTTP_403_FORBIDDEN,
    ),
    "no_such_table": status.HTTP_404_NOT_FOUND,
    "too_large": status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    "rate_limited": status.HTTP_429_TOO_MANY_REQUESTS,
    "restart": status.HTTP_503_SERVICE_UNAVAILABLE,
    "internal": status.HTTP_503_SERVICE_UNAVAILABLE,
}
"""Code of the table's protocol -> HTTP status; codes that are not here are a 409."""
AGAIN: Final = {"rate_limited": 1, "restart": 3, "internal": 1}
"""Seconds after which what was refused for these may be asked again, under the same id."""
_HAVE: Final = re.compile(r"([0-9A-Za-z]{1,16}):(\d{1,9})", re.ASCII)


class RefusedError(ApiError):
    """API error: the live table refuses a request, with the code and text that its socket sends."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or live_gateway().words(code))
        self.code = code
        self.status_code = STATUSES.get(code, status.HTTP_409_CONFLICT)
        self.wait = AGAIN.get(code)


class RulesError(ApiError):
    """API error 400: the rules cannot be played; `details.option` names the option at fault."""

    code = "invalid_rules"


class Account(ByKeyEndpoint):
    """Endpoint: the account and the key of the request."""

    methods = {"GET": by_key("get_play_account", answers.Account)}

    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's name and kind, and the key's scopes (permissions) and expiry."""
        token, player = self.token, self.player
        body: answers.Account = {
            "name": player.name,
            "kind": player.kind,
            "program": token.user.is_bot,
            "key": {
                "name": token.name,
                "scopes": sorted(token.allowed),
                "good_for": sorted(token.good_for),
                "expires_at": token.expiry and rfc3339(token.expiry),
            },
        }
        return Response(body)


class Tables(ByKeyEndpoint):
    """Endpoint: tables of the key's account; list them, or open one."""

    methods = {
        "GET": by_key("list_play_tables", live("Tables")),
        "POST": by_key(
            "open_play_table",
            answers.Opened,
            409,
            413,
            415,
            status=201,
            body=TableBody,
        ),
    }

    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "tables"}

    def get(self, request: Request) -> HttpResponseBase:
        """List the tables where the account sits, waiting or playing, as a stranger sees them."""
        tables = [table_json(table, self.player) for table in tables_of(self.player.pk)]
        if "tables" not in self.token.good_for:
            for table in tables:
                if table is not None:
                    table["you"] |= {"invite_links": [], "bans": []}
        return Response({"results": [table for table in tables if table is not None]})

    def post(self, request: Request) -> HttpResponseBase:
        """Open a table and sit at its first seat; the same `id` again opens no second one.

        Raises:
            RefusedError: the account may not open a table now.
            RefusedTeamSeatError: it may not do so as that team.
            RulesError: the rules of the table cannot be played.
        """
        asked = read_body(request, TableBody)
        client_id = asked.pop("id")
        program = self.token.user.is_bot
        asked.setdefault("programs", "rated" if program else "none")
        player, address = self.player, self.caller.address
        try:
            count(http_request(request), "table")
            answer = once(
                player=player,
                client_id=client_id,
                asked={"open": True, **asked},
                work=lambda: {"table": _opened(player, asked, address).public_id},
            )
        except (InvitationError, TeamError) as error:
            raise RefusedTeamSeatError(error) from error
        except TableError as error:
            raise RefusedError(error.code) from error
        except RulesetError as error:
            problem = ruleset_refusal(error, asked["preset"])
            raise RulesError(problem.text, option=problem.option, reason=error.code) from error
        return Response(answer, status=status.HTTP_201_CREATED)


def _opened(player: Player, asked: dict[str, Any], address: str) -> PlayTable:
    """Open the table described in a request's body, as a team if it names one; return the table.

    Raises:
        RulesetError: its rules cannot be played.
        TableError: the player may not open a table now.
        TeamError: it is not the player's team, or too large or small for a side; also
            InvitationError where a partner cannot be invited.
    """
    chosen, team = _options_of(asked), asked.get("team")
    if team is None:
        return open_table(host=player, chosen=chosen, address=address)
    return open_table_as_team(team=team_of(team), host=player, chosen=chosen, address=address)


def _options_of(asked: dict[str, Any]) -> TableOptions:
    """Return the settings of a new table in a request's body."""
    rest = {name: value for name, value in asked.items() if name != "team"}
    rating = RatingRange(
        within=rest.pop("rating_within", None),
        low=rest.pop("rating_low", None),
        high=rest.pop("rating_high", None),
        newcomers=rest.pop("newcomers", True),
    )
    return TableOptions(**rest, rating=rating)


class Table(ByKeyEndpoint):
    """Endpoint: one table."""

    methods = {"GET": by_key("get_play_table", live("Look"), 404, 503, query=LookQuery)}

    scopes: ClassVar[dict[str, str]] = {"GET": "read"}
    query = LookQuery

    def get(self, request: Request, table: str) -> HttpResponseBase:
        """Return the table and its match now; with the scope `play` as the account's seat sees it.

        Raises:
            RefusedError: there is no such table for this account.
        """
        try:
            body = async_to_sync(live_gateway().look)(self.caller, table, self.params.get("have"))
        except GatewayRefusedError as error:
            raise RefusedError(error.code, error.message) from error
        return Response(body)


class Messages(ByKeyEndpoint):
    """Endpoint: send a message to a table."""

    methods = {
        "POST": by_key(
            "say_at_play_table", live("Ack"), 404, 409, 413, 415, 503, body=live("Message")
        )
    }

    def post(self, request: Request, table: str) -> HttpResponseBase:
        """Send a message of the table's protocol with an `id`; return its `ack` when it is durable.

        Raises:
            UnsupportedMediaType: the body is not JSON.
            RefusedError: the table refuses the message.
        """
        if (request.content_type or "").split(";")[0].strip() != "application/json":
            raise exceptions.UnsupportedMediaType(request.content_type or "")
        # what is over the protocol's own limit is refused there
        text = request.body[:LONGEST].decode(errors="replace")
        try:
            if _is_sitting(text):
                count(http_request(request), "table")
            answer = async_to_sync(live_gateway().send)(self.caller, table, text)
        except GatewayRefusedError as error:
            raise RefusedError(error.code, error.message) from error
        return Response(answer)


def _is_sitting(text: str) -> bool:
    """Return True if a message may be a request to sit down, which is rate-limited."""
    return '"sit"' in text


class Follow(Streamed, ByKeyEndpoint):
    """Endpoint: stream of events of the account's tables."""

    methods = {
        "GET": by_key(
            "follow_play",
            live("Line"),
            404,
            503,
            query=StreamQuery,
            media=NDJSON,
        )
    }

    scopes: ClassVar[dict[str, str]] = {"GET": "read"}
    query = StreamQuery
    http_method_names = ["get", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """Stream, as JSON lines, what the socket would send from all tables where the account sits.

        Raises:
            RefusedError: there is no such table, or the account has too many connections.
        """
        table = self.params.get("table")
        have = _have(self.params.get("have", ""))
        try:
            lines = async_to_sync(live_gateway().follow)(self.caller, table, have)
        except GatewayRefusedError as error:
            raise RefusedError(error.code, error.message) from error
        return _stream(lines)


def _stream(lines: AsyncIterable[bytes]) -> StreamingHttpResponse:
    headers = {"X-Accel-Buffering": "no"}  # a proxy is to pass on each line as it comes
    return StreamingHttpResponse(lines, content_type=NDJSON, headers=headers)


def _have(text: str) -> dict[str, int]:
    """Return a dict from table to known sequence number, from a text such as `a1b2:12,c3d4:7`.

    Raises:
        InvalidParameterError: where the text is not of this form.
    """
    seq_by_table = {}
    for part in filter(None, text.split(",")):
        match = _HAVE.fullmatch(part)
        if match is None:
            raise InvalidParameterError("have", _("Write it as table:seq, with commas between."))
        seq_by_table[match[1]] = int(match[2])
    return seq_by_table
