"""JSON Schemas (2020-12) of requests to a table without a socket, and of their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias, TypedDict

from games.common.json_schema import Schema, one_of, ref
from games.engine.json_annotations import Ref
from games.live.protocol.messages import Ack, Fair, Json, State
from games.live.schema.asyncapi import STREAM_MESSAGES, line_schema, message_schema, name_of
from games.live.schema.state_schema import WRITER, shapes

TableRef: TypeAlias = Annotated[Json, Ref("Table")]


class TablesJson(TypedDict):
    """JSON object: the tables at which an account sits."""

    results: list[TableRef]


class LookJson(TypedDict):
    """JSON object: a table with its match and deal, as the caller may see them now."""

    table: TableRef
    state: Annotated[State | None, "The match; null before there is one."]
    fair: Annotated[Fair | None, "The making of its deal."]


def http_shapes(request_types: Sequence[type]) -> dict[str, Schema]:
    """Return name -> JSON Schema of requests and answers; `Message` is any of the types `request_types`."""
    messages = {name_of(kind): message_schema(kind) for kind in request_types}
    lines = {f"{name_of(kind)}Line": line_schema(kind) for kind in STREAM_MESSAGES}
    return {
        **shapes(),
        **messages,
        **lines,
        "Message": one_of(map(ref, messages)),
        "Line": one_of(map(ref, lines)),
        "Tables": WRITER.schema_of(TablesJson),
        "Ack": message_schema(Ack),
        "Look": WRITER.schema_of(LookJson),
    }
