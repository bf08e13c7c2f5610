"""JSON Schema (2020-12) of annotated types; both published documents are made by it.

The annotations are those of `games.engine.json_annotations` and of msgspec.

>>> SchemaWriter().schema_of(list[Literal["a", "b"]] | None)
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

from games.engine.json_annotations import Limits, Published, Ref, metadata_of, wire_name

Schema: TypeAlias = dict[str, Any]
NULL: Final[Schema] = {"type": "null"}


def ref(name: str) -> Schema:
    """Return a JSON Schema `$ref` to the type that is published under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def one_of(schemas: Iterable[Schema]) -> Schema:
    """Make the JSON Schema of a value that fits exactly one of these schemas."""
    return {"oneOf": list(schemas)}


def annotations_of(kind: type) -> dict[str, Any]:
    """Return field name -> annotation of a class; `NotRequired[...]` if the field may be left out.

    Those are fields of a dataclass whose default is None, of a struct that have a default, and of a
    TypedDict that is not total.
    """
    if issubclass(kind, msgspec.Struct):
        own = msgspec.structs.fields(kind)
        return {
            field.encode_name: field.type if field.required else NotRequired[field.type]
            for field in own
        }
    hints = get_type_hints(kind, include_extras=True)
    optional: Iterable[str] = getattr(kind, "__optional_keys__", ())
    if is_dataclass(kind):
        hints = {field.name: hints[field.name] for field in fields(kind)}
        optional = [field.name for field in fields(kind) if field.default is None]
    return {
        name: NotRequired[hint]
        if name in optional and get_origin(hint) is not NotRequired
        else hint
        for name, hint in hints.items()
    }


class SchemaWriter:
    """Writer of JSON Schemas for annotated types; a class inside another is written in place.

    `named` maps classes that are published under a name, and become a `$ref`, to it. Subclasses
    override methods for documents with other conventions.
    """

    plain: Mapping[Any, Schema] = {
        int: {"type": "integer"},
        str: {"type": "string"},
        bool: {"type": "boolean"},
        float: {"type": "number"},
        dict: {"type": "object"},
        Any: {},
    }

    def __init__(self, named: Mapping[type, str] | None = None) -> None:
        self._named = named or {}

    def schema_of(self, annotation: Any) -> Schema:
        """Make the JSON Schema of the values that a Python annotation allows.

        Raises:
            TypeError: the annotation has no schema.
        """
        origin, inner = get_origin(annotation), get_args(annotation)
        if metadata := metadata_of(annotation):
            return self._annotated(annotation.__origin__, metadata)
        if origin in (Union, types.UnionType):
            rest = [member for member in inner if member is not types.NoneType]
            schemas = [self.schema_of(member) for member in rest]
            schema = schemas[0] if len(rest) == 1 else one_of(schemas)
            return self.or_null(schema) if len(rest) < len(inner) else schema
        if origin is Literal:
            return self.choice(inner) if len(inner) > 1 else self.constant(inner[0])
        if origin in (tuple, list):
            return {"type": "array", "items": self.schema_of(inner[0])}
        if origin is dict and inner[1] is not Any:
            return {"type": "object", "additionalProperties": self.schema_of(inner[1])}
        if origin is NotRequired:
            return self.schema_of(inner[0])
        return self.class_schema(annotation)

    def class_schema(self, kind: Any) -> Schema:
        """Make the JSON Schema of a plain type such as int, or of a class with annotated fields.

        Raises:
            TypeError: the type is neither plain nor a class with annotated fields.
        """
        kind = get_origin(kind) or kind
        if kind in self.plain:
            return dict(self.plain[kind])
        if kind in self._named:
            return ref(self._named[kind])
        if is_typeddict(kind) or is_dataclass(kind) or hasattr(kind, "_fields"):
            return self.fields_schema(kind)
        raise TypeError(f"there is no schema of {kind}")

    def fields_schema(self, kind: type, **more: Any) -> Schema:
        """Make the JSON Schema of a class with annotated fields, described by its docstring.

        `more` are annotations of fields before those of the class.
        """
        about = (getdoc(kind) or "").replace("\n", " ")
        return self.object_schema(about, more | annotations_of(kind))

    def object_schema(self, about: str, annotations: Mapping[str, Any]) -> Schema:
        """Make the JSON Schema of an object: `fields` (name -> annotation) and its text `about`."""
        names = {field: wire_name(field, hint) for field, hint in annotations.items()}
        return {
            "type": "object",
            "description": about,
            "properties": {
                names[field]: self.schema_of(hint) for field, hint in annotations.items()
            },
            "required": [
                names[field]
                for field, hint in annotations.items()
                if get_origin(hint) is not NotRequired
            ],
        }

    def choice(self, values: Iterable[Any]) -> Schema:
        """Make the JSON Schema (`enum`) of a value that is one of these values."""
        return {"enum": list(values)}

    def constant(self, value: Any) -> Schema:
        """Make the JSON Schema (`const`) of exactly this value."""
        return {"const": value}

    def described(self, schema: Schema, text: str) -> Schema:
        """Return a JSON Schema with a description added."""
        return {**schema, "description": text}

    def or_null(self, schema: Schema) -> Schema:
        """Make the JSON Schema of a value that is null or fits `schema`."""
        if isinstance(schema.get("type"), str) and "enum" not in schema and "const" not in schema:
            return {**schema, "type": [schema["type"], "null"]}
        return one_of([schema, NULL])

    def _annotated(self, kind: Any, metadata: tuple[Any, ...]) -> Schema:
        """Make the JSON Schema of a type, narrowed by the metadata of its `Annotated` in turn."""
        schema: Schema | None = None
        for item in metadata:
            match item:
                case Ref():
                    schema = ref(item.name)
                case Published():
                    schema = self.schema_of(item.annotation)
                case Limits() if "enum" in item.keywords:
                    schema = self.choice(item.keywords["enum"])
                case Limits():
                    schema = {**(schema or self.schema_of(kind)), **item.keywords}
                case msgspec.Meta():
                    published = item.extra_json_schema or {}
                    schema = {**msgspec.json.schema(Annotated[kind, item]), **published}
                case str() if item:
                    schema = self.described(schema or self.schema_of(kind), item)
                case _:  # an empty text, or no concern of the document
                    pass
        return self.schema_of(kind) if schema is None else schema
