"""The examples of the document: a body for each request, and answers if the site has stored some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from jsonschema_rs import ValidationError

from games.api.core.examples import (
    answers_file,
    put_examples,
    request_examples,
    store_answers,
    stored_answers,
)
from tests.api.support import operations, validate

CURE = "write the body by hand in games/api/core/request_examples.json"


def bodies() -> dict[str, dict[str, Any]]:
    """Return operation -> the content of its request's body in the document."""
    return {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]
        for _path, _method, operation in operations()
        if "requestBody" in operation
    }


def document_of_one() -> dict[str, Any]:
    """Return a document of one operation, which has a success and an error."""
    responses = {status: {"content": {"application/json": {}}} for status in ("200", "404")}
    return {"paths": {"/": {"get": {"operationId": "list_cards", "responses": responses}}}}


def examples_in(schema: dict[str, Any]) -> list[Any]:
    """Return the examples of a document of one operation: of its success and of its error."""
    responses = schema["paths"]["/"]["get"]["responses"]
    return [
        response["content"]["application/json"].get("example") for response in responses.values()
    ]


def test_each_request_with_a_body_has_an_example_of_it():
    assert set(request_examples()) == set(bodies()), CURE


@pytest.mark.parametrize("operation", sorted(request_examples()))
def test_the_example_of_a_request_is_as_the_document_says(operation: str):
    content = bodies()[operation]
    try:
        validate(content["example"], content["schema"])
    except ValidationError as error:
        raise AssertionError(f"{operation}: {error}; {CURE}") from None


def test_a_site_without_stored_answers_has_a_document_without_them(settings, tmp_path: Path):
    settings.VAR_DIR = tmp_path
    schema = document_of_one()
    put_examples(schema)
    assert examples_in(schema) == [None, None]


def test_stored_answers_stand_in_the_document(settings, tmp_path: Path):
    settings.VAR_DIR = tmp_path
    store_answers(answers_file(), {"list_cards": {"results": []}}, {"404": {"error": {}}})
    schema = document_of_one()
    put_examples(schema)
    assert examples_in(schema) == [{"results": []}, {"error": {}}]


def test_answers_of_another_release_are_left_out(monkeypatch, settings, tmp_path: Path):
    settings.VAR_DIR = tmp_path
    store_answers(answers_file(), {"list_cards": {}}, {})
    monkeypatch.setattr("games.api.core.examples.release_name", lambda: "99.0.0")
    assert stored_answers(answers_file()) == {}


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff"])
def test_an_unreadable_file_of_answers_says_the_cure_and_does_no_harm(
    text: bytes, tmp_path, caplog
):
    path = tmp_path / "api_examples.json"
    path.write_bytes(text)
    assert stored_answers(path) == {}
    assert "manage.py api_examples" in caplog.text


def test_the_file_of_request_examples_has_one_operation_a_line():
    text = Path("games/api/core/request_examples.json").read_text(encoding="utf-8")
    lines = text.splitlines()[1:-1]
    assert [orjson.loads(f"{{{line.rstrip(',')}}}") for line in lines] == [
        {name: body} for name, body in sorted(request_examples().items())
    ]
