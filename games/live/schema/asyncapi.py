"""The AsyncAPI 3 document of the live site: sockets and stream, made of the message types."""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from typing import Any, Final, get_args, get_type_hints

from games.bots.evaluation.advice import REASONS
from games.live.protocol import messages as protocol
from games.live.protocol.messages import (
    COMMANDS,
    FAULTS,
    LONGEST_LINE,
    MAX_NUMBER,
    PROTO,
    ClientMessage,
    ServerMessage,
)
from games.live.protocol.review_messages import ReviewLine, ReviewNews
from games.live.protocol.review_requests import ReviewMessage
from games.live.schema.json_schema import Schema, listed, maybe, ref, shape, told, whole
from games.live.schema.state_schema import schema_of, shapes
from games.record.variation import LONGEST, PLACE

CLIENT_TAGS: Final = {
    "Hello": "hello", "Act": "act", "Do": "do", "Heartbeat": "p", "Sync": "sync",
    "Promise": "commit", "Show": "nonce", "Fault": "check", "Chat": "chat",
    "AskHint": "hint",
    "Lead": "lead", "Go": "go", "Try": "try",
}  # fmt: skip
"""The `t` of what clients send, by the name of the type."""
_ID: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"}
_HEX: Final = "^[0-9a-f]{%d}$"
_GIVEN: Final[dict[tuple[str, str], Schema]] = {
    ("Act", "action"): ref("Action"),
    ("Do", "cmd"): {"enum": list(COMMANDS)},
    ("Hello", "proto"): {"const": PROTO},
    ("Promise", "commit"): maybe({"type": "string", "pattern": _HEX % 64}),
    ("Show", "nonce"): {"type": "string", "pattern": _HEX % 32},
    ("Fault", "result"): {"enum": list(FAULTS)},
    ("Fault", "why"): {"type": "string", "pattern": "^[a-z_]{1,24}$"},
    ("Chat", "phrase"): maybe({"type": "string", "maxLength": 16}),
    ("Chat", "text"): maybe({"type": "string", "maxLength": LONGEST_LINE}),
    ("Hint", "card"): ref("Card"),
    ("Hint", "why"): {"enum": list(REASONS)},
    ("Hint", "cards"): listed(
        shape(
            "A card that can be played.",
            card=ref("Card"),
            behind=told({"type": "number"}, "Points less than the best is expected to bring."),
        )
    ),
    ("ChatNews", "lines"): listed(ref("ChatLine")),
    ("TableNews", "table"): ref("Table"),
    ("State", "view"): ref("View"),
    ("State", "events"): listed(ref("Event")),
    ("State", "clock"): maybe(ref("Clock")),
    ("Fair", "block"): maybe(ref("Proof")),
    ("Fair", "dealer"): maybe(ref("DealerDraw")),
    ("Nak", "code"): told({"type": "string"}, "Stable, for programs."),
    ("Tables", "tables"): listed(ref("LobbyTable")),
    ("Go", "at"): {"type": "string", "pattern": PLACE},
    ("Try", "line"): {**listed(whole()), "maxItems": LONGEST},
    ("ReviewLine", "view"): ref("Variation"),
}
"""What annotations cannot say."""
_CALLED: Final = {"action": "a", "in_ms": "in"}
_OPTIONAL: Final = {
    "Do": ("seat", "invite", "level", "on", "turn"), "Ack": ("seq",), "Pong": ("seq",),
    "Hello": ("have",), "Sync": ("have",), "Heartbeat": ("have",), "Promise": ("commit",),
    "Chat": ("phrase", "text"),
}  # fmt: skip
ABOUT: Final = """\
The live table: every message of its socket, as its page speaks it, and the stream of lines for
programs. `docs/protocol.md` tells the same in prose; the tests hold every frame against this.
"""


def message_schema(kind: type) -> Schema:
    """The schema of a message, by the fields of its type."""
    name = kind.__name__
    tag = protocol.TAGS.get(kind) or CLIENT_TAGS[name]
    fields: dict[str, Schema] = {}
    for field, annotation in get_type_hints(kind).items():
        schema = _GIVEN.get((name, field))
        if schema is None:
            schema = _ID if field == "id" and kind in _clients() else schema_of(annotation)
            if schema.get("type") == "integer" and kind in _clients():
                schema = {**schema, "minimum": 0, "maximum": MAX_NUMBER}
        fields[_CALLED.get(field, field)] = schema
    about = (getdoc(kind) or "").replace("\n", " ")
    return shape(about, _OPTIONAL.get(name, ()), t={"const": tag}, **fields)


