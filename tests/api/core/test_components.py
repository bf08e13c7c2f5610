"""Components of the OpenAPI document are made of the types of answers."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from drf_spectacular.plumbing import ComponentRegistry

from games.api.core.components import reference
from games.common.notation import Json, Moment, page, with_fields
from games.engine.json_annotations import Limits


class Card(TypedDict):
    """A card."""

    name: str


class Trick(TypedDict):
    """One trick."""

    cards: Annotated[list[Card], "In order."]
    winner: Annotated[Card | None, "null: nobody."]
    suit: Literal["O", "C"] | None
    ended: Annotated[Moment | None, "When."]
    note: NotRequired[str]
    best: NotRequired[Annotated[Card, "The best."]]
    counts: NotRequired[dict[str, float]]


class More(Trick, total=False):
    """More of it."""

    how: Annotated[str, Limits(enum=("a", "b"))]
    rest: Json


def made(shape: type) -> dict[str, dict]:
    registry = ComponentRegistry()
    assert reference(shape, registry) == {"$ref": f"#/components/schemas/{shape.__name__}"}
    return registry.build({})["schemas"]


def test_a_field_has_its_type_its_text_and_whether_it_may_be_null():
    found = made(Trick)
    assert found["Card"]["properties"] == {"name": {"type": "string"}}
    card = {"$ref": "#/components/schemas/Card"}
    assert found["Trick"] == {
        "type": "object",
        "description": "One trick.",
        "properties": {
            "cards": {"type": "array", "items": card, "description": "In order."},
            "winner": {"oneOf": [card, {"type": "null"}], "description": "null: nobody."},
            "suit": {"enum": ["O", "C", None], "type": ["string", "null"]},
            "ended": {"type": ["string", "null"], "format": "date-time", "description": "When."},
            "note": {"type": "string"},
            "best": {"allOf": [card], "description": "The best."},
            "counts": {
                "type": "object",
                "additionalProperties": {"type": "number", "format": "double"},
            },
        },
        "required": ["cards", "ended", "suit", "winner"],
    }


def test_what_a_type_adds_without_totality_is_not_required():
    found = made(More)["More"]
    assert list(found["properties"])[-2:] == ["how", "rest"]
    assert found["properties"]["rest"] == {"type": "object", "additionalProperties": {}}
    assert found["required"] == ["cards", "ended", "suit", "winner"]


def test_a_page_holds_rows_and_the_address_of_the_next():
    found = made(page("CardPage", Card, "cards"))
    assert found["CardPage"]["description"] == "A page of cards."
    assert found["CardPage"]["required"] == ["next", "results"]
    assert "Card" in found


def test_fields_that_only_the_program_knows_come_first():
    @with_fields({"a": Annotated[int, "A counter."]})
    class Counted(TypedDict):
        """Counted."""

        pool: str

    assert list(made(Counted)["Counted"]["properties"]) == ["a", "pool"]


def test_a_type_that_no_answer_has_is_an_error():
    with pytest.raises(TypeError):
        made(page("Odd", complex, "odd things"))
