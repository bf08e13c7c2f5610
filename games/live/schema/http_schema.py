"""What goes in and out at a table without a socket, as JSON Schema (2020-12)."""

from __future__ import annotations

from collections.abc import Sequence

from games.live.protocol.messages import Ack, Fair, State
from games.live.schema.asyncapi import LINES, line_schema, message_schema, name_of
from games.live.schema.json_schema import object_schema
from games.live.schema.state_schema import shapes
from games.live.schema.words_of_schema import Schema, listed, maybe, ref, shape, told


def http_shapes(taken: Sequence[type]) -> dict[str, Schema]:
    """By name: `Message` (any of those taken), `Ack`, `Tables`, `Look`, `Line`, and what they refer to."""
    messages = {name_of(kind): message_schema(kind) for kind in taken}
    lines = {f"{name_of(kind)}Line": line_schema(kind) for kind in LINES}
    return {
        **shapes(),
        **messages,
        **lines,
        "Message": {"oneOf": list(map(ref, messages))},
        "Line": {"oneOf": list(map(ref, lines))},
        "Tables": shape("The tables of an account.", results=listed(ref("Table"))),
        "Ack": message_schema(Ack),
        "Look": shape(
            "A table as the caller may know it now.",
            table=ref("Table"),
            state=told(maybe(object_schema(State)), "The match; null before there is one."),
            fair=told(maybe(object_schema(Fair)), "The making of its deal."),
        ),
    }
