"""The OpenAPI document, made of what the addresses say of themselves."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.utils import translation
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

PATHS: Final = {
    "name": "Name of a player, in any case.",
    "rival": "Name of another player, in any case.",
    "team": "Id of a team.",
    "match": "Id of a match.",
    "number": "Number of a deal, from 1.",
    "pool": "Kind of match, as `leaderboards/` lists them.",
    "hash": "Hash of a ruleset: `sha256:` and 64 hex digits; the first eight digits or more do.",
}
STATUSES: Final = {
    200: "",
    304: "Not changed since the `ETag` in `If-None-Match`.",
    400: "A parameter is unknown (`unknown_parameter`) or wrong (`invalid_parameter`).",
    404: "There is no such thing, or it is not public (`not_found`).",
    406: "Only JSON is served (`not_acceptable`).",
    409: "The match is still being played (`match_running`).",
    429: "Too many requests (`throttled`); `Retry-After` says when to come again.",
}
JSON: Final = "application/json"
COMMON: Final = (400, 406, 429)
ABOUT: Final = """\
Finished matches, figures and ratings, public and without a key. Everything is JSON.

Lists hold `results` and `next`, the address of the next page or null. Times are RFC 3339 in UTC.
Parameters that do not exist are refused. Every error has the shape of `Error`.
"""


class ApiSchema(AutoSchema):
    """Describes an `Endpoint` by its attributes."""

    view: Any

    def get_operation_id(self) -> str:
        """The name of the operation."""
        return str(self.view.operation)

    def get_tags(self) -> list[str]:
        """The part of the API that it belongs to."""
        return [self.view.tag]

    def get_auth(self) -> list[Any]:
        """Nothing needs a key."""
        return []

    def get_override_parameters(self) -> list[Any]:
        """The query, from its serializer."""
        return [self.view.query] if self.view.query else []

    def get_response_serializers(self) -> Any:
        """The answer, and the errors with the one shape that they have."""
        from games.api.answers import ErrorSerializer

        answers: dict[Any, Any] = {(200, self.view.media): OpenApiResponse(self.view.answer)}
        for status in sorted({*COMMON, *self.view.fails}):
            body = None if status == 304 else ErrorSerializer
            answers[status, JSON] = OpenApiResponse(body, description=STATUSES[status])
        return answers

    def _resolve_path_parameters(self, variables: Any) -> list[Any]:
        found: list[Any] = super()._resolve_path_parameters(variables)
        for parameter in found:
            parameter["description"] = PATHS[parameter["name"]]
        return found


@cache
def document() -> dict[str, Any]:
    """The document, made once; it is written in English."""
    from drf_spectacular.generators import SchemaGenerator

    with translation.override("en"):
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    made["info"] = {"title": "Brisca", "version": "1", "description": ABOUT}
    return made
