"""Every shape that messages of the table refer to, as JSON Schema (2020-12).

Events are read off the engine's own types, views and tables off the types of their JSON. The tests
hold every frame of real matches against all of it, and find what is missing or too much.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from inspect import getdoc
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict, get_args

from games.engine import Card, Event, Suit, action_kinds
from games.engine.cards import SUITS
from games.engine.events import OwnEvent
from games.engine.json_annotations import Count, Limits, SeatNumber
from games.engine.json_types import BidJson, DealResultJson, ViewJson
from games.engine.phases.offers import MATTERS
from games.live.protocol import match_types, table_types
from games.live.schema.json_schema import (
    Schema,
    annotations_of,
    object_schema,
    one_of,
    ref,
    schema_of,
)
from games.record.log import TAKE_BACK, TakenBack

_ACTIONS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "play": ("Lay a card.", {"card": Card, "announce": NotRequired[Literal["arrastre"]]}),
    "exchange": ("Swap the seven or two of trumps for the turned card.", {"give": Card}),
    "arm_exchange": ("Do so as soon as it is legal.", {"on": NotRequired[bool]}),
    "claim": ("Take all that is left.", {}),
    "cut": ("Cut the deck, so many cards from the top.", {"at": Count}),
    "resign": ("Give up a match of two, or one with bots alone.", {}),
    "offer": (
        "Ask the others for a draw or a pause, or one's partners to give up.",
        {"what": Annotated[str, Limits(enum=MATTERS)]},
    ),
    "reply": ("Agree to what is asked, or not.", {"what": str, "yes": bool}),
    "resume": ("Go on after a pause.", {}),
    "bid": ("Bid for the contract.", {"bid": BidJson}),
    "declare": (
        "Call a card, name the trump, or show king and knight of a suit.",
        {"suit": Suit, "rank": NotRequired[Count | None]},
    ),
    "discard": ("Put away as many cards as the talon had.", {"cards": list[Card]}),
    "peek": ("Look at a partner's cards.", {"at": SeatNumber}),
    "look": ("Turn one's eyes to a seat.", {"at": SeatNumber}),
    "sign": ("Make a sign.", {"sign": str}),
    "ask": ("Ask a partner.", {"to": SeatNumber, "question": str}),
    "answer": ("Answer a partner.", {"to": SeatNumber, "yes": bool}),
    TAKE_BACK: ("Take one's latest decision back, among bots alone.", {}),
    "say": ("Talk, where the rules let.", {"text": Annotated[str, Limits(maxLength=140)]}),
}
"""What every action means, and its fields beside `type`."""


class DrawnCardJson(TypedDict):
    """A card drawn."""

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
    """Make the shape of every event, by the name of its class."""
    found = {}
    for kind in (*get_args(Event), TakenBack):
        if kind is OwnEvent:
            continue
        name: str = kind.__name__
        otherwise = _SENT_OTHERWISE.get(name, {})
        fields = {"type": Literal[kind_of(name)], **annotations_of(kind), **otherwise}
        about = (getdoc(kind) or "").split("\n")[0]
        sent = {field: one for field, one in fields.items() if one is not None}
        found[name] = object_schema(about, sent)
    return found


def action_shapes() -> dict[str, Schema]:
    """Make the shape of every action that a seat may ask for, by its published name."""
    found = {}
    for kind in (*action_kinds(), TAKE_BACK):
        if kind in _ACTIONS:
            about, fields = _ACTIONS[kind]
            name = f"{kind.title().replace('_', '')}Action"
            found[name] = object_schema(about, {"type": Literal[kind], **fields})
    return found


@cache
def shapes() -> dict[str, Schema]:
    """Make every shape that messages refer to, by its name."""
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
                    "properties": {"rank": schema_of(Count), "points": schema_of(Count)},
                    "minProperties": 1,
                },
            ],
        },
        "Action": one_of(map(ref, actions)),
        **actions,
        "Event": one_of(map(ref, events)),
        **events,
        "DealResult": schema_of(DealResultJson),
        "View": schema_of(ViewJson),
        "Clock": schema_of(match_types.ClockJson),
        "Table": schema_of(table_types.TableJson),
        "LobbyTable": schema_of(table_types.LobbyTableJson),
        "Proof": schema_of(match_types.ProofJson),
        "DealerDraw": schema_of(match_types.DealerDrawJson),
        "ChatLine": schema_of(match_types.ChatLineJson),
        "Variation": schema_of(match_types.VariationJson),
    }