def _clients() -> tuple[type, ...]:
    return (*get_args(ClientMessage), *REVIEW_SAYS)


REVIEW_SAYS: Final = get_args(ReviewMessage)
REVIEW_HEARS: Final = (
    ReviewNews, ReviewLine, protocol.Ack, protocol.Nak, protocol.Pong,
    protocol.Bye,
)  # fmt: skip
"""What goes over the socket of a review room."""


def _servers() -> tuple[type, ...]:
    return get_args(ServerMessage)


def line_schema(kind: type) -> Schema:
    """A message as a line of the stream: with the table it is of, where it is of one."""
    schema = message_schema(kind)
    at = told({"type": "string"}, "The table that the line is of.")
    required = schema["required"] if kind is protocol.Bye else ["at", *schema["required"]]
    return {**schema, "properties": {"at": at, **schema["properties"]}, "required": required}


LINES: Final = (protocol.TableNews, protocol.State, protocol.Fair, protocol.Bye)
"""Messages that the stream brings."""


@cache
def document() -> dict[str, Any]:
    """The document, made once."""
    apart = (protocol.Tables, ReviewNews, ReviewLine)
    table = [kind for kind in _servers() if kind not in apart]
    players = get_args(ClientMessage)
    reviewers = (protocol.Hello, protocol.Heartbeat, *REVIEW_SAYS)
    lobby = [protocol.Tables, protocol.Pong, protocol.Nak, protocol.Bye]
    messages = {
        kind.__name__: {
            "name": kind.__name__,
            "contentType": "application/json",
            "summary": (getdoc(kind) or "").split("\n")[0],
            "payload": message_schema(kind),
        }
        for kind in (*_clients(), *_servers())
    }
    lines = {
        f"{kind.__name__}Line": {
            "name": f"{kind.__name__}Line",
            "contentType": "application/x-ndjson",
            "summary": (getdoc(kind) or "").split("\n")[0],
            "payload": line_schema(kind),
        }
        for kind in LINES
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Brisca live",
            "version": str(PROTO),
            "description": ABOUT,
            "license": {"name": "CC0 1.0"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": _channel(
                "/ws/table/{table}/", "A table, to play or to watch.", [*players, *table], "ws"
            ),
            "lobby": _channel(
                "/ws/lobby/", "Tables that wait.", [protocol.Heartbeat, *lobby], "ws"
            ),
            "review": _channel(
                "/ws/review/{match}/{room}/",
                "A finished match, looked at together by all who know the room.",
                [*reviewers, *REVIEW_HEARS],
                "ws",
            ),
            "stream": {
                "address": "/api/v1/play/stream/",
                "description": "One's tables, line by line. Empty lines keep it open.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in lines},
                "bindings": {"http": {}},
            },
        },
        "operations": {
            "say": _operation("receive", "table", players, "What a client says."),
            "hear": _operation("send", "table", table, "What the table tells."),
            "beat": _operation("receive", "lobby", [protocol.Heartbeat], "Still here."),
            "lobby": _operation("send", "lobby", lobby, "What the lobby tells."),
            "point": _operation("receive", "review", reviewers, "What is said in a room."),
            "see": _operation("send", "review", REVIEW_HEARS, "What a room tells."),
            "follow": {
                "action": "send",
                "channel": {"$ref": "#/channels/stream"},
                "summary": "What one's tables tell.",
                "messages": [{"$ref": f"#/channels/stream/messages/{name}"} for name in lines],
                "bindings": {"http": {"method": "GET"}},
                "security": [{"$ref": "#/components/securitySchemes/key"}],
            },
        },
        "components": {
            "messages": {**messages, **lines},
            "schemas": shapes(),
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "A key for programs."}
            },
        },
    }


def _channel(address: str, about: str, kinds: list[type], binding: str) -> dict[str, Any]:
    names = [kind.__name__ for kind in kinds]
    channel: dict[str, Any] = {
        "address": address,
        "description": about,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
        "bindings": {binding: {}},
    }
    if "{table}" in address:
        channel["parameters"] = {"table": {"description": "Id of the table."}}
    if "{room}" in address:
        channel["parameters"] = {
            "match": {"description": "Id of a match that is over."},
            "room": {"description": "Made by who opens the room: 8 to 32 letters and digits."},
        }
    return channel


def _operation(action: str, channel: str, kinds: Any, about: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": about,
        "messages": [{"$ref": f"#/channels/{channel}/messages/{kind.__name__}"} for kind in kinds],
    }
