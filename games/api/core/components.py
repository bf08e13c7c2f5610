"""Components of the OpenAPI document, made of the types that answers have."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent, append_meta

from games.answers.notation import Format, OneOf, OpenApi

Schema = dict[str, Any]
PLAIN: Final[Mapping[Any, Schema]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number", "format": "double"},
    bool: {"type": "boolean"},
    Any: {},
}


def reference(shape: type, registry: ComponentRegistry) -> Schema:
    """Return a reference to the component of a TypedDict, which is put into the registry first."""
    component = ResolvedComponent(shape.__name__, ResolvedComponent.SCHEMA, object=shape)
    if component not in registry:
        registry.register(component)  # before its fields, which may lead to it again
        component.schema = _object(shape, registry)
    return dict(component.ref)


def _object(shape: type, registry: ComponentRegistry) -> Schema:
    properties, required = {}, []
    optional: frozenset[str] = getattr(shape, "__optional_keys__", frozenset())
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if get_origin(hint) is NotRequired:
            (hint,) = get_args(hint)
        elif name not in optional:
            required.append(name)
        properties[name] = _field(hint, registry)
    about = inspect.cleandoc(shape.__doc__ or "")
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        **({"required": sorted(required)} if required else {}),
    }


def _field(hint: Any, registry: ComponentRegistry) -> Schema:
    """Return the schema of a field: that of its type, with what its annotations add."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(_field(parts[0], registry), parts[1:])
    if origin in (Union, UnionType):
        (one,) = (part for part in parts if part is not NoneType)
        return _nullable(_field(one, registry))
    if origin is Literal:
        return _choice(parts)
    if origin is list:
        return {"type": "array", "items": _field(parts[0], registry)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _field(parts[1], registry)}
    if is_typeddict(hint):
        return reference(hint, registry)
    return dict(PLAIN[hint])


def _annotated(schema: Schema, notes: tuple[Any, ...]) -> Schema:
    for note in notes:
        if isinstance(note, OneOf):
            schema = _choice(note.values)
        elif isinstance(note, OpenApi):
            schema = dict(note.schema)
        elif isinstance(note, Format):
            schema = {**schema, "format": note.name}
        elif note:
            schema = append_meta(schema, {"description": note})
    return schema


def _choice(values: tuple[str, ...]) -> Schema:
    return {"enum": list(values), "type": "string"}


def _nullable(schema: Schema) -> Schema:
    if "enum" in schema:
        schema = {**schema, "enum": [*schema["enum"], None]}
    made: Schema = append_meta(schema, {"nullable": True})
    return made
