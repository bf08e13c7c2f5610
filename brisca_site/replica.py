"""Reads from the replica: which code asks for it, and which rows may come from there.

Everything is read from the primary unless a view has asked for the replica
(`reading_from_replica`), and then only rows of REPLICA_MODELS are not. So what decides who may see
what comes from the primary in any view: sessions, keys, accounts, private figures, blocks, clubs,
tables and the state of running matches.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

from brisca_site.replica_monitor import replica_monitor
from brisca_site.replica_probe import REPLICA

REPLICA_MODELS: Final = frozenset(
    {
        *("games.match", "games.matchrecord", "games.ruleset", "games.seat"),
        *("games.playerfigures", "games.playerday", "games.playeropening", "games.rivalfigures"),
        *("games.teamfigures", "games.rating", "games.ratingpoint", "games.ratingrefund"),
        *("games.teamrating", "games.teamratingpoint", "games.rulesetfigures"),
        *("games.poolfigures", "games.dayfigures", "games.sitefigures"),
    }
)
"""Models that may be read from the replica: finished matches, their figures and ratings."""

_reading: ContextVar[bool] = ContextVar("reading_from_replica", default=False)


class PrimaryNeededError(Exception):
    """Signal that a view must run again on the primary database, as a replica may be behind."""


class ReplicaRouter:
    """Django's database router for a site with a read replica, a copy of the primary database."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        """Return the name of the database to read a model from: of the replica or the primary.

        It is the replica for REPLICA_MODELS inside `reading_from_replica`, but never inside a
        transaction of the primary, which would not see its own writes there. For anything else the
        primary is named, as Django would read what belongs to an object from where the object came.
        """
        if not _reading.get() or model._meta.label_lower not in REPLICA_MODELS:
            return DEFAULT_DB_ALIAS
        return DEFAULT_DB_ALIAS if connections[DEFAULT_DB_ALIAS].in_atomic_block else REPLICA

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Return the name of the primary: all writes go there."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool:
        """Return True: objects of both databases may be related, as their rows are the same."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Return True if migrations may run on the database `db`: on the primary alone."""
        return db == DEFAULT_DB_ALIAS


@contextlib.contextmanager
def reading_from_replica() -> Iterator[bool]:
    """Context in which rows of REPLICA_MODELS come from the read replica; yields False if not.

    That is decided once, when it is entered: code that reads a version and then what belongs to it
    reads both from one server. Threads started by asgiref inherit it.
    """
    monitor = replica_monitor()
    token = _reading.set(monitor is not None and monitor.is_usable())
    try:
        yield _reading.get()
    finally:
        _reading.reset(token)


def is_reading_from_replica() -> bool:
    """Return True if rows of REPLICA_MODELS come from the read replica at this point."""
    return _reading.get()


def read_from_primary() -> None:
    """Read the rest of this view from the primary, for instance a visitor's own rows."""
    if _reading.get():
        _reading.set(False)


def require_primary() -> None:
    """Make the view run again on the primary database; do nothing if it reads from there.

    Raises:
        PrimaryNeededError: the view reads from the replica.
    """
    if _reading.get():
        raise PrimaryNeededError
