"""Components of the OpenAPI document, made of the types that answers have."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent

from games.common.json_schema import Schema, SchemaWriter, annotations_of


def reference(shape: type, registry: ComponentRegistry) -> Schema:
    """Return a `$ref` to the OpenAPI component of a TypedDict, and register the component."""
    return ComponentWriter(registry).fields_schema(shape)


class ComponentWriter(SchemaWriter):
    """Writer of schemas for OpenAPI: a class becomes a component, a Literal an enum of strings."""

    plain = {
        **SchemaWriter.plain,
        float: {"type": "number", "format": "double"},
        dict: {"type": "object", "additionalProperties": {}},
    }

    def __init__(self, registry: ComponentRegistry) -> None:
        super().__init__()
        self._registry = registry

    def fields_schema(self, kind: type, **more: Any) -> Schema:
        """Return a `$ref` to the component of a class, and register the component once.

        `more` are annotations of fields before those of the class.
        """
        component = ResolvedComponent(kind.__name__, ResolvedComponent.SCHEMA, object=kind)
        if component not in self._registry:
            self._registry.register(component)  # before its fields, which may lead to it again
            about = inspect.cleandoc(kind.__doc__ or "")
            component.schema = self.object_schema(about, more | annotations_of(kind))
        return dict(component.ref)

    def object_schema(self, about: str, annotations: Mapping[str, Any]) -> Schema:
        """Return the schema of an object: fields (name -> annotation), and `about`, its text.

        The names in `required` are sorted; without any it is left out.
        """
        schema = super().object_schema(about, annotations)
        required = sorted(schema.pop("required"))
        return {**schema, "required": required} if required else schema

    def choice(self, values: Iterable[Any]) -> Schema:
        """Return the schema of a string that is one of these."""
        return {**super().choice(values), "type": "string"}

    def constant(self, value: Any) -> Schema:
        """Return the schema of a single possible string, as an enum of one."""
        return self.choice([value])

    def described(self, schema: Schema, text: str) -> Schema:
        """Return a schema with a description; a `$ref` is put into `allOf` to have one."""
        return super().described({"allOf": [schema]} if "$ref" in schema else schema, text)

    def or_null(self, schema: Schema) -> Schema:
        """Return a schema of null or what `schema` describes; an enum gets null as a value."""
        if "enum" in schema:
            return {**schema, "enum": [*schema["enum"], None], "type": [schema["type"], "null"]}
        return super().or_null(schema)
