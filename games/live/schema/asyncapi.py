"""The AsyncAPI 3 document of the live site: sockets and stream, made of the message types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from inspect import getdoc
from typing import Annotated, Any, Final, Literal, NotRequired, get_args

from games.common.json_schema import Schema
from games.live.protocol import messages as sent
from games.live.protocol.messages import ServerMessage
from games.live.protocol.requests import PROTO, ClientMessage, Heartbeat, Hello, ReviewMessage
from games.live.schema.state_schema import WRITER, shapes

SITE_DESCRIPTION: Final = """\
The live table: every message of its socket, as its page speaks it, and the stream of lines for
programs. `docs/protocol.md` tells the same in prose; the tests hold every frame against this.
"""
STREAM_MESSAGES: Final = (sent.TableNews, sent.State, sent.Fair, sent.Bye)
"""Messages that the stream brings."""
_PLAYER_REQUESTS: Final = get_args(ClientMessage)
_REVIEW_REQUESTS: Final = get_args(ReviewMessage)
_LOBBY_ONLY: Final = (sent.Tables, sent.Unread)
_REVIEW_ONLY: Final = (sent.ReviewNews, sent.ReviewLine)
_AT_TABLES: Final = tuple(
    kind for kind in get_args(ServerMessage) if kind not in (*_LOBBY_ONLY, *_REVIEW_ONLY)
)
_IN_LOBBY: Final = (*_LOBBY_ONLY, sent.Pong, sent.Nak, sent.Bye)
_AT_REVIEWS: Final = (*_REVIEW_ONLY, sent.Ack, sent.Nak, sent.Pong, sent.Bye)
_OF_REVIEWERS: Final = (Hello, Heartbeat, *_REVIEW_REQUESTS)


def name_of(kind: type) -> str:
    """Return the name under which a message type is published."""
    return getattr(kind, "published", kind.__name__)


def message_schema(kind: Any) -> Schema:
    """Return the JSON Schema of a message type, with its tag `t`."""
    return WRITER.fields_schema(kind, t=Literal[kind.tag])


def line_schema(kind: Any) -> Schema:
    """Return the JSON Schema of a message as a stream's line: with `at`, the table's id."""
    at: Any = Annotated[str, "The table that the line is of."]
    return WRITER.fields_schema(
        kind, at=NotRequired[at] if kind is sent.Bye else at, t=Literal[kind.tag]
    )


@cache
def document() -> dict[str, Any]:
    """Return the AsyncAPI document, which is made once."""
    kinds = (*_PLAYER_REQUESTS, *_REVIEW_REQUESTS, *get_args(ServerMessage))
    messages = {
        name_of(kind): _message(kind, name_of(kind), "application/json", message_schema(kind))
        for kind in kinds
    }
    lines = {
        (name := f"{name_of(kind)}Line"): _message(
            kind, name, "application/x-ndjson", line_schema(kind)
        )
        for kind in STREAM_MESSAGES
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Brisca live",
            "version": str(PROTO),
            "description": SITE_DESCRIPTION,
            "license": {"name": "CC0 1.0"},
        },
        "defaultContentType": "application/json",
        "channels": _channels(),
        "operations": _operations(),
        "components": {
            "messages": {**messages, **lines},
            "schemas": shapes(),
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "A key for programs."}
            },
        },
    }


def _message(kind: type, name: str, content_type: str, payload: Schema) -> dict[str, Any]:
    return {
        "name": name,
        "contentType": content_type,
        "summary": (getdoc(kind) or "").split("\n")[0],
        "payload": payload,
    }


def _channels() -> dict[str, Any]:
    """Describe every socket, and the stream."""
    return {
        "table": _channel(
            "/ws/table/{table}/",
            "A table, to play or to watch.",
            (*_PLAYER_REQUESTS, *_AT_TABLES),
            table="Id of the table.",
        ),
        "lobby": _channel("/ws/lobby/", "Tables that wait.", (Heartbeat, *_IN_LOBBY)),
        "review": _channel(
            "/ws/review/{match}/{room}/",
            "A finished match, looked at together by all who know the room.",
            (*_OF_REVIEWERS, *_AT_REVIEWS),
            match="Id of a match that is over.",
            room="Made by who opens the room: 8 to 32 letters and digits.",
        ),
        "stream": {
            "address": "/api/v1/play/stream/",
            "description": "One's tables, line by line. Empty lines keep it open.",
            "messages": {
                (name := f"{name_of(kind)}Line"): _ref("components", name)
                for kind in STREAM_MESSAGES
            },
            "bindings": {"http": {}},
        },
    }


def _channel(address: str, about: str, kinds: Sequence[type], **parameters: str) -> dict[str, Any]:
    channel: dict[str, Any] = {
        "address": address,
        "description": about,
        "messages": {name: _ref("components", name) for name in map(name_of, kinds)},
        "bindings": {"ws": {}},
    }
    if parameters:
        channel["parameters"] = {name: {"description": about} for name, about in parameters.items()}
    return channel


def _operations() -> dict[str, Any]:
    """Return the operations of the channels: the messages that each side sends."""
    return {
        "say": _operation("receive", "table", _PLAYER_REQUESTS, "What a client says."),
        "hear": _operation("send", "table", _AT_TABLES, "What the table tells."),
        "beat": _operation("receive", "lobby", [Heartbeat], "Still here."),
        "lobby": _operation("send", "lobby", _IN_LOBBY, "What the lobby tells."),
        "point": _operation("receive", "review", _OF_REVIEWERS, "What is said in a room."),
        "see": _operation("send", "review", _AT_REVIEWS, "What a room tells."),
        "follow": {
            **_operation(
                "send", "stream", STREAM_MESSAGES, "What one's tables tell.", suffix="Line"
            ),
            "bindings": {"http": {"method": "GET"}},
            "security": [{"$ref": "#/components/securitySchemes/key"}],
        },
    }


def _operation(
    action: str, channel: str, kinds: Sequence[type], about: str, *, suffix: str = ""
) -> dict[str, Any]:
    place = f"channels/{channel}"
    return {
        "action": action,
        "channel": {"$ref": f"#/{place}"},
        "summary": about,
        "messages": [_ref(place, f"{name_of(kind)}{suffix}") for kind in kinds],
    }


def _ref(place: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/{place}/messages/{name}"}
