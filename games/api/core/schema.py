"""The OpenAPI document, made of the class attributes of the views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from django.core.exceptions import ImproperlyConfigured
from django.utils import translation
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

from games.answers.errors import Error
from games.api.core.build_once import build_once
from games.api.core.components import reference
from games.api.core.examples import put_examples
from games.common.live_gateway import live_gateway

PATHS: Final = {
    "club": "Handle of a club.",
    "name": "Name of a player, in any case.",
    "rival": "Name of another player, in any case.",
    "team": "Id of a team.",
    "invitation": "Id of an invitation, as `play/invitations/` lists them.",
    "proposal": "Id of a proposal, as `play/teams/` lists them.",
    "match": "Id of a match.",
    "day": "A day of UTC, as 2026-03-01.",
    "number": "Number of a deal, from 1.",
    "pool": "Kind of match, as `leaderboards/` lists them.",
    "exercise": "Id of an exercise, as `play/exercises/` lists them.",
    "puzzle": "Id of a rated puzzle, as `rated/puzzles/` lists them.",
    "run": "Id of a run of puzzles, as its beginning tells it.",
    "hash": "Hash of a ruleset: `sha256:` and 64 hex digits; the first eight digits or more do.",
    "table": "Id of a table.",
    "tournament": "Id of a tournament.",
    "series": "Id of a series of tournaments.",
    "round": "Number of a round, from 1.",
    "league": "Id of a league.",
    "season": "Number of a season, from 1.",
    "fixture": "Id of a match of a league.",
    "time": "Id of a time that is proposed for a match of a league.",
}
"""Path parameter -> its description in the document."""
STATUSES: Final = {
    200: "",
    201: "Opened; the same again under the same `id` opens nothing more.",
    204: "Done; there is nothing to tell.",
    202: "It is being made; `Retry-After` says when to come again.",
    304: "Not changed since the `ETag` in `If-None-Match`.",
    400: "A parameter is unknown (`unknown_parameter`) or wrong (`invalid_parameter`).",
    401: "No key, or one that lets nobody in (`not_authenticated`).",
    403: "The key or the seat does not go that far (`missing_scope`, `not_seated`, ...).",
    404: "There is no such thing, or it is not public (`not_found`); an analysis "
    "may not have been made (`not_analysed`).",
    406: "Only JSON is served (`not_acceptable`).",
    413: "The message, or any other body, is too long (`too_large`).",
    415: "The body is not JSON (`unsupported_media_type`).",
    409: "The match is still being played (`match_running`), or the deal of the day is "
    "(`daily_running`).",
    429: "Too many requests (`throttled`); `Retry-After` says when to come again.",
    503: "Ask again under the same `id` (`restart`, `internal`); `Retry-After` says when.",
}
OF_RUNS: Final = {
    409: "The run is over (`run_over`), asks another puzzle (`not_asked`), or began twice (`conflict`).",
}
"""Meaning of a status at the addresses of runs of puzzles."""
OF_TEAMS: Final = {
    201: "They are asked, or the team is founded.",
    409: "The team cannot be founded or changed like that (`bad_partners`, `not_invited`, ...).",
}
"""What a status means at the addresses of teams that need a key."""
OF_LEAGUES: Final = {
    409: "The match does not take it now (`match_over`, `bad_time`, `not_yet`, `no_claim_yet`, ...).",
}
"""What a status means at the addresses of leagues that need a key."""
OF_CLUBS: Final = {
    409: "The club does not take it now (`banned`, `not_on_request`, `not_invited`, ...).",
}
"""What a status means at the addresses of clubs that need a key."""
OF_CONVERSATIONS: Final = {
    201: "Sent, now or before under the same `id`.",
    409: "The message is refused (`not_mutual`, `silenced`, `too_fast`, ...).",
}
"""What a status means at the addresses of messages between people."""
OF_TOURNAMENTS: Final = {
    201: "Made.",
    403: "The key does not go that far (`missing_scope`), or the tournament is not for this account "
    "(`registered_only`, `no_programs`, `link_needed`, ...).",
    409: "The tournament does not take it now (`not_open`, `too_late`, `already_entered`, ...).",
}
"""What a status means at the addresses of tournaments, where that is something else."""
REFUSED: Final = "The table does not take it now: the code is that of its socket."
"""What a 409 means where a table is spoken to."""
JSON: Final = "application/json"
COMMON: Final = (400, 406, 429)
KEY: Final = "key"
"""The name of the security scheme for keys."""
LIVE: Final = "Live"
"""Before the names of shapes that the protocol of the live table has."""
ABOUT: Final = """\
Finished matches, figures and ratings, public and without a key; playing with one. Everything is JSON.

Lists hold `results` and `next`, the address of the next page or null. Times are RFC 3339 in UTC.
Parameters that do not exist are refused. Every error has the shape of `Error`.
"""


@dataclass(frozen=True, slots=True)
class OperationDocs:
    """OpenAPI description of one HTTP method of an API view.

    `answer` is a type, or a schema such as `live` returns; `body` a serializer or a schema; `fails`
    are error statuses besides those of every method. With `keyed` the method needs an API key.
    """

    operation: str
    tag: str
    answer: Any
    query: Any = None
    media: str = JSON
    fails: tuple[int, ...] = ()
    status: int = 200
    body: Any = None
    keyed: bool = False
    meanwhile: Mapping[int, Any] = field(default_factory=dict)
    """Serializers of answers that are no failure, but not yet what was asked for, by status."""


def live(name: str) -> dict[str, str]:
    """Return a `$ref` to a message type of the live table's socket, by its name, such as `Ack`."""
    return {"$ref": f"#/components/schemas/{LIVE}{name}"}


