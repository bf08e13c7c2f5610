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

from brisca_site.postgresql.silence import ImpatientConnection

T = TypeVar("T")
Server = tuple[str, str]
"""Host and port."""

PROBE_S: Final = 0.25
"""Seconds that a server which did not answer in time has to take a connection by TCP."""
PATIENCE_S: Final = 8.0
"""Seconds for which the pool tries to open a connection, as while a standby is promoted."""
PAUSE_S: Final = 0.1
"""Seconds between two tries; the pool's own pauses are of seconds, and double."""


class SilentServers:
    """The servers that did not answer in time, as all threads of this process found."""

    def __init__(self) -> None:
        self._silent: dict[Server, None] = {}
        """In the order in which they fell silent."""

    def note(self, server: Server) -> None:
        """Ask a server only if its port takes connections, until it has answered."""
        self._silent[server] = None

    def forget(self, server: Server) -> None:
        """Ask a server again that has answered."""
        self._silent.pop(server, None)

    def to_ask(self, servers: Sequence[Server]) -> Sequence[Server]:
        """Return the servers without the silent ones whose port takes no connection.

        Where none would be left it is all of them, the one that fell silent last first: a server
        that is only slow does so after one that is gone.
        """
        silent = [*self._silent]
        answering = [one for one in servers if one not in silent or takes_connections(one)]
        return answering or sorted(servers, key=silent.index, reverse=True)


def takes_connections(server: Server) -> bool:
    """Return whether a server takes a connection by TCP within PROBE_S seconds."""
    host, port = server
    try:
        socket.create_connection((host, int(port)), PROBE_S).close()
    except (OSError, ValueError):
        return False
    return True


class Outage:
    """Record of when the pool began to fail to open connections, to one server or a set of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None

    def note_failure(self) -> None:
        """Note that no server took a connection."""
        if self._began is None:
            self._began = self._clock()

    def note_success(self) -> None:
        """Note that a server took a connection."""
        self._began = None

    def lasts(self) -> bool:
        """Return whether no connection could be opened for PATIENCE_S seconds or more."""
        return self._began is not None and self._clock() - self._began >= PATIENCE_S


silent_servers = SilentServers()
_outages: Final[dict[str, Outage]] = {}


def outage_of(parameters: Mapping[str, Any]) -> Outage:
    """Return the record for the servers that the parameters of a connection list."""
    return _outages.setdefault(str(servers_of(parameters)), Outage())


def servers_of(parameters: Mapping[str, Any]) -> list[Server]:
    """Return the servers that the parameters of a connection list.

    >>> servers_of({"host": "one,two", "port": "5432,5433"})
    [('one', '5432'), ('two', '5433')]
    """
    hosts = str(parameters.get("host", "")).split(",")
    ports = str(parameters.get("port", "")).split(",")
    return list(zip(hosts, ports, strict=len(ports) > 1))


def connect_to_first(connect: Callable[[dict[str, Any]], T], parameters: Mapping[str, Any]) -> T:
    """Return the connection that `connect` opens to the first server which takes it.

    It is called with the parameters, of which `host` and `port` name one server.

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
        made = connect({**parameters, "host": host, "port": port})
    except ConnectionTimeout:
        silent_servers.note(server)
        raise
    silent_servers.forget(server)
    return made


class PooledConnection(ImpatientConnection):
    """A connection of the pool to the first server that takes it."""

    @classmethod
    def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """Return a new connection, for which all servers are asked for PATIENCE_S seconds.

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
