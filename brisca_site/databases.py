"""Database settings: PostgreSQL by its address, or an SQLite file without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

POSTGRESQL: Final = "django.db.backends.postgresql"
POOL: Final = {"min_size": 1, "max_size": 4, "timeout": 10}
"""Sizes of the connection pool for PostgreSQL, and the seconds that a page waits for one."""


def postgresql_settings(parsed: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the database named by `DATABASE_URL`, `parsed` from it.

    Raises:
        ImproperlyConfigured: the address is not one of PostgreSQL, or names no database.
    """
    if parsed.get("ENGINE") != POSTGRESQL:
        raise ImproperlyConfigured(
            "DATABASE_URL has to be postgres://user:password@host/name; leave it out to keep "
            "everything in a file of SQLite within VAR_DIR."
        )
    if not parsed.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL names no database: it has to be postgres://user:password@host/name."
        )
    return {
        **parsed,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # what the pool gives out is alive, after a restart as well
        "OPTIONS": {
            **parsed.get("OPTIONS", {}),  # such as ?sslmode=verify-full
            "pool": dict(POOL),
        },
    }


def sqlite_settings(folder: Path) -> dict[str, Any]:
    """Return the settings of an SQLite database in a file of this folder."""
    return {
        "ENGINE": "brisca_site.sqlite",
        "NAME": str(folder / "brisca.sqlite3"),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
        "TEST": {"NAME": str(folder / "test.sqlite3")},
    }
