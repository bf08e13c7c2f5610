"""Questions to the primary and to the replica: how far each of them is."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections

REPLICA: Final = "replica"
"""Alias of the replica in DATABASES."""
IDENTITY: Final = "(SELECT system_identifier FROM pg_control_system())"
_REPLICA_SQL: Final = (
    f"SELECT {IDENTITY}, pg_is_in_recovery(),"  # noqa: S608 - our own text
    " pg_last_wal_replay_lsn() - '0/0'::pg_lsn,"
    " extract(epoch FROM pg_last_xact_replay_timestamp())"
)
# Not the position of the next insert: at rest that may be past the head of a page that is empty.
_PRIMARY_SQL: Final = (
    f"SELECT {IDENTITY}, pg_current_wal_lsn() - '0/0'::pg_lsn,"  # noqa: S608 - our own text
    " extract(epoch FROM clock_timestamp())"
)


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of replica and primary in the primary's log, in bytes, when both were asked."""

    same_cluster: bool
    """True where the replica is a copy of this primary, and still follows."""
    replayed: int
    """Byte of the log up to which the replica has replayed it."""
    written: int
    """Byte of the log up to which the primary has written it, read after `replayed`."""
    asked_at: float
    """Monotonic time before the primary was asked."""
    transaction_age_s: float | None
    """Seconds since the commit of the last transaction that the replica replayed; None without one.

    By the clock of the primary. It grows while nobody writes, so it is an upper limit of the lag.
    """


class ReplicaProbe:
    """Probe that asks primary and replica how far they are, over open connections of its own.

    They are not those of the pools, so that a check waits for no page. Only one thread at a time
    may use it.
    """

    def __init__(self) -> None:
        self._open: dict[str, Any] = {}
        self._answered = False

    def __call__(self) -> Positions:
        """Return the positions of both servers.

        Raises:
            Exception: one of them does not answer, or refuses; `close` has to follow.
        """
        identity, recovers, replayed, committed_at = self._row(REPLICA, _REPLICA_SQL)
        asked_at = time.monotonic()
        own_identity, written, now = self._row(DEFAULT_DB_ALIAS, _PRIMARY_SQL)
        self._answered = True
        return Positions(
            same_cluster=identity == own_identity and recovers and replayed is not None,
            replayed=int(replayed or 0),
            written=int(written),
            asked_at=asked_at,
            transaction_age_s=None if committed_at is None else float(now - committed_at),
        )

    def close(self) -> None:
        """Close the connections, and the pool of the replica (blocking, for 5 s at most).

        The pool would try to connect again and again, and log each time. The next call, and the
        next read, open new ones.
        """
        for connection in self._open.values():
            connection.close()
        self._open.clear()
        if self._answered:
            self._answered = False
            wrapper: Any = connections[REPLICA]  # that of PostgreSQL, which alone has a pool
            wrapper.close_pool()

    def _row(self, alias: str, query: str) -> Any:
        """Return the row that a query gives on one of the servers."""
        if alias not in self._open:
            self._open[alias] = _connect(alias)
        return self._open[alias].execute(query).fetchone()


def _connect(alias: str) -> Any:
    """Open a connection to a database outside of its pool, in autocommit mode."""
    import psycopg

    parameters = dict(connections[alias].get_connection_params())
    return psycopg.connect(**{"connect_timeout": 2, **parameters}, autocommit=True)
