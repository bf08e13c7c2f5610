"""The document that the API publishes of itself: valid, complete, and served."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from drf_spectacular.validation import validate_schema

from games.api.core import schema
from games.api.core.schema import document
from tests.api.support import V1, operations
from tests.support.path_values import PATH_VALUES

pytestmark = pytest.mark.django_db


def test_the_document_is_valid_openapi():
    assert document()["openapi"].startswith("3.1")
    validate_schema(json.loads(json.dumps(document())))


def test_a_path_parameter_without_a_description_is_named_with_the_place_for_it(monkeypatch):
    without = {name: text for name, text in schema.PATHS.items() if name != "club"}
    monkeypatch.setattr(schema, "PATHS", without)
    with pytest.raises(ImproperlyConfigured, match=r"'club' in PATHS of games/api/core/schema\.py"):
        schema.document.__wrapped__()


def test_every_path_parameter_has_an_example_for_the_tests():
    names = {
        parameter["name"]
        for _path, _method, told in operations()
        for parameter in told.get("parameters", ())
        if parameter["in"] == "path"
    }
    assert names - set(PATH_VALUES) == set(), "add them to tests/support/path_values.py"
    assert set(PATH_VALUES) - names == {"page"}, "these are in no address of the API"


GOOD = {
    **dict.fromkeys(
        (
            "open_play_table",
            "announce_tournament",
            "enter_tournament",
            "propose_team",
            "invite_to_seat",
            "send_message",
        ),
        "201",
    ),
    **dict.fromkeys(
        (
            "withdraw_from_tournament",
            "answer_invitation",
            "dissolve_team",
            "leave_club",
            "mark_messages_read",
            "end_puzzle_run",
        ),
        "204",
    ),
}
"""Operations whose good answer is no 200."""


BODILESS = {
    "check_in_to_tournament",
    "mark_messages_read",
    "be_at_league_match",
    "claim_league_win",
}
"""Steps to which there is nothing to say."""


def test_every_address_says_what_it_does_and_how_it_fails():
    names = []
    for path, method, told in operations():
        assert path.startswith(f"{V1}/")
        names.append(told["operationId"])
        assert told["description"]
        assert {"400", "406", "429"} <= set(told["responses"])
        assert GOOD.get(told["operationId"], "200") in told["responses"]
        assert ("401" in told["responses"]) is ("security" in told) is ("/play/" in path)
        is_sent = method == "post" and told["operationId"] not in BODILESS
        assert ("requestBody" in told) is is_sent
        for parameter in told.get("parameters", []):
            assert parameter["description"], (path, parameter["name"])
    assert len(set(names)) == len(names)


def test_every_reference_of_the_document_leads_somewhere():
    text = json.dumps(document())
    shapes = document()["components"]["schemas"]
    named = {part.split('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}
    assert named <= set(shapes)
    assert text.count('"$ref"') == text.count('"$ref": "#/components/schemas/')


def test_the_document_is_served():
    answer = Client().get("/api/schema/")
    assert answer.status_code == 200
    assert answer.json() == document()
