"""Pages of long lists whose queries are prepared: the SQL is made once, not for each page."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any, Final, Generic, ParamSpec

from django.db.models import QuerySet

from brisca_site.prepared_queries import PreparedQuery, prepared
from games.selectors.keyset import Key, Page, after, between, decode, page_of

Arguments = ParamSpec("Arguments")
LIMIT: Final = "limit"
STEP: Final = 10
"""Limits are rounded up to a multiple of this: a client that tries all of them makes few queries."""


class PreparedPage(Generic[Arguments]):
    """A function that returns a `.values()` query, made to read pages of it: see `prepared_page`."""

    def __init__(
        self, build: Callable[Arguments, QuerySet[Any, Any]], keys: tuple[Key, ...]
    ) -> None:
        self._keys = keys
        self._first = _query(build, keys, later=False)
        self._later = _query(build, keys, later=True)

    def read(
        self, cursor: str | None, limit: int, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Page[Any]:
        """Return the page after a cursor (None: the first page) for these values.

        Raises:
            BadCursorError: the cursor is not one of this list.
        """
        values: dict[str, Any] = {**kwargs, LIMIT: -(-limit // STEP) * STEP}
        if not cursor:
            return page_of(self._first(*args, **values), self._keys, limit)
        *place, seen = decode(cursor, self._keys)
        return page_of(self._later(*args, *place, **values), self._keys, limit, seen)


def _query(
    build: Callable[..., QuerySet[Any, Any]], keys: tuple[Key, ...], *, later: bool
) -> PreparedQuery[..., Any]:
    """Return the prepared query of a first or `later` page, which has one row more than its limit.

    Its arguments are those of `build`, for a later page the values of the keys at the place after
    which it begins, and `limit`.
    """
    signature = inspect.signature(build)
    own = list(signature.parameters.values())
    place = [
        Parameter(
            f"after_{key.name}", Parameter.POSITIONAL_OR_KEYWORD, annotation=key.kind.__name__
        )
        for key in keys
    ]

    def rows(*, limit: int, **values: Any) -> QuerySet[Any, Any]:
        at = [values.pop(one.name) for one in place] if later else []
        found = build(**values).order_by(*(key.order for key in keys))
        if at:
            found = found.filter(after(keys, at), between(keys[0], at[0]))
        return found[: limit + 1]

    parameters = [
        *(one for one in own if one.kind is not Parameter.KEYWORD_ONLY),
        *(place if later else ()),
        *(one for one in own if one.kind is Parameter.KEYWORD_ONLY),
        Parameter(LIMIT, Parameter.KEYWORD_ONLY),
    ]
    vars(rows)["__signature__"] = signature.replace(parameters=parameters)
    return prepared(rows)


def prepared_page(
    *keys: Key,
) -> Callable[[Callable[Arguments, QuerySet[Any, Any]]], PreparedPage[Arguments]]:
    """Decorate a function that returns a `.values()` query, so that its `read` returns pages.

    The values must hold the keys, by which the list is sorted and the last of which is unique. The
    function obeys the rules of `brisca_site.prepared_queries.prepared`; all its values are given in
    their order, its constants by name. It does not sort.

        @prepared_page(Key("display", int), Key("id", int, falling=False))
        def _leaders(pool: str) -> QuerySet[Rating, Json]:
            return Rating.objects.filter(pool=pool).values("id", "display")

        _leaders.read(None, 50, "pairs")  # the first page of fifty
    """
    return lambda build: PreparedPage(build, keys)
