"""Words for annotations: what JSON values of a type may be, beside the type.

>>> seat: Annotated[int, Limits(minimum=0), "Counter-clockwise, from 0."]

A text in `Annotated` describes the value. Published documents are made of these annotations, and
messages of clients are read by them.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypeAlias, get_args, get_origin


class Limits:
    """What values of a type keep to, in the keywords of JSON Schema."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords


class Ref:
    """The name under which a shape is published once, for all that refer to it."""

    def __init__(self, name: str) -> None:
        self.name = name


class WireName:
    """What a field is called in messages, where the program calls it otherwise."""

    def __init__(self, name: str) -> None:
        self.name = name


class Published:
    """The annotation by which a value is published, where the program has it in another form."""

    def __init__(self, annotation: Any) -> None:
        self.annotation = annotation


Count: TypeAlias = Annotated[int, Limits(minimum=0)]
SeatNumber: TypeAlias = Annotated[Count, "Counter-clockwise, from 0."]


def metadata_of(annotation: Any) -> tuple[Any, ...]:
    """List what `Annotated` says of a type beside it; nothing for any other annotation.

    >>> [limits.keywords for limits in metadata_of(Count)]
    [{'minimum': 0}]
    """
    return annotation.__metadata__ if get_origin(annotation) is Annotated else ()


def wire_name(name: str, annotation: Any) -> str:
    """Return what a field with this annotation is called in messages."""
    if get_origin(annotation) is NotRequired:
        (annotation,) = get_args(annotation)
    found = [one.name for one in metadata_of(annotation) if isinstance(one, WireName)]
    return found[0] if found else name
