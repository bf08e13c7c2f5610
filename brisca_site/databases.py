"""Database settings: PostgreSQL by its address, or an SQLite file without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from brisca_site.base.postgresql.servers import PooledConnection

POSTGRESQL: Final = "django.db.backends.postgresql"
OWN_BACKEND: Final = "brisca_site.base.postgresql"
POOL: Final = {
    "min_size": 1,
    "max_size": 4,
    "timeout": 10,
    "reconnect_timeout": 10,
    "connection_class": PooledConnection,
}
"""Sizes of the connection pool for PostgreSQL, and the seconds that a page waits for one.

After `reconnect_timeout` seconds the pool stops trying by itself, with longer and longer pauses: the
next page that asks makes it try at once.
"""
CONNECT_TIMEOUT_S: Final = 5
"""Seconds that a server has to take a connection."""
DEFAULT_PORT: Final = "5432"
FAILOVER: Final = {
    "target_session_attrs": "read-write",
    "connect_timeout": 2,
    "tcp_user_timeout": 4000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}
"""Options where several servers are named: connect to the one that accepts writes, and notice
within 4 s (`tcp_user_timeout` is in ms, the others in seconds) that a server is gone without a word.
"""


def database_of_url(url: str) -> dict[str, Any]:
    """Return Django's settings of the PostgreSQL database that a URL names.

    Several servers, with commas between them, are those of a primary and its standbys: connections
    go to the one that accepts writes.

    >>> found = database_of_url("postgres://brisca@one,two:5433/brisca")
    >>> found["HOST"], found["PORT"], found["OPTIONS"]["target_session_attrs"]
    ('one,two', '5432,5433', 'read-write')

    Raises:
        ImproperlyConfigured: the address is not one of PostgreSQL, or names no database.
    """
    parts = urlsplit(url)
    login, at, servers = parts.netloc.rpartition("@")
    hosts = [_host_and_port(server) for server in servers.split(",")]
    if len(hosts) == 1:
        return postgresql_settings(dict(dj_database_url.parse(url)))
    first = urlunsplit(parts._replace(netloc=login + at + servers.split(",")[0]))
    settings = postgresql_settings(dict(dj_database_url.parse(first)))
    settings["HOST"] = ",".join(host for host, _port in hosts)
    settings["PORT"] = ",".join(port or DEFAULT_PORT for _host, port in hosts)
    settings["OPTIONS"] = {**settings["OPTIONS"], **FAILOVER, **_chosen(url, settings["OPTIONS"])}
    return settings


def _chosen(url: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return those of the database options that the parameters of a URL set."""
    parameters = parse_qs(urlsplit(url).query)
    return {name: value for name, value in options.items() if name in parameters}


def _host_and_port(server: str) -> tuple[str, str]:
    """Return the host and the port of `host`, `host:port` or `[address]:port`."""
    host, _colon, port = server.rpartition(":") if not server.endswith("]") else (server, "", "")
    return (host.strip("[]"), port) if host else (port, "")


def postgresql_settings(parsed: dict[str, Any]) -> dict[str, Any]:
    """Return Django's settings of the database whose address, `DATABASE_URL`, is `parsed`.

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
        "ENGINE": OWN_BACKEND,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # what the pool gives out is alive, after a restart as well
        "OPTIONS": {
            "connect_timeout": CONNECT_TIMEOUT_S,
            **parsed.get("OPTIONS", {}),  # such as ?sslmode=verify-full
            "pool": dict(POOL),
        },
    }


def sqlite_settings(folder: Path) -> dict[str, Any]:
    """Return the settings of an SQLite database in a file of this folder."""
    return {
        "ENGINE": "brisca_site.base.sqlite",
        "NAME": str(folder / "brisca.sqlite3"),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
        "TEST": {"NAME": str(folder / "test.sqlite3")},
    }
