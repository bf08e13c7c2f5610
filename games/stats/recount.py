"""Temporary tables of recounted figures and ratings: filled, compared and taken over.

They belong to one connection. Only rows that differ are written to the real tables.
"""

# ruff: noqa: S608 - statements are made of our own names alone
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from django.db import connection, models

from games.models import Match, Rating, RatingPoint, Ruleset, TeamRating, TeamRatingPoint
from games.stats.batch import Finished
from games.stats.columns import LAYOUTS, RULESETS, Layout
from games.stats.ratings import Sides, Standing
from games.stats.update import moved

PREFIX: Final = "recount_"
"""Prefix of the temporary tables' names."""
RATING: Final = ("mu", "sigma", "display", "best", "matches", "updated_at")
"""Columns of a recounted rating."""
POINT: Final = ("match_id", "display", "deviation")
"""Other columns of a recounted rating point."""
TOLD: Final = (
    "pool", "rated", "unrated_reason", "margin", "has_hundred", "has_claim", "has_kill",
)  # fmt: skip
"""Fields of a match that follow from its record, its rules and the decisions at its end."""
REMEMBERED: Final = 50_000
"""Standings kept in memory between two batches."""


@dataclass(frozen=True, slots=True)
class _Twin:
    """Names of a table of statistics or ratings, and of the temporary table for its recount."""

    title: str
    table: str
    keys: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the name of the temporary table that a recount fills in place of the real one."""
        return PREFIX + self.table

    def on(self, left: str, right: str) -> str:
        """Return the SQL condition that rows of two tables (aliases) have the same keys."""
        return " AND ".join(f'{left}."{key}" = {right}."{key}"' for key in self.keys)


def _twins() -> list[_Twin]:
    """Return a `_Twin` for each table of figures and ratings."""
    twins = [
        _Twin(layout.model._meta.verbose_name_raw, layout.table, layout.keys, layout.columns)
        for layout in LAYOUTS
    ]
    for model, owner in ((Rating, "player_id"), (TeamRating, "team_id")):
        meta = model._meta
        title = meta.verbose_name_raw
        twins.append(_Twin(title, meta.db_table, (owner, "pool"), RATING))
    return twins


class RatingMove(NamedTuple):
    """A player's rating that a recount changes, with the value shown before and after."""

    player: int
    """Row id of the player."""
    pool: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class PointTable:
    """Names of a table of rating points (a rating after each match) and of its temporary copy."""

    title: str
    owner: str
    """Column of the rating that names whose it is."""
    ratings: str
    table: str

    @property
    def name(self) -> str:
        """Return the name of the temporary table of recounted rating points."""
        return PREFIX + self.table

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the columns that identify a rating point: owner, pool, number of the match."""
        return (self.owner, "pool", "number")


PLAYER_POINTS: Final = PointTable(
    "rating points", "player_id", Rating._meta.db_table, RatingPoint._meta.db_table
)
TEAM_POINTS: Final = PointTable(
    "team rating points", "team_id", TeamRating._meta.db_table, TeamRatingPoint._meta.db_table
)
POINT_TABLES: Final = (PLAYER_POINTS, TEAM_POINTS)
MATCHES: Final = PREFIX + Match._meta.db_table
"""Temporary table of columns of matches."""


class Recount:
    """Context manager of a recount of all statistics into temporary tables, dropped at its end."""

    def __init__(self) -> None:
        self.twins = _twins()
        self.tables: dict[Layout, str] = {layout: PREFIX + layout.table for layout in LAYOUTS}

    def __enter__(self) -> Self:
        self._drop()
        for twin in self.twins:
            names = _names((*twin.keys, *twin.columns))
            self._make(twin.name, f'SELECT {names} FROM "{twin.table}"', twin.keys)
        for points in POINT_TABLES:
            self._make(
                points.name,
                f"SELECT r.{points.owner}, r.pool, p.number, p.match_id, p.display, p.deviation"
                f' FROM "{points.table}" p JOIN "{points.ratings}" r ON r.id = p.rating_id',
                points.keys,
            )
        matches = Match._meta.db_table
        self._make(
            MATCHES,
            f'SELECT id AS match_id, {_names(TOLD)} FROM "{matches}"',
            ("match_id",),
        )
        return self

    def __exit__(self, kind: object, *about: object) -> None:
        if kind is None:
            self._drop()

    def note(self, matches: Sequence[dict[str, Any]]) -> None:
        """Store recounted columns of matches: dicts of `match_id` and the fields of TOLD."""
        columns = ("match_id", *TOLD)
        _insert(MATCHES, columns, [[row[name] for name in columns] for row in matches])

    def add_points(self, table: PointTable, points: Sequence[tuple[Any, ...]]) -> None:
        """Store recounted rating points: (owner's id, pool, number, match, display, deviation)."""
        _insert(table.name, (*table.keys, *POINT), points)

    def differences(self) -> dict[str, int]:
        """Return title of a table -> number of its rows that are wrong, superfluous or missing."""
        wrong_rows = {}
        for twin in self.twins:
            wrong_rows[twin.title] = _count(_differing(twin, "1")) + _count(_too_many(twin, "1"))
        for points in POINT_TABLES:
            wrong_rows[points.title] = _count(_points(points, "1")) + _count(
                _points_too_many(points, "1")
            )
        wrong_rows["matches"] = _count(_moved("1"))
        wrong_rows["rulesets"] = _count(_miscounted("1"))
        return wrong_rows

    def moves(self) -> list[RatingMove]:
        """Return the players' ratings whose shown value changes, the largest changes first."""
        table = Rating._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f'SELECT m.player_id, m.pool, m.display, t.display FROM "{PREFIX}{table}" t'
                f' JOIN "{table}" m ON m.player_id = t.player_id AND m.pool = t.pool'
                " WHERE m.display <> t.display"
                " ORDER BY ABS(m.display - t.display) DESC, m.player_id, m.pool"
            )
            return [RatingMove(*row) for row in cursor.fetchall()]

    def apply(self) -> None:
        """Copy the recounted rows that differ to the real tables; delete superfluous rows there.

        Call this in a transaction, with the tables locked.
        """
        for twin in self.twins:
            names = (*twin.keys, *twin.columns)
            _run(
                f'INSERT INTO "{twin.table}" ({_names(names)})'
                f" {_differing(twin, _names(names, 't'))}"
                f" ON CONFLICT ({_names(twin.keys)}) DO UPDATE SET {_taken(twin.columns)}"
            )
        columns = ("rating_id", "number", *POINT)
        for points in POINT_TABLES:
            _run(
                f'INSERT INTO "{points.table}" ({_names(columns)})'
                f" {_points(points, 'r.id, t.number, t.match_id, t.display, t.deviation')}"
                f" ON CONFLICT (rating_id, number) DO UPDATE SET {_taken(POINT)}"
            )
            _run(f'DELETE FROM "{points.table}" WHERE id IN ({_points_too_many(points, "p.id")})')
        for twin in self.twins:
            _run(f'DELETE FROM "{twin.table}" WHERE id IN ({_too_many(twin, "m.id")})')
        matches, rulesets = Match._meta.db_table, Ruleset._meta.db_table
        for name in TOLD:
            _run(
                f'UPDATE "{matches}" SET "{name}" = (SELECT t."{name}" FROM "{MATCHES}" t'
                f' WHERE t.match_id = "{matches}".id) WHERE id IN ({_moved("m.id")})'
            )
        _run(
            f'UPDATE "{rulesets}" SET match_count = {_played(rulesets)}'
            f" WHERE id IN ({_miscounted('m.id')})"
        )

    def _make(self, name: str, select: str, keys: tuple[str, ...]) -> None:
        """Create an empty temporary table with the columns of a SELECT and a unique index."""
        where = "temp." if connection.vendor == "sqlite" else ""
        _run(f'CREATE TEMPORARY TABLE "{name}" AS {select} WHERE 1 = 0')
        _run(f'CREATE UNIQUE INDEX {where}"{name}_once" ON "{name}" ({_names(keys)})')

    def _drop(self) -> None:
        """Drop all temporary tables of the recount that exist."""
        points = [table.name for table in POINT_TABLES]
        for name in (*(twin.name for twin in self.twins), *points, MATCHES):
            _run(f'DROP TABLE IF EXISTS "{name}"')


