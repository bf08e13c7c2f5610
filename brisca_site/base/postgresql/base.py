"""The backend: Django's, which opens its connections by `servers`."""

from __future__ import annotations

from typing import Any, Final

from django.db.backends.postgresql import base

from brisca_site.base.postgresql.servers import connect_to_first, outage_of, servers_of
from brisca_site.base.postgresql.silence import ImpatientConnection, driver_with

SHORT_WAIT_S: Final = 0.2
"""Seconds that a page waits for a connection while the database has been away for some time."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL, on one of the servers that `HOST` and `PORT` list."""

    Database = driver_with(ImpatientConnection.connect)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a new connection to the first server that takes it; the pool opens its own.

        Raises:
            OperationalError: no server takes it; it is the error of the last one that was asked.
        """
        if self.pool and outage_of(conn_params).lasts():
            # Nobody waits for a server that is gone; asking keeps the pool trying.
            self.pool.open()
            self.pool.putconn(self.pool.getconn(timeout=SHORT_WAIT_S))
        if self.pool or len(servers_of(conn_params)) < 2:
            return super().get_new_connection(conn_params)
        return connect_to_first(super().get_new_connection, conn_params)
