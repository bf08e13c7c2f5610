"""What goes in and out at a table without a socket, as JSON Schema (2020-12)."""

from __future__ import annotations

from collections.abc import Sequence

from games.live.protocol.messages import Ack, Fair, State
from games.live.schema.asyncapi import LINES, line_schema, message_schema
from games.live.schema.json_schema import Schema, listed, maybe, ref, shape, told
from games.live.schema.state_schema import shapes


def http_shapes(taken: Sequence[type]) -> dict[str, Schema]:
    """By name: `Message` (any of those taken), `Ack`, `Tables`, `Look`, `Line`, and what they refer to."""
    messages = {kind.__name__: message_schema(kind) for kind in taken}
    lines = {f"{kind.__name__}Line": line_schema(kind) for kind in LINES}
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
            state=told(maybe(_untagged(State)), "The match; null before there is one."),
            fair=told(maybe(_untagged(Fair)), "The making of its deal."),
        ),
    }


def _untagged(kind: type) -> Schema:
    """A message where its place says which it is."""
    schema = message_schema(kind)
    fields = {name: one for name, one in schema["properties"].items() if name != "t"}
    needed = [name for name in schema["required"] if name != "t"]
    return {**schema, "properties": fields, "required": needed}