class RecountedRatings:
    """Recounted ratings of players or teams: in a temporary table, recent ones in memory too."""

    def __init__(self, model: type[models.Model], owner: str) -> None:
        self.owner = owner
        self.name = PREFIX + model._meta.db_table
        self.held: dict[tuple[int, str], Standing] = {}
        self.moved: dict[tuple[int, str], datetime] = {}

    def load(self, played: Iterable[tuple[str, Sides]]) -> None:
        """Load into memory the ratings of all who played, given as pairs (pool, sides)."""
        if len(self.held) > REMEMBERED:
            self.held.clear()
        owner_pools = {
            (owner_id, pool) for pool, sides in played for side in sides for owner_id in side
        }
        missing = sorted(owner_pools - set(self.held))
        if not missing:
            return
        owners = sorted({owner_id for owner_id, _ in missing})
        places = ", ".join(["%s"] * len(owners))
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {self.owner}, pool, mu, sigma, matches, best"
                f' FROM "{self.name}" WHERE {self.owner} IN ({places})',
                owners,
            )
            for owner_id, pool, *standing in cursor.fetchall():
                self.held[owner_id, pool] = Standing(*standing)
        for key in missing:
            self.held.setdefault(key, Standing())

    def of(self, pool: str, sides: Sides, match: Finished) -> dict[int, Standing]:
        """Return row id -> rating of all who played a match; mark those that the match moves."""
        standings = {owner_id: self.held[owner_id, pool] for side in sides for owner_id in side}
        moving = moved(sides, match.moving)
        self.moved.update({(owner_id, pool): match.finished_at for owner_id in moving})
        return standings

    def refund(self, owner: int, pool: str, mu: float) -> None:
        """Add a refund, in units of mu, to the recounted rating of `owner` (row id) in a pool."""
        self.load([(pool, [[owner]])])
        standing = self.held[owner, pool]
        standing.refund(mu)
        with connection.cursor() as cursor:
            cursor.execute(
                f'UPDATE "{self.name}" SET mu = %s, display = %s'
                f" WHERE {self.owner} = %s AND pool = %s",
                [standing.mu, standing.display, owner, pool],
            )

    def write(self) -> None:
        """Write the ratings that matches have moved into the temporary table."""
        adapt: Any = connection.ops.adapt_datetimefield_value
        rows = []
        for (owner_id, pool), moment in sorted(self.moved.items()):
            now = self.held[owner_id, pool]
            rows.append(
                (
                    owner_id,
                    pool,
                    now.mu,
                    now.sigma,
                    now.display,
                    now.best,
                    now.matches,
                    adapt(moment),
                )
            )
        keys = (self.owner, "pool")
        _insert(
            self.name,
            (*keys, *RATING),
            rows,
            f" ON CONFLICT ({_names(keys)}) DO UPDATE SET {_taken(RATING)}",
        )
        self.moved.clear()


