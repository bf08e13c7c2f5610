"""Connections to one or several PostgreSQL servers, of which a silent one is not waited for twice.

`connect_timeout` is spent on a server whose machine is gone before the next one is asked. While a
standby is promoted, each attempt would spend it again. So it is spent once, and the server
is asked again when its port takes connections.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self, TypeVar

from psycopg.errors import ConnectionTimeout, OperationalError

from brisca_site.base.postgresql.silence import ImpatientConnection

T = TypeVar("T")
Server = tuple[str, str]
"""Host and port of a database server."""

PROBE_S: Final = 0.25
"""Seconds that a server which did not answer in time has to take a connection by TCP."""
PATIENCE_S: Final = 8.0
"""Seconds for which the pool tries to open a connection, as while a standby is promoted."""
PAUSE_S: Final = 0.1
"""Seconds between two tries; the pool's own pauses are of seconds, and double."""


class SilentServers:
    """Registry of database servers that did not answer in time, for all threads of a process."""

    def __init__(self) -> None:
        self._silent: dict[Server, None] = {}
        """The silent servers, in the order in which they fell silent."""

    def note(self, server: Server) -> None:
        """Record that a server did not answer in time, so that `to_ask` probes its port first."""
        self._silent[server] = None

    def forget(self, server: Server) -> None:
        """Record that a server has answered, so that it is no longer silent."""
        self._silent.pop(server, None)

    def to_ask(self, servers: Sequence[Server]) -> Sequence[Server]:
        """Return the servers to try, without silent ones whose port accepts no connection.

        If none were left, all are returned, the one that fell silent last first, as a slow server
        falls silent after one that is gone.
        """
        silent = [*self._silent]
        answering = [
            server for server in servers if server not in silent or takes_connections(server)
        ]
        return answering or sorted(servers, key=silent.index, reverse=True)


def takes_connections(server: Server) -> bool:
    """Return whether a database server accepts a TCP connection within PROBE_S seconds."""
    host, port = server
    try:
        socket.create_connection((host, int(port)), PROBE_S).close()
    except (OSError, ValueError):
        return False
    return True


class Outage:
    """Record of since when no connection can be opened to a database server or a set of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None

    def note_failure(self) -> None:
        """Record that no server accepted a connection, which begins an outage."""
        if self._began is None:
            self._began = self._clock()

    def note_success(self) -> None:
        """Note that a server accepted a connection, which ends the outage."""
        self._began = None

    def lasts(self) -> bool:
        """Return whether the outage has lasted for PATIENCE_S seconds or more."""
        return self._began is not None and self._clock() - self._began >= PATIENCE_S


silent_servers = SilentServers()
_outages: Final[dict[str, Outage]] = {}


def outage_of(parameters: Mapping[str, Any]) -> Outage:
    """Return the outage record of the servers listed in connection parameters."""
    return _outages.setdefault(str(servers_of(parameters)), Outage())


def servers_of(parameters: Mapping[str, Any]) -> list[Server]:
    """Return the (host, port) pairs of the servers listed in connection parameters.

    >>> servers_of({"host": "one,two", "port": "5432,5433"})
    [('one', '5432'), ('two', '5433')]
    """
    hosts = str(parameters.get("host", "")).split(",")
    ports = str(parameters.get("port", "")).split(",")
    return list(zip(hosts, ports, strict=len(ports) > 1))


def connect_to_first(connect: Callable[[dict[str, Any]], T], parameters: Mapping[str, Any]) -> T:
    """Return the connection that `connect` opens to the first server that accepts it.

    `connect` is called with the parameters, in which `host` and `port` name one server.

    Raises:
        OperationalError: no server takes it; it is the error of the last one that was asked.
    """
    *others, last = silent_servers.to_ask(servers_of(parameters))
    for server in others:
        try:
            return _connect_to(server, connect, parameters)
        except OperationalError:
            continue
    return _connect_to(last, connect, parameters)


def _connect_to(
    server: Server, connect: Callable[[dict[str, Any]], T], parameters: Mapping[str, Any]
) -> T:
    host, port = server
    try:
        connection = connect({**parameters, "host": host, "port": port})
    except ConnectionTimeout:
        silent_servers.note(server)
        raise
    silent_servers.forget(server)
    return connection


class PooledConnection(ImpatientConnection):
    """Connection of the pool, to the first server that accepts it."""

    @classmethod
    def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """Return a new connection, trying all servers for PATIENCE_S seconds.

        Raises:
            OperationalError: no server takes it.
        """
        until = time.monotonic() + PATIENCE_S
        plain, outage = super().connect, outage_of(parameters)
        while True:
            try:
                connection = connect_to_first(
                    lambda arguments: plain(conninfo, **arguments), parameters
                )
            except OperationalError:
                outage.note_failure()
                if time.monotonic() >= until:
                    raise
                time.sleep(PAUSE_S)
            else:
                outage.note_success()
                return connection
