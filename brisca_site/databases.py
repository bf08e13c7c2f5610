"""Database settings: PostgreSQL by its address, or an SQLite file without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from brisca_site.postgresql.servers import PooledConnection

POSTGRESQL: Final = "django.db.backends.postgresql"
OWN_BACKEND: Final = "brisca_site.postgresql"
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


REPLICA: Final = {**FAILOVER, "target_session_attrs": "standby"}
"""Options of the read replica, also of one server: a server that was promoted is none any more."""
REPLICA_POOL: Final = {**POOL, "timeout": 1}
"""As POOL, but a read that gets no connection of the replica within 1 s goes to the primary."""

LEAST_MAX_LAG_S: Final = 5.0
"""A replica that follows at once may seem two checks old, and has to be used all the same."""


def database_of_url(url: str, variable: str = "DATABASE_URL") -> dict[str, Any]:
    """Return Django's settings of the PostgreSQL database that a URL names.

    Several servers, with commas between them, are those of a primary and its standbys: connections
    go to the one that accepts writes. `variable` names the URL in errors.

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
        return postgresql_settings(dict(dj_database_url.parse(url)), variable)
    first = urlunsplit(parts._replace(netloc=login + at + servers.split(",")[0]))
    made = postgresql_settings(dict(dj_database_url.parse(first)), variable)
    made["HOST"] = ",".join(host for host, _port in hosts)
    made["PORT"] = ",".join(port or DEFAULT_PORT for _host, port in hosts)
    made["OPTIONS"] = {**made["OPTIONS"], **FAILOVER, **_chosen(url, made["OPTIONS"])}
    return made


def replica_of_url(url: str, primary_url: str) -> dict[str, Any]:
    """Return Django's settings of the read replica that `DATABASE_REPLICA_URL` names.

    Connections go to a server that is a standby, the first of several, and to no other.
    `primary_url` is `DATABASE_URL`.

    >>> replica_of_url("postgres://site@two/brisca", "postgres://site@one/brisca")["HOST"]
    'two'

    Raises:
        ImproperlyConfigured: the address is not one of PostgreSQL or names no database, or the
            primary is no PostgreSQL.
    """
    if not primary_url:
        raise ImproperlyConfigured(
            "DATABASE_REPLICA_URL names a replica of the PostgreSQL of DATABASE_URL, which is not "
            "set: a file of SQLite has no replica."
        )
    made = database_of_url(url, "DATABASE_REPLICA_URL")
    chosen = _chosen(url, made["OPTIONS"])
    made["OPTIONS"] = {**made["OPTIONS"], **REPLICA, **chosen, "pool": dict(REPLICA_POOL)}
    made["TEST"] = {"MIRROR": "default"}  # tests have one database
    return made


def _chosen(url: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return those of the options that the parameters of a URL give."""
    parameters = parse_qs(urlsplit(url).query)
    return {name: value for name, value in options.items() if name in parameters}


def check_max_lag(seconds: float) -> float:
    """Return the seconds that a read replica may be behind, from the variable `REPLICA_MAX_LAG`.

    Raises:
        ImproperlyConfigured: they are fewer than LEAST_MAX_LAG_S.
    """
    if not seconds >= LEAST_MAX_LAG_S:
        raise ImproperlyConfigured(f"REPLICA_MAX_LAG has to be {LEAST_MAX_LAG_S:g} or more.")
    return seconds


def _host_and_port(server: str) -> tuple[str, str]:
    """Return the host and the port of `host`, `host:port` or `[address]:port`."""
    host, _colon, port = server.rpartition(":") if not server.endswith("]") else (server, "", "")
    return (host.strip("[]"), port) if host else (port, "")


def postgresql_settings(parsed: dict[str, Any], variable: str = "DATABASE_URL") -> dict[str, Any]:
    """Return the settings of the database named by a `variable`, `parsed` from its address.

    Raises:
        ImproperlyConfigured: the address is not one of PostgreSQL, or names no database.
    """
    if parsed.get("ENGINE") != POSTGRESQL:
        without = "keep everything in a file of SQLite within VAR_DIR"
        if variable != "DATABASE_URL":
            without = "read everything from the primary"
        raise ImproperlyConfigured(
            f"{variable} has to be postgres://user:password@host/name; leave it out to {without}."
        )
    if not parsed.get("NAME"):
        raise ImproperlyConfigured(
            f"{variable} names no database: it has to be postgres://user:password@host/name."
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
