"""Annotations for types of JSON values: limits, published names, and names in messages.

>>> seat: Annotated[int, Limits(minimum=0), "Counter-clockwise, from 0."]

A text in `Annotated` describes the value. Published documents are made of these annotations, and
messages of clients are read by them.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypeAlias, get_args, get_origin


class Limits:
    """Annotation: the limits of a type's values, in the keywords of JSON Schema (`minimum=0`)."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords


class Ref:
    """Annotation: the name by which published JSON schemas define a type once and refer to it."""

    def __init__(self, name: str) -> None:
        self.name = name


class WireName:
    """Annotation: the name that a field has in messages, if it differs from the attribute's."""

    def __init__(self, name: str) -> None:
        self.name = name


class Published:
    """Annotation: the type that API documents state for a value, if it differs from the code's."""

    def __init__(self, annotation: Any) -> None:
        self.annotation = annotation


Count: TypeAlias = Annotated[int, Limits(minimum=0)]
SeatNumber: TypeAlias = Annotated[Count, "Counter-clockwise, from 0."]


def metadata_of(annotation: Any) -> tuple[Any, ...]:
    """Return the metadata of an `Annotated` type; an empty tuple for any other type.

    >>> [limits.keywords for limits in metadata_of(Count)]
    [{'minimum': 0}]
    """
    return annotation.__metadata__ if get_origin(annotation) is Annotated else ()


def wire_name(name: str, annotation: Any) -> str:
    """Return the name in messages of a field with this annotation: its `WireName`, or `name`."""
    if get_origin(annotation) is NotRequired:
        (annotation,) = get_args(annotation)
    names = [item.name for item in metadata_of(annotation) if isinstance(item, WireName)]
    return names[0] if names else name