# -- statements -----------------------------------------------------------------------------------


def _names(names: Sequence[str], table: str = "") -> str:
    """Return column names for SQL, quoted, joined by commas, with the table's alias if given."""
    return ", ".join(f'{table}."{name}"' if table else f'"{name}"' for name in names)


def _taken(columns: Sequence[str]) -> str:
    """Return the SET clause of an upsert that takes columns from the new (excluded) row."""
    return ", ".join(f'"{name}" = excluded."{name}"' for name in columns)


def _unlike(columns: Sequence[str], left: str, right: str) -> str:
    """Return the SQL condition that two aliases' rows differ in a column; NULL equals NULL."""
    word = "IS DISTINCT FROM" if connection.vendor == "postgresql" else "IS NOT"
    return " OR ".join(f'{left}."{name}" {word} {right}."{name}"' for name in columns)


def _differing(twin: _Twin, what: str) -> str:
    """Return a SELECT of `what` from recounted rows missing or different in the real table."""
    return (
        f'SELECT {what} FROM "{twin.name}" t LEFT JOIN "{twin.table}" m'
        f" ON {twin.on('m', 't')} WHERE m.id IS NULL OR {_unlike(twin.columns, 'm', 't')}"
    )


def _too_many(twin: _Twin, what: str) -> str:
    """Return a SELECT of `what` from rows of the real table that the recount lacks."""
    return (
        f'SELECT {what} FROM "{twin.table}" m LEFT JOIN "{twin.name}" t'
        f' ON {twin.on("m", "t")} WHERE t."{twin.keys[0]}" IS NULL'
    )


def _points(points: PointTable, what: str) -> str:
    """Return a SELECT of `what` from recounted rating points missing or different in reality."""
    owner = points.owner
    return (
        f'SELECT {what} FROM "{points.name}" t'
        f' LEFT JOIN "{points.ratings}" r ON r.{owner} = t.{owner} AND r.pool = t.pool'
        f' LEFT JOIN "{points.table}" m ON m.rating_id = r.id AND m.number = t.number'
        f" WHERE m.id IS NULL OR {_unlike(POINT, 'm', 't')}"
    )


def _points_too_many(points: PointTable, what: str) -> str:
    """Return a SELECT of `what` from real rating points that the recount lacks."""
    owner = points.owner
    return (
        f'SELECT {what} FROM "{points.table}" p JOIN "{points.ratings}" r ON r.id = p.rating_id'
        f' LEFT JOIN "{points.name}" t ON t.{owner} = r.{owner} AND t.pool = r.pool'
        " AND t.number = p.number WHERE t.number IS NULL"
    )


def _moved(what: str) -> str:
    """Return a SELECT of `what` from matches whose columns differ from the recounted ones."""
    return (
        f'SELECT {what} FROM "{MATCHES}" t JOIN "{Match._meta.db_table}" m'
        f" ON m.id = t.match_id WHERE {_unlike(TOLD, 'm', 't')}"
    )


def _played(alias: str) -> str:
    """Return the SQL of a ruleset's recounted number of finished matches."""
    name = PREFIX + RULESETS.table
    return (
        f'COALESCE((SELECT SUM(t.matches) FROM "{name}" t'
        f' WHERE t.ruleset_id = "{alias}".id AND t.month = 0), 0)'
    )


def _miscounted(what: str) -> str:
    """Return a SELECT of `what` from rulesets whose stored number of matches is wrong."""
    rulesets = Ruleset._meta.db_table
    return f'SELECT {what} FROM "{rulesets}" m WHERE m.match_count <> {_played("m")}'


def _count(select: str) -> int:
    """Return the number of rows that an SQL SELECT yields."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM ({select}) AS found")
        row = cursor.fetchone()
    return int(row[0])


def _run(statement: str) -> None:
    """Execute an SQL statement."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _insert(
    table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], tail: str = ""
) -> None:
    """Insert rows into a table; `tail` may be an ON CONFLICT clause."""
    if rows:
        places = ", ".join(["%s"] * len(columns))
        with connection.cursor() as cursor:
            cursor.executemany(
                f'INSERT INTO "{table}" ({_names(columns)}) VALUES ({places}){tail}',
                rows,
            )
