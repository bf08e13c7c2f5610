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
    """A view reads from the replica what only the primary can tell; it is to run again there."""


class ReplicaRouter:
    """Django's database router for a site with a replica; without one it is not set."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        """Return the replica inside of `reading_from_replica`, for rows of REPLICA_MODELS.

        Never inside of a transaction of the primary, which would not see its own writes there. For
        anything else the primary is named, as Django would read what belongs to an object from
        where the object came.
        """
        if not _reading.get() or model._meta.label_lower not in REPLICA_MODELS:
            return DEFAULT_DB_ALIAS
        return DEFAULT_DB_ALIAS if connections[DEFAULT_DB_ALIAS].in_atomic_block else REPLICA

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Return the primary."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool:
        """Allow objects of both to refer to each other: their rows are the same."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Allow migrations on the primary alone."""
        return db == DEFAULT_DB_ALIAS


@contextlib.contextmanager
def reading_from_replica() -> Iterator[bool]:
    """Read rows of REPLICA_MODELS from the replica, if it may be used; yield whether it is.

    That is decided once: code that reads a version and then what belongs to it reads both from one
    server. Threads started by asgiref inherit it.
    """
    monitor = replica_monitor()
    token = _reading.set(monitor is not None and monitor.is_usable())
    try:
        yield _reading.get()
    finally:
        _reading.reset(token)


def is_reading_from_replica() -> bool:
    """Return whether rows of REPLICA_MODELS are read from the replica here."""
    return _reading.get()


def read_from_primary() -> None:
    """Read the rest of this view from the primary, as where somebody looks at what is their own."""
    if _reading.get():
        _reading.set(False)


def require_primary() -> None:
    """Have the view run again on the primary; do nothing where it reads from there already.

    Raises:
        PrimaryNeededError: the view reads from the replica.
    """
    if _reading.get():
        raise PrimaryNeededError
