"""The AsyncAPI document of the live table, and a page made of it that people can read."""

from __future__ import annotations

from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from games.api.core.base import AN_HOUR, Endpoint
from games.api.core.build_once import build_once
from games.api.core.docs import schema_json
from games.services.live_gateway import live_gateway


class AsyncApi(Endpoint):
    """Endpoint: the AsyncAPI document of the live table's socket."""

    schema = None

    def get(self, request: Request) -> HttpResponseBase:
        """Return the AsyncAPI 3.0 document as JSON."""
        return self.lasting_text(request, document_json(), AN_HOUR)


@build_once
def document_json() -> bytes:
    """Return the AsyncAPI document of the live table's socket as JSON, made once a process."""
    return orjson.dumps(live_gateway().document())


def build_documents() -> None:
    """Make the OpenAPI and the AsyncAPI document in advance, so that no request waits for them."""
    schema_json()
    document_json()


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Show the documentation of the live table's socket: channels, messages and their fields."""
    made = live_gateway().document()
    messages = made["components"]["messages"]
    channels = [
        {
            "name": name,
            "address": channel["address"],
            "about": channel["description"],
            "messages": [
                {
                    "name": one,
                    "about": messages[one]["summary"],
                    "fields": _fields(messages[one]["payload"]),
                }
                for one in channel["messages"]
            ],
        }
        for name, channel in made["channels"].items()
    ]
    shapes = [
        {
            "name": name,
            "about": shape.get("description", ""),
            "type": _type(shape),
            "fields": _fields(shape),
        }
        for name, shape in sorted(made["components"]["schemas"].items())
    ]
    return render(request, "api/live.html", {"channels": channels, "shapes": shapes})


def _fields(shape: dict[str, Any]) -> list[dict[str, Any]]:
    needed = shape.get("required", ())
    return [
        {
            "name": name,
            "type": _type(field),
            "about": field.get("description", ""),
            "optional": name not in needed,
        }
        for name, field in shape.get("properties", {}).items()
    ]


def _type(shape: dict[str, Any]) -> str:
    """Return a JSON schema's type in a few words.

    >>> _type({"oneOf": [{"$ref": "#/components/schemas/Card"}, {"type": "null"}]})
    'Card or null'
    >>> _type({"type": ["array", "null"], "items": {"type": "integer"}})
    'list of integer or null'
    >>> _type({"const": "ack"}), _type({"enum": ["O", None]})
    ('"ack"', '"O" or null')
    """
    if "oneOf" in shape:
        return " or ".join(_type(one) for one in shape["oneOf"])
    if "$ref" in shape:
        return str(shape["$ref"].rsplit("/", 1)[-1])
    if "const" in shape:
        return orjson.dumps(shape["const"]).decode()
    if "enum" in shape:
        return " or ".join(orjson.dumps(value).decode() for value in shape["enum"])
    kinds = shape.get("type", "anything")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(
        f"list of {_type(shape['items'])}" if kind == "array" else str(kind) for kind in kinds
    )
