"""Every shape that messages of the table refer to, as JSON Schema (2020-12).

Events are read off the engine's own types, views and tables off the types of their JSON. The tests
hold every frame of real matches against all of it, and find what is missing or too much.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from inspect import getdoc
from typing import Any, Final, Literal, TypedDict, get_args

from games.common.json_schema import Schema, SchemaWriter, annotations_of, one_of, ref
from games.engine import Bid, Card, Event
from games.engine.action_types import ACTIONS
from games.engine.cards import SUITS
from games.engine.events import OwnEvent
from games.engine.json_annotations import Count, SeatNumber
from games.engine.json_types import DealResultJson, ViewJson
from games.engine.results import DealResult
from games.live.protocol import match_types, table_types
from games.record.log import TAKE_BACK, TakenBack

WRITER: Final = SchemaWriter({Bid: "Bid", DealResult: "DealResult"})


class DrawnCardJson(TypedDict):
    """JSON object: a card that a seat drew to decide who deals first."""

    seat: SeatNumber
    card: Card


_SENT_OTHERWISE: Final[Mapping[str, Mapping[str, Any]]] = {
    "HandDealt": {"size": None, "open": None, "count": int},
    "CardDrawn": {"open": None},
    "CardsDiscarded": {"size": None, "count": int},
    "Called": {"card": Card | None},
    "Signed": {"told": None},
    "DealerDrawn": {"draws": list[list[DrawnCardJson]]},
}
"""Fields of events that are called otherwise in messages than in the engine; None: not sent."""


def kind_of(name: str) -> str:
    """Return the type of an event or message in JSON, by the name of its class.

    >>> kind_of("CardPlayed")
    'card_played'
    """
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def event_shapes() -> dict[str, Schema]:
    """Return the JSON Schema of every event of a match, by the name of its class."""
    by_name = {}
    for kind in (*get_args(Event), TakenBack):
        if kind is OwnEvent:
            continue
        name: str = kind.__name__
        otherwise = _SENT_OTHERWISE.get(name, {})
        fields = {"type": Literal[kind_of(name)], **annotations_of(kind), **otherwise}
        about = (getdoc(kind) or "").split("\n")[0]
        sent = {field: annotation for field, annotation in fields.items() if annotation is not None}
        by_name[name] = WRITER.object_schema(about, sent)
    return by_name


def action_shapes() -> dict[str, Schema]:
    """Return the JSON Schema of every action that a seat may ask for, by its published name."""
    take_back: tuple[str, Mapping[str, Any]] = (
        "Take one's latest decision back, among bots alone.",
        {},
    )
    return {
        f"{kind.title().replace('_', '')}Action": WRITER.object_schema(
            about, {"type": Literal[kind], **fields}
        )
        for kind, (about, fields) in {**ACTIONS, TAKE_BACK: take_back}.items()
    }


@cache
def shapes() -> dict[str, Schema]:
    """Return every JSON Schema that messages refer to, by its published name."""
    actions, events = action_shapes(), event_shapes()
    return {
        "Card": {
            "type": "string",
            "pattern": "^[OCEB](?:[1-9]|1[0-3])$",
            "description": "Letter of the suit and printed number.",
        },
        "Suit": {"enum": list(SUITS), "description": "Oros, copas, espadas, bastos."},
        "Bid": {
            "description": "Pass, a rank, points, or after the lowest rank both.",
            "oneOf": [
                {"const": "pass"},
                {
                    "type": "object",
                    "properties": {
                        "rank": WRITER.schema_of(Count),
                        "points": WRITER.schema_of(Count),
                    },
                    "minProperties": 1,
                },
            ],
        },
        "Action": one_of(map(ref, actions)),
        **actions,
        "Event": one_of(map(ref, events)),
        **events,
        "DealResult": WRITER.schema_of(DealResultJson),
        "View": WRITER.schema_of(ViewJson),
        "Clock": WRITER.schema_of(match_types.ClockJson),
        "Table": WRITER.schema_of(table_types.TableJson),
        "LobbyTable": WRITER.schema_of(table_types.LobbyTableJson),
        "Proof": WRITER.schema_of(match_types.ProofJson),
        "DealerDraw": WRITER.schema_of(match_types.DealerDrawJson),
        "ChatLine": WRITER.schema_of(match_types.ChatLineJson),
        "Variation": WRITER.schema_of(match_types.VariationJson),
    }
