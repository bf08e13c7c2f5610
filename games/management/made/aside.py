"""Indexes and references of PostgreSQL that wait until an empty site is full.

Every row that comes is put into each index of its table, and each row that it refers to is looked up.
Once all are there the database does both in one go, in a fraction of the time. What waits is
written down in a table until it is back, so nothing is lost where a filling is stopped.
"""

# ruff: noqa: S608 - statements are made of our own names alone
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import connection, transaction

from games.models import (
    CountedMatch,
    Deal,
    DealSecret,
    Match,
    MatchRecord,
    Rating,
    RatingPoint,
    Seat,
    TeamRating,
    Trick,
)
from games.stats.columns import LAYOUTS

WAITING: Final = "games_put_aside"
"""The table of the statements that bring back what waits, the last first."""
FILLED: Final[tuple[Any, ...]] = (
    Match, Seat, Deal, Trick, MatchRecord, DealSecret, CountedMatch, Rating, TeamRating, RatingPoint,
    *(layout.model for layout in LAYOUTS),
)  # fmt: skip
MEMORY: Final = "512MB"
"""That one index or one reference may take while it is built."""
_INDEXES: Final = """
    SELECT format('DROP INDEX %%s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index WHERE indrelid = ANY(%s::regclass[]) AND NOT indisunique
"""
_REFERENCES: Final = """
    SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname),
        format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', conrelid::regclass, conname,
            pg_get_constraintdef(oid))
    FROM pg_constraint WHERE conrelid = ANY(%s::regclass[]) AND contype = 'f'
"""


def can_wait() -> bool:
    """Whether the database is one whose indexes may wait, and no match is there yet."""
    return connection.vendor == "postgresql" and not Match.objects.exists()


def waits() -> bool:
    """Whether some wait: a filling goes on, or was stopped."""
    return connection.vendor == "postgresql" and WAITING in connection.introspection.table_names()


def put_aside() -> None:
    """Take the indexes that no filling reads, and the references, off the tables to be filled."""
    tables = [model._meta.db_table for model in FILLED]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f'CREATE TABLE "{WAITING}" (id serial PRIMARY KEY, back text NOT NULL)')
        for found in (_REFERENCES, _INDEXES):  # those of references come back last
            cursor.execute(found, [tables])
            for drop, back in cursor.fetchall():
                cursor.execute(drop)
                cursor.execute(f'INSERT INTO "{WAITING}" (back) VALUES (%s)', [back])


def bring_back(step: Callable[[int], object] = lambda _: None) -> None:
    """Build everything that waits, one by one; where it is stopped, the next call goes on."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT id, back FROM "{WAITING}" ORDER BY id DESC')
        for number, back in cursor.fetchall():
            with transaction.atomic():
                cursor.execute(f"SET LOCAL maintenance_work_mem = '{MEMORY}'")
                cursor.execute(f"SET LOCAL work_mem = '{MEMORY}'")
                cursor.execute(back)
                cursor.execute(f'DELETE FROM "{WAITING}" WHERE id = %s', [number])
            step(1)
        cursor.execute(f'DROP TABLE "{WAITING}"')


def how_many() -> int:
    """How many wait."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT COUNT(*) FROM "{WAITING}"')
        return int(cursor.fetchone()[0])
