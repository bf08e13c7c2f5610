"""Words to write JSON Schema (2020-12) with, briefly."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Schema: TypeAlias = dict[str, Any]

CARD: Final = "^[OCEB](?:[1-9]|1[0-3])$"
HASH: Final = "^sha256:[0-9a-f]{64}$"


def ref(name: str) -> Schema:
    """A shape of `SHAPES`, by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listed(items: Schema, **more: Any) -> Schema:
    """A list."""
    return {"type": "array", "items": items, **more}


def maybe(schema: Schema) -> Schema:
    """Null, or what the schema says."""
    if isinstance(schema.get("type"), str) and "enum" not in schema and "const" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"oneOf": [schema, {"type": "null"}]}


def told(schema: Schema, text: str) -> Schema:
    """A schema and what it means."""
    return {**schema, "description": text}


def whole(text: str = "", low: int | None = 0) -> Schema:
    """A whole number."""
    schema: Schema = {"type": "integer"}
    if low is not None:
        schema["minimum"] = low
    return told(schema, text) if text else schema


def text(about: str = "", **more: Any) -> Schema:
    """Text."""
    schema = {"type": "string", **more}
    return told(schema, about) if about else schema


def flag(about: str = "") -> Schema:
    """Yes or no."""
    return told({"type": "boolean"}, about) if about else {"type": "boolean"}


def shape(about: str, optional: tuple[str, ...] = (), /, **fields: Schema) -> Schema:
    """An object with these fields, all of them there but for the optional ones."""
    return {
        "type": "object",
        "description": about,
        "properties": fields,
        "required": [name for name in fields if name not in optional],
    }


SEAT: Final = whole("Counter-clockwise, from 0.")
WHOLES: Final = listed({"type": "integer"})
CARDS: Final = listed(ref("Card"))
