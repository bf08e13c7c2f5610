"""Annotations and helpers that the types of answers are written with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias, TypedDict, TypeVar

from django.db.models import Model

T = TypeVar("T", bound=type)


class OneOf(NamedTuple):
    """Values that a text may have."""

    values: tuple[str, ...]


class Format(NamedTuple):
    """What a text holds, by the name that JSON Schema has for it."""

    name: str


class OpenApi(NamedTuple):
    """The schema of a field whose type says too little."""

    schema: Mapping[str, Any]


Moment: TypeAlias = Annotated[str, Format("date-time")]
"""A time, RFC 3339 in UTC."""
Day: TypeAlias = Annotated[str, Format("date")]
Url: TypeAlias = Annotated[str, Format("uri")]
Json: TypeAlias = dict[str, Any]
Rate: TypeAlias = float | None
"""A number; null where there is nothing to divide by."""
Next: TypeAlias = Annotated[Url | None, "The next page; null on the last one."]


def page(name: str, of: Any, about: str) -> Any:
    """Return the type of a page of a list, `results` and `next`, under a name of its own."""
    fields: Any = {"next": Next, "results": list[of]}
    made: Any = TypedDict(name, fields)  # type: ignore[misc]  # fields are of the models
    made.__doc__ = f"A page of {about}."
    return made


def with_fields(*groups: Mapping[str, Any]) -> Callable[[T], T]:
    """Return a decorator that puts fields before those that a type declares.

    They are those of which only the program knows how many there are, such as one a counter.
    """

    def add(shape: T) -> T:
        own = shape.__annotations__
        shape.__annotations__ = {
            name: hint for group in (*groups, own) for name, hint in group.items()
        }
        return shape

    return add


def counters(
    model: type[Model], names: Iterable[str] | Mapping[str, str], **texts: str
) -> dict[str, Any]:
    """Return a field for each counter, described as its column is, or in `texts`.

    `names` are those of columns, or of fields with their columns.
    """
    columns = names if isinstance(names, Mapping) else {name: name for name in names}
    found = {}
    for name, column in columns.items():
        field: Any = model._meta.get_field(column)
        found[name] = Annotated[int, texts.get(name, field.help_text)]
    return found


def numbers(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return a field for each rate, described as `texts` says."""
    return {name: Annotated[Rate, text] for name, text in texts.items()}
