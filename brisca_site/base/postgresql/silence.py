"""Connections to PostgreSQL that are given up when the server falls silent.

A server that is frozen, or behind a line that swallows everything, leaves a connection open and
answers nothing: neither keepalives nor `tcp_user_timeout` end it, as the kernel of a frozen server
goes on acknowledging, and `statement_timeout` is kept by the server itself. So the client looks at
its own clock. Only processes that serve do: a migration may take as long as it needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

import psycopg

INTERVAL_S: Final = 0.1
"""Seconds between two looks for an interruption, as psycopg has them."""


class _Patience:
    """Holder of the time limit on silent connections of this process; the class itself is used."""

    seconds: float | None = None


def give_up_after(seconds: float) -> None:
    """Set after how many seconds of silence this process closes a connection; 0: never."""
    _Patience.seconds = seconds or None


class ImpatientConnection(psycopg.Connection[Any]):
    """Database connection that fails, as if lost, when the server leaves a command unanswered."""

    def wait(self, gen: Any, interval: float = INTERVAL_S, timeout: float | None = None) -> Any:
        """Wait for the outcome of a database command and return it.

        If the server does not answer in time, the connection is closed. Whether the command was
        carried out, or will be when the server goes on, is as unknown as after any loss of a
        connection.

        Raises:
            OperationalError: the server has not answered in time.
        """
        limit_s = _Patience.seconds
        if timeout is not None or limit_s is None:
            return super().wait(gen, interval, timeout)
        until = time.monotonic() + limit_s
        try:
            return super().wait(gen, interval, limit_s)
        except psycopg.OperationalError:
            if time.monotonic() < until:
                raise
            self.pgconn.finish()
            raise psycopg.OperationalError(
                f"the server has not answered for {limit_s:g} seconds"
            ) from None


def driver_with(connect: Callable[..., Any]) -> ModuleType:
    """Return a copy of the driver's module, as Django uses it, with another `connect` function."""
    driver = ModuleType(psycopg.__name__, psycopg.__doc__)
    vars(driver).update(vars(psycopg), connect=connect)
    return driver
