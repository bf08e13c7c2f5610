"""The examples of the OpenAPI document: real answers, as `manage.py api_examples` wrote them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import orjson

GOOD: Final = ("200", "201")
FILE: Final = Path(__file__).with_name("examples.json")


def put_examples(made: dict[str, Any]) -> None:
    """Put the stored examples into an OpenAPI document, in place: one for each body and answer."""
    found: dict[str, Any] = orjson.loads(FILE.read_bytes()) if FILE.exists() else {}
    for methods in made["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            _put(operation.get("requestBody", {}), found.get("bodies", {}), name)
            for status, answer in operation["responses"].items():
                if status in GOOD:
                    _put(answer, found, name)
                else:
                    _put(answer, found.get("errors", {}), status)


def _put(place: dict[str, Any], found: dict[str, Any], name: str) -> None:
    if name in found:
        for content in place.get("content", {}).values():
            content["example"] = found[name]
