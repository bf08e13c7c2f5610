"""Daphne's sockets, but what is sent goes out at once where there is room for it.

Twisted keeps it until its selector has said that there is room, which takes a turn of the loop and
two calls of the kernel for every message. There nearly always is.
"""

from __future__ import annotations

import weakref
from functools import partial
from typing import Any

from twisted.internet.tcp import Connection


def prompt(transport: Any) -> None:
    """Have a connection write before it waits; leaves alone what is no plain connection."""
    if isinstance(transport, Connection):
        vars(transport)["startWriting"] = partial(_write, weakref.ref(transport))


def send(transport: Any, data: bytes) -> None:
    """Write to a connection: at once where nothing waits before it, by Twisted else."""
    sent = 0
    if (
        isinstance(transport, Connection)
        and transport.connected
        and not transport.disconnecting
        and not transport._tempDataLen
        and len(transport.dataBuffer) == transport.offset
    ):
        try:
            sent = transport.socket.send(data)
        except OSError:  # no room, or nobody there: Twisted sees which
            sent = 0
    if sent < len(data):
        transport.write(data[sent:])


def _write(of: weakref.ref[Any]) -> None:
    """In the place of `startWriting`: write what has just come, wait for the selector with the rest.

    A connection that turns out to be gone is left to the selector, as is one that is to close.
    """
    transport = of()
    if transport is None:
        return
    waits = len(transport.dataBuffer) > transport.offset
    if waits or not transport._tempDataLen or transport.doWrite() or transport.dataBuffer:
        Connection.startWriting(transport)  # type: ignore[no-untyped-call]
