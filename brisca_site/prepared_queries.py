"""Queries of the ORM whose SQL is made once and run with other values each time.

To build a query and its SQL takes Django some hundred times as long as SQLite takes to answer it by
an index, and a page of a member asks a dozen. `@prepared` keeps what does not depend on the values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from datetime import date, datetime
from functools import update_wrapper
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeAlias, TypeVar, cast

from django.db import connections
from django.db.models import Expression, QuerySet

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.sql.compiler import SQLCompiler

Arguments = ParamSpec("Arguments")
Row = TypeVar("Row")
Copied = TypeVar("Copied")
Database: TypeAlias = tuple[str, str]
"""Alias and kind of a database; tests may have another kind of it under the same alias."""
Form: TypeAlias = tuple[tuple[str, Any], ...]
"""Arguments on which the SQL depends, by name: constants with their value, collections with their room."""


class Placeholder(Expression):
    """Place of a value in the SQL of a prepared query: an argument's, or that of one of its members."""

    def __init__(self, name: str, member: int | None = None) -> None:
        super().__init__()
        self.name, self.member = name, member

    def __str__(self) -> str:
        """Refuse to become a text, which would be compared with in the place of the value.

        Raises:
            TypeError: always.
        """
        raise TypeError(f"the value of {self.name} is not known when a query is prepared")

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """Return a parameter of SQL, and this placeholder where its value will stand."""
        return "%s", [self]  # a list, in which lookups put what they make of a parameter

    def value_in(self, values: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        """Return the value of these arguments that stands here, as the database's driver takes it."""
        value = values[self.name]
        if self.member is not None:
            value = value[min(self.member, len(value) - 1)]
        if isinstance(value, datetime):
            return connection.ops.adapt_datetimefield_value(value)
        if isinstance(value, date):
            return connection.ops.adapt_datefield_value(value)
        return value


def _copy(one: Copied) -> Copied:
    """Return a shallow copy, as `copy.copy` makes it for objects without a rule of their own."""
    made = object.__new__(type(one))
    vars(made).update(vars(one))
    return made


class _Compiled(Generic[Row]):
    """A queryset with placeholders and its SQL for one database; any thread may run it."""

    def __init__(self, queryset: QuerySet[Any, Row]) -> None:
        self._queryset = queryset
        self._compiler: SQLCompiler = queryset.query.get_compiler(queryset.db)
        self._sql, self._parameters = self._compiler.as_sql()
        columns = self._compiler.select[: self._compiler.col_count]
        self._converters = self._compiler.get_converters([column for column, *_ in columns])

    def rows(self, values: dict[str, Any], connection: BaseDatabaseWrapper) -> list[Row]:
        """Run the query with these values over a connection, and return what it finds."""
        queryset, query = _copy(self._queryset), _copy(self._queryset.query)
        compiler = _copy(self._compiler)
        compiler.connection = connection
        found = self._fetched(values, connection)
        # Methods of these copies alone, where Django would make and run the SQL again.
        vars(compiler)["execute_sql"] = lambda *_args, **_kwargs: [found]
        vars(compiler)["get_converters"] = lambda _expressions: self._converters
        vars(query)["get_compiler"] = lambda *_args, **_kwargs: compiler
        vars(queryset)["_query"] = query
        return list(queryset)

    def _fetched(
        self, values: dict[str, Any], connection: BaseDatabaseWrapper
    ) -> list[tuple[Any, ...]]:
        """Return the rows that the database finds, without the columns that only sort them."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql, self._placed(values, connection))
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        if self._compiler.has_extra_select:
            return [row[: self._compiler.col_count] for row in rows]
        return rows

    def _placed(self, values: dict[str, Any], connection: BaseDatabaseWrapper) -> tuple[Any, ...]:
        """Return the parameters of the SQL with values in the place of placeholders."""
        return tuple(
            one.value_in(values, connection) if isinstance(one, Placeholder) else one
            for one in self._parameters
        )


class PreparedQuery(Generic[Arguments, Row]):
    """A function that returns a queryset, made to return its rows: see `prepared`."""

    def __init__(self, build: Callable[Arguments, QuerySet[Any, Row]]) -> None:
        self._build = build
        parameters = inspect.signature(build).parameters.values()
        self._constants = {one.name for one in parameters if one.kind is one.KEYWORD_ONLY}
        self._names = tuple(one.name for one in parameters if one.name not in self._constants)
        self._querysets: dict[Form, QuerySet[Any, Row]] = {}
        self._compiled: dict[tuple[Database, Form], _Compiled[Row]] = {}
        self._lock = Lock()
        """Lock of who makes one: Django counts the joins of a query while it makes the SQL."""
        update_wrapper(self, build)

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> list[Row]:
        """Run the query with these values, and return what it finds: nothing for an empty collection.

        Raises:
            TypeError: a value is None, which SQL compares with nothing.
        """
        values = dict(zip(self._names, args, strict=False)) | kwargs
        form: dict[str, Any] = {}
        for name, value in values.items():
            if name in self._constants:
                form[name] = value
            elif value is None:
                raise TypeError(f"{self._build.__qualname__}: {name} is None")
            elif isinstance(value, Collection) and not isinstance(value, str):
                if not value:
                    return []
                values[name] = tuple(value)
                form[name] = 1 << (len(value) - 1).bit_length()
        return self._run(tuple(form.items()), values)

    def first(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Row | None:
        """Run the query with these values, and return the first row that it finds; None without one."""
        return next(iter(self(*args, **kwargs)), None)

    def _run(self, form: Form, values: dict[str, Any]) -> list[Row]:
        """Run the query of this form on the database that it reads from now."""
        queryset = self._querysets.get(form)
        if queryset is None:  # whose truth would ask the database
            queryset = self._queryset(form)
        connection = connections[queryset.db]
        key = (connection.alias, connection.vendor), form
        compiled = self._compiled.get(key) or self._compile(key, queryset)
        return compiled.rows(values, connection)

    def _queryset(self, form: Form) -> QuerySet[Any, Row]:
        """Return the queryset of this form, built now unless another thread has just built it."""
        with self._lock:
            if form not in self._querysets:
                self._querysets[form] = self._built(dict(form))
            return self._querysets[form]

    def _compile(self, key: tuple[Database, Form], queryset: QuerySet[Any, Row]) -> _Compiled[Row]:
        """Return the query of this key, made now unless another thread has just made it."""
        with self._lock:
            if key not in self._compiled:
                self._compiled[key] = _Compiled(queryset.all())
            return self._compiled[key]

    def _built(self, form: dict[str, Any]) -> QuerySet[Any, Row]:
        """Return the queryset with placeholders for its values."""
        places: dict[str, Any] = {
            name: [Placeholder(name, member) for member in range(form[name])]
            if name in form
            else Placeholder(name)
            for name in self._names
        }
        constants = {name: form[name] for name in self._constants & form.keys()}
        build = cast("Callable[..., QuerySet[Any, Row]]", self._build)
        return build(**places, **constants)


def prepared(build: Callable[Arguments, QuerySet[Any, Row]]) -> PreparedQuery[Arguments, Row]:
    """Decorate a function that returns a queryset, so that it returns a list of rows, quickly.

    The function is called once, with placeholders instead of its values. It may hand them to filters
    and expressions, and nothing else: it must not look at them or convert them, and a time such as
    `now` has to be one of its arguments. Numbers, texts, booleans, dates, times and collections of
    these are values; None is not. A relation is compared with a collection by its `id`
    (`player__id__in=players`). A keyword-only argument is no value but a constant: it is what it
    is, may be the end of a slice, and each has an SQL of its own, as has each size of a collection
    (in powers of two).

        @prepared
        def _unread(user: int, *, limit: int) -> QuerySet[Notification, int]:
            rows = Notification.objects.filter(recipient__user=user, read_at=None)
            return rows.values_list("pk", flat=True)[:limit]

        _unread(7, limit=100)  # a list of row ids
    """
    return PreparedQuery(build)
