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
from games.api.core.docs_pages import type_in_words
from games.api.core.schema import schema_json
from games.common.live_gateway import live_gateway


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
    asyncapi = live_gateway().document()
    messages = asyncapi["components"]["messages"]
    channels = [
        {
            "name": name,
            "address": channel["address"],
            "about": channel["description"],
            "messages": [
                {
                    "name": message,
                    "about": messages[message]["summary"],
                    "fields": _fields(messages[message]["payload"]),
                }
                for message in channel["messages"]
            ],
        }
        for name, channel in asyncapi["channels"].items()
    ]
    shapes = [
        {
            "name": name,
            "about": shape.get("description", ""),
            "type": type_in_words(shape),
            "fields": _fields(shape),
        }
        for name, shape in sorted(asyncapi["components"]["schemas"].items())
    ]
    return render(request, "api/live.html", {"channels": channels, "shapes": shapes})


def _fields(shape: dict[str, Any]) -> list[dict[str, Any]]:
    needed = shape.get("required", ())
    return [
        {
            "name": name,
            "type": type_in_words(field),
            "about": field.get("description", ""),
            "optional": name not in needed,
        }
        for name, field in shape.get("properties", {}).items()
    ]
