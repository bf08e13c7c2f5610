"""Aliases and helpers that the types of answers are written with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeAlias, TypedDict, TypeVar

from django.db.models import Model

from games.engine.json_annotations import Limits

T = TypeVar("T", bound=type)


Moment: TypeAlias = Annotated[str, Limits(format="date-time")]
"""A time, RFC 3339 in UTC."""
Day: TypeAlias = Annotated[str, Limits(format="date")]
Url: TypeAlias = Annotated[str, Limits(format="uri")]
Json: TypeAlias = dict[str, Any]
Rate: TypeAlias = float | None
"""A number; null where there is nothing to divide by."""
Next: TypeAlias = Annotated[Url | None, "The next page; null on the last one."]


def page(name: str, of: Any, about: str) -> Any:
    """Return a TypedDict `name` for a page of a list: `results`, a list of `of`, and `next`.

    `about` completes the description "A page of ..." in the API's document.
    """
    return shape(name, f"A page of {about}.", next=Next, results=list[of])


def shape(name: str, about: str, /, **fields: Any) -> Any:
    """Return a new TypedDict `name` with these fields (name -> type) and the docstring `about`."""
    types: Any = fields
    typed_dict: Any = TypedDict(name, types)  # type: ignore[misc]  # fields are of the models
    typed_dict.__doc__ = about
    return typed_dict


def with_fields(*groups: Mapping[str, Any]) -> Callable[[T], T]:
    """Return a class decorator that puts these fields (name -> type) before a TypedDict's own.

    Use it for fields that are known only at run time, such as one for each counter.
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
    """Return field -> int annotation for these columns of a model; `texts` describe some of them.

    `names` are columns of the model, or map fields to columns. A field without a text is described
    as its column is.
    """
    columns = names if isinstance(names, Mapping) else {name: name for name in names}
    annotations = {}
    for name, column in columns.items():
        field: Any = model._meta.get_field(column)
        annotations[name] = Annotated[int, texts.get(name, field.help_text)]
    return annotations


def numbers(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return field -> annotation of a number or null, for each key of `texts` (descriptions)."""
    return {name: Annotated[Rate, text] for name, text in texts.items()}
