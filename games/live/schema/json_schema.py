"""JSON Schema (2020-12) of annotated types.

>>> schema_of(list[Literal["a", "b"]] | None)
{'type': ['array', 'null'], 'items': {'enum': ['a', 'b']}}
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from inspect import getdoc
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from games.engine.actions import Bid
from games.engine.json_annotations import Limits, Published, Ref, metadata_of, wire_name
from games.engine.results import DealResult

Schema: TypeAlias = dict[str, Any]


def ref(name: str) -> Schema:
    """Refer to a shape that is published under a name."""
    return {"$ref": f"#/components/schemas/{name}"}


_PLAIN: Final[Mapping[Any, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    dict: {"type": "object"},
    Any: {},
    Bid: ref("Bid"),
    DealResult: ref("DealResult"),
}


def schema_of(annotation: Any) -> Schema:
    """Make the schema of an annotation's values. Raises TypeError for a type that no message has."""
    if metadata := metadata_of(annotation):
        return _annotated(annotation.__origin__, metadata)
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        rest = [one for one in inner if one is not type(None)]
        found = schema_of(rest[0]) if len(rest) == 1 else one_of(map(schema_of, rest))
        return _or_null(found) if len(rest) < len(inner) else found
    if origin is Literal:
        return {"enum": list(inner)} if len(inner) > 1 else {"const": inner[0]}
    if origin in (tuple, list):
        return {"type": "array", "items": schema_of(inner[0])}
    if origin is NotRequired:
        return schema_of(inner[0])
    kind = origin or annotation
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if is_typeddict(kind) or is_dataclass(kind) or hasattr(kind, "_fields"):
        return class_schema(kind)
    raise TypeError(f"there is no schema of {annotation}")


def annotations_of(kind: type, **more: Any) -> dict[str, Any]:
    """List the fields of a class with annotations, behind those of `more`.

    What a dataclass has None for is not required, nor what a struct has a default for.
    """
    if issubclass(kind, msgspec.Struct):
        own = msgspec.structs.fields(kind)
        return more | {
            one.encode_name: one.type if one.required else NotRequired[one.type] for one in own
        }
    found = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        found = {
            field.name: NotRequired[found[field.name]]
            if field.default is None
            else found[field.name]
            for field in fields(kind)
        }
    return {**more, **found}


def object_schema(about: str, annotations: Mapping[str, Any]) -> Schema:
    """Make the schema of an object with these fields."""
    names = {field: wire_name(field, one) for field, one in annotations.items()}
    return {
        "type": "object",
        "description": about,
        "properties": {names[field]: schema_of(one) for field, one in annotations.items()},
        "required": [
            names[field] for field, one in annotations.items() if get_origin(one) is not NotRequired
        ],
    }


def class_schema(kind: type, **more: Any) -> Schema:
    """Make the schema of a class with annotated fields; its docstring describes it.

    `more` are annotations of fields before those of the class.
    """
    about = (getdoc(kind) or "").replace("\n", " ")
    return object_schema(about, annotations_of(kind, **more))


def one_of(schemas: Iterable[Schema]) -> Schema:
    """Make the schema of what is as one of these says."""
    return {"oneOf": list(schemas)}


def _annotated(kind: Any, metadata: tuple[Any, ...]) -> Schema:
    """Make the schema of a type with what `Annotated` says beside it, in that order."""
    schema: Schema | None = None
    for one in metadata:
        match one:
            case Ref():
                schema = ref(one.name)
            case Published():
                schema = schema_of(one.annotation)
            case Limits() if "enum" in one.keywords:
                schema = {"enum": list(one.keywords["enum"])}
            case Limits():
                schema = {**(schema or schema_of(kind)), **one.keywords}
            case msgspec.Meta():
                published = one.extra_json_schema or {}
                schema = {**msgspec.json.schema(Annotated[kind, one]), **published}
            case str():
                schema = {**(schema or schema_of(kind)), "description": one}
            case _:  # of no concern to who reads the messages
                pass
    return schema_of(kind) if schema is None else schema


def _or_null(schema: Schema) -> Schema:
    """Make the schema of null, or of what the schema says."""
    if isinstance(schema.get("type"), str) and "enum" not in schema and "const" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return one_of([schema, {"type": "null"}])
