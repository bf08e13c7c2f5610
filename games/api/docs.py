"""The OpenAPI document, and a page made of it that people can read."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from games.api.base import AN_HOUR, Endpoint
from games.api.build_once import build_once
from games.api.schema import document
from games.models import Match, Seat
from games.models.matches import MatchStatus
from games.selectors.analyses import analysis_tag
from games.selectors.daily import shown_day
from games.selectors.exercises import puzzle_of

ANYTHING: Final = {
    "name": "ana",
    "rival": "berta",
    "team": "1",
    "match": "3f2a9c0d11aa",
    "number": "1",
    "day": "2026-03-01",
    "pool": "2",
    "hash": "sha256:...",
    "table": "k3J9x0",
    "exercise": "1",
}
"""In examples where nothing has been played yet."""


class Schema(Endpoint):
    """The OpenAPI document."""

    schema = None

    def get(self, request: Request) -> HttpResponseBase:
        """OpenAPI 3.1 as JSON."""
        return self.lasting_text(request, schema_json(), AN_HOUR)


@build_once
def schema_json() -> bytes:
    """The OpenAPI document, written once."""
    return orjson.dumps(document())


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Every address with its parameters, an example that works, and what it gives."""
    made = document()
    values = _values()
    parts: dict[str, list[dict[str, Any]]] = {}
    for path, methods in made["paths"].items():
        example = path.format_map({**ANYTHING, **values})
        known = all(f"{{{name}}}" not in path or name in values for name in ANYTHING)
        if path.endswith("/analysis/"):
            known = known and analysis_tag(values["match"]) is not None
        elif "/puzzles/{day}" in path:
            known = known and puzzle_of(date.fromisoformat(values["day"])) is not None
        for method, told in methods.items():
            shown = _operation(method, path, told)
            shown["example"] = example
            shown["url"] = example if known and method == "get" and not shown["keyed"] else ""
            parts.setdefault(told["tags"][0], []).append(shown)
    shapes = [
        {
            "name": name,
            "about": _plain(shape.get("description") or type_in_words(shape)),
            "fields": _fields(shape),
        }
        for name, shape in sorted(made["components"]["schemas"].items())
        if shape.get("type") == "object" or "oneOf" in shape
    ]
    context = {"parts": sorted(parts.items()), "shapes": shapes, "origin": _origin(request)}
    return render(request, "api/docs.html", context)


def _operation(method: str, path: str, told: dict[str, Any]) -> dict[str, Any]:
    good = next(status for status in told["responses"] if status.startswith("2"))
    return {
        "id": told["operationId"],
        "method": method.upper(),
        "path": path,
        "about": _plain(told["description"]),
        "keyed": bool(told.get("security")),
        "parameters": [_parameter(one) for one in told.get("parameters", [])],
        "body": _name(told["requestBody"]) if "requestBody" in told else "",
        "status": good,
        "answer": _name(told["responses"][good]),
        "errors": [
            (status, _plain(answer["description"]))
            for status, answer in told["responses"].items()
            if status != good
        ],
    }


def _values() -> dict[str, str]:
    """Names and ids that exist, of the newest match."""
    row = (
        Match.objects.filter(finished_at__isnull=False, status=MatchStatus.FINISHED)
        .order_by("-finished_at", "-id")
        .values("id", "public_id", "pool", "ruleset__hash")
        .first()
    )
    day = shown_day()
    shown = {"day": day.isoformat()} if day else {}
    if row is None:
        return shown
    seats = list(Seat.objects.filter(match=row["id"]).values("player__name", "team_id"))
    seat: Any = seats[0] if seats else {}
    found = {
        "match": row["public_id"],
        "number": "1",
        "pool": row["pool"],
        "hash": row["ruleset__hash"],
        "name": seat.get("player__name"),
        "rival": seats[1]["player__name"] if len(seats) > 1 else None,
        "team": seat.get("team_id"),
    }
    return shown | {name: str(value) for name, value in found.items() if value is not None}


def _plain(text: str) -> str:
    """A description without the marks of code, which the page does not draw."""
    return text.replace("`", "")


def _parameter(one: dict[str, Any]) -> dict[str, Any]:
    shape = one["schema"]
    return {
        "name": one["name"],
        "place": one["in"],
        "about": _plain(one.get("description", "")),
        "type": type_in_words(shape),
    }


def _name(answer: dict[str, Any]) -> str:
    (content,) = answer["content"].values()
    return str(type_in_words(content["schema"]))


def _fields(shape: dict[str, Any]) -> list[dict[str, str]]:
    return [
        {"name": name, "type": type_in_words(field), "about": _plain(field.get("description", ""))}
        for name, field in shape.get("properties", {}).items()
    ]


def type_in_words(shape: dict[str, Any]) -> str:
    """A type in few words: `integer`, `Match`, `list of Seat`, `string or null`.

    >>> type_in_words({"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Seat"}})
    'list of Seat or null'
    """
    for several in ("oneOf", "anyOf", "allOf"):
        if several in shape:
            return " or ".join(dict.fromkeys(type_in_words(one) for one in shape[several]))
    if "$ref" in shape:
        return str(shape["$ref"].rsplit("/", 1)[-1])
    kinds = shape.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    named = [
        f"list of {type_in_words(shape['items'])}" if kind == "array" and "items" in shape else kind
        for kind in kinds
    ]
    words = " or ".join(named)
    if shape.get("format") == "date-time":
        words = words.replace("string", "time")
    if "enum" in shape:
        words += ": " + ", ".join(orjson.dumps(value).decode() for value in shape["enum"])
    return words


def _origin(request: HttpRequest) -> str:
    return request.build_absolute_uri("/")[:-1]
