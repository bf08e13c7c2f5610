"""A batch of the outboxes that have something to send, run once at the end of a loop turn.

All messages that follow a commit are queued in one turn of the loop. So those of one socket go in
one write, and the readers at the other ends are woken once for all of them: a write that wakes a
reader costs several times as much as one that does not.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("games.live.clients.send_batch")


class Sender(Protocol):
    """A connection whose queued messages are sent when the batch calls it."""

    def send_out(self) -> None:
        """Send the queued messages of this connection."""


class SendBatch:
    """The connections of one process that have queued messages in this turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Have `sender.send_out()` called at the end of this turn of the event loop."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._leave)
        self._waiting.append(sender)

    def _leave(self) -> None:
        """Call `send_out` of each connection in the batch, at the end of the turn of the loop.

        A failure is logged and does not stop the other connections.
        """
        senders, self._waiting = self._waiting, []
        for sender in senders:
            try:
                sender.send_out()
            except Exception:  # the others are to get theirs
                log.exception("a socket could not be written to")
