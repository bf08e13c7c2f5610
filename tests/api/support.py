"""Asks the API, and holds every answer against the document that the API publishes of itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from asgiref.sync import async_to_sync
from django.test import Client
from jsonschema_rs import Draft202012Validator

from games.api.core.schema import document

V1 = "/api/v1"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\Z")


@cache
def strict_document() -> dict[str, Any]:
    """The published document, but a field that it does not name is an error."""
    strict = deepcopy(document())
    for shape in strict["components"]["schemas"].values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    return strict


def validate(body: object, schema: dict[str, Any]) -> None:
    """Raise where a body is not as the schema says."""
    _validator(json.dumps(schema, sort_keys=True)).validate(body)


@cache
def _validator(schema: str) -> Draft202012Validator:
    whole = {**json.loads(schema), "components": strict_document()["components"]}
    return Draft202012Validator(whole, formats={"date-time": _is_moment}, validate_formats=True)


def _is_moment(value: str) -> bool:
    """RFC 3339 in UTC, which is narrower than the format's name."""
    return MOMENT.match(value) is not None


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every address and method of the document, and what it says of them."""
    for path, methods in strict_document()["paths"].items():
        for method, told in methods.items():
            yield path, method, told


def operation_of(path: str, method: str = "get") -> dict[str, Any]:
    """What the document says of the address; one without a name in braces comes before others."""
    paths = strict_document()["paths"]
    if path in paths:
        exact: dict[str, Any] = paths[path][method]
        return exact
    for template, methods in paths.items():
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path):
            found: dict[str, Any] = methods[method]
            return found
    raise AssertionError(f"{path} is in no document")


def hold(path: str, answer: Any, method: str = "get") -> Any:
    """The JSON of an answer; raises where the document does not tell of such a one."""
    described = operation_of(path, method)["responses"]
    status = str(answer.status_code)
    assert status in described, f"{method} {path} does not say that it may answer {status}"
    if status == "204":
        assert not answer.content
        return None
    assert answer["Content-Type"] == "application/json"
    body = answer.json()
    validate(body, described[status]["content"]["application/json"]["schema"])
    return body


def ask(path: str, status: int = 200, **query: Any) -> Any:
    """The JSON of an answer, after it was held against the document."""
    answer = Client().get(V1 + path, query, headers={"accept-language": "en"})
    assert answer.status_code == status, answer.content
    return hold(V1 + path, answer)


def refused(path: str, status: int, code: str, **query: Any) -> dict[str, Any]:
    """The details of an error, which has the one shape, at any address."""
    answer = Client().get(path, query, headers={"accept-language": "en"})
    return error_of(answer, status, code)


def error_of(answer: Any, status: int, code: str) -> dict[str, Any]:
    """The details of an answer that must be this error."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/json"
    body = answer.json()
    validate(body, {"$ref": "#/components/schemas/Error"})
    assert body["error"]["code"] == code
    assert body["error"]["message"]
    details: dict[str, Any] = body["error"]["details"]
    return details


def whole_list(path: str, limit: int, **query: Any) -> list[Any]:
    """All results of a list, page by page; `next` is followed as it is."""
    body = ask(path, limit=limit, **query)
    found = list(body["results"])
    while body["next"] is not None:
        assert len(body["results"]) == limit
        body = Client().get(body["next"]).json()
        found += body["results"]
    return found


def body_of(answer: Any) -> bytes:
    """All of a body, streamed or not."""
    if not answer.streaming:
        return bytes(answer.content)

    async def parts() -> list[bytes]:
        return [part async for part in answer]

    return b"".join(async_to_sync(parts)())
