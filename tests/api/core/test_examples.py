"""The examples of the document are real answers, and such as its shapes say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import ValidationError

from games.api.core.examples import FILE
from games.record import verify_record
from tests.api.support import operations, validate

EXAMPLES: dict[str, Any] = json.loads(FILE.read_bytes())

NONE_YET = {"get_team_leaderboard", "get_tournament_series", "list_daily_results"}
"""What a site of so few matches has none of."""


def contents() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Operation, which of its bodies, and what is said of that."""
    for _path, _method, told in operations():
        places = [("body", told["requestBody"])] if "requestBody" in told else []
        for place, described in [*places, *told["responses"].items()]:
            for content in described.get("content", {}).values():
                yield told["operationId"], place, content


def test_everything_has_an_example_but_what_cannot_be_asked_for():
    without = {place for _name, place, content in contents() if "example" not in content}
    # what only a process that ends or works on something tells
    assert without == {"202", "503"}
    named = {name for name, _place, _content in contents()}
    assert set(EXAMPLES) == named | {"bodies", "errors"}


@pytest.mark.parametrize("place", ["body", "2", "4"])
def test_every_example_is_as_the_document_says(place):
    held = 0
    for name, where, content in contents():
        if where.startswith(place) and "example" in content:
            try:
                validate(content["example"], content["schema"])
            except ValidationError as error:
                raise AssertionError(f"{name} {where}: {error}") from None
            held += 1
    assert held


def test_the_examples_are_of_one_site_that_was_played():
    record = EXAMPLES["get_match_record"]
    verify_record(record)
    match = EXAMPLES["get_match"]
    assert match["id"] == record["match"]
    assert [seat["player"] for seat in match["seats"]] == [
        seat["player"] for seat in record["seats"]
    ]
    assert EXAMPLES["list_tricks"]["results"] == record["deals"][0]["tricks"][:1]
    assert EXAMPLES["get_deal"]["deck"] == record["deals"][0]["deck"]
    assert EXAMPLES["get_player_stats"]["player"] == match["seats"][0]["player"]


def test_no_example_holds_a_key_an_address_of_a_machine_or_an_empty_list():
    text = FILE.read_text(encoding="utf-8")
    assert "127.0.0.1" not in text
    assert "localhost" not in text
    assert "Bearer" not in text
    lists = {name: told["results"] for name, told in EXAMPLES.items() if told and "results" in told}
    assert {name for name, found in lists.items() if not found} <= NONE_YET