class ApiSchema(AutoSchema):
    """Schema generator of an `Endpoint`: makes OpenAPI of its class attributes and docstrings."""

    view: Any

    @property
    def docs(self) -> OperationDocs:
        """Return the OpenAPI attributes of the method that is being described."""
        docs: OperationDocs = self.view.docs_of(self.method)
        return docs

    def get_operation_id(self) -> str:
        """Return the operation's id, such as `list_clubs`."""
        return self.docs.operation

    def get_description(self) -> str:  # type: ignore[override]
        """Return the docstring of the method without its section `Raises`."""
        return str(super().get_description()).partition("\n\nRaises:")[0]

    def get_tags(self) -> list[str]:
        """Return the operation's tag, which is a group of the documentation, in a list."""
        return [self.docs.tag]

    def get_auth(self) -> list[Any]:
        """Return the security schemes of the operation: the key, or none."""
        return [{KEY: []}] if self.docs.keyed else []

    def get_override_parameters(self) -> list[Any]:
        """Return the serializer of the query parameters in a list; empty if there are none."""
        return [self.docs.query] if self.docs.query else []

    def get_response_serializers(self) -> Any:
        """Return (status, media type) -> answer of the operation, with all its errors."""
        docs = self.docs
        shown = self._described(docs.answer) if docs.answer else None
        good = OpenApiResponse(shown, description=self._about(docs.status))
        answers: dict[Any, Any] = {(docs.status, docs.media): good}
        for status, shape in docs.meanwhile.items():
            answers[status, JSON] = OpenApiResponse(
                self._described(shape), description=STATUSES[status]
            )
        for status in sorted({*COMMON, *docs.fails}):
            body = None if status == 304 else self._described(Error)
            answers[status, JSON] = OpenApiResponse(body, description=self._about(status))
        return answers

    def _about(self, status: int) -> str:
        """Return the description of an HTTP status in this operation's answers."""
        docs = self.docs
        if docs.tag == "tournaments":
            return OF_TOURNAMENTS.get(status, STATUSES[status])
        if docs.tag == "teams" and docs.keyed:
            return OF_TEAMS.get(status, STATUSES[status])
        if docs.tag == "leagues" and docs.keyed:
            return OF_LEAGUES.get(status, STATUSES[status])
        if docs.tag == "clubs" and docs.keyed:
            return OF_CLUBS.get(status, STATUSES[status])
        if docs.tag == "conversations":
            return OF_CONVERSATIONS.get(status, STATUSES[status])
        if docs.operation.endswith("_puzzle_run"):
            return OF_RUNS.get(status, STATUSES[status])
        return REFUSED if docs.keyed and status == 409 else STATUSES[status]

    def _described(self, answer: Any) -> dict[str, Any]:
        """Return the schema of an answer; for a type it is a reference to its component."""
        return reference(answer, self.registry) if isinstance(answer, type) else answer

    def get_request_serializer(self) -> Any:
        """Return media type -> request body of the operation; None if it takes none."""
        body = self.docs.body
        return None if body is None else {JSON: body}


class PatternExtension(OpenApiSerializerFieldExtension):
    """Extension of drf-spectacular that publishes the pattern of each `PatternedField`."""

    target_class = "games.api.core.params.PatternedField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """Return the schema of a `PatternedField`: a string with pattern and maximum length."""
        length = self.target.max_length
        return {"type": "string", "pattern": self.target.pattern, "maxLength": length}


@build_once
def document() -> dict[str, Any]:
    """Return the OpenAPI document in English, made once a process."""
    from drf_spectacular.generators import SchemaGenerator

    with translation.override("en"):
        openapi: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    openapi["info"] = {"title": "Brisca", "version": "1", "description": ABOUT}
    for methods in openapi["paths"].values():
        for operation in methods.values():
            _complete(operation)
    put_examples(openapi)
    parts = openapi["components"]
    parts["schemas"] = dict(sorted({**parts.get("schemas", {}), **_live_shapes()}.items()))
    parts["securitySchemes"] = {
        KEY: {"type": "http", "scheme": "bearer", "description": "A key for programs."}
    }
    return openapi


def _complete(operation: dict[str, Any]) -> None:
    """Describe an operation's parameters of the path, and require its body.

    Raises:
        ImproperlyConfigured: `PATHS` does not describe a parameter of the path.
    """
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            name = parameter["name"]
            if name not in PATHS:
                raise ImproperlyConfigured(
                    f"{operation['operationId']}: describe the path parameter {name!r} in PATHS "
                    "of games/api/core/schema.py"
                )
            parameter["description"] = PATHS[name]
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True


def _live_shapes() -> dict[str, Any]:
    """Return the schemas of the live table's messages, with a prefix to their names."""
    shapes = live_gateway().shapes()
    return {f"{LIVE}{name}": _renamed(shape) for name, shape in shapes.items()}


def _renamed(shape: Any) -> Any:
    if isinstance(shape, Mapping):
        renamed = {key: _renamed(part) for key, part in shape.items()}
        if isinstance(renamed.get("$ref"), str):
            return live(renamed["$ref"].rsplit("/", 1)[-1])
        return renamed
    return [_renamed(part) for part in shape] if isinstance(shape, list) else shape


@build_once
def schema_json() -> bytes:
    """Return the OpenAPI document as JSON bytes, made once a process."""
    return orjson.dumps(document())
