"""What sockets have to send leaves together, at the end of a turn of the loop.

All that is told after a commit is told in one turn. So what goes to one socket goes in one write,
and who reads at the other ends is woken once for all of it: a write that wakes a reader costs
several times as much as one that does not.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("games.live.clients.send_batch")


class Sender(Protocol):
    """Who has something to send."""

    def send_out(self) -> None:
        """Send it."""


class SendBatch:
    """The senders of one process that have something to send."""

    def __init__(self) -> None:
        self._waiting: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Have it send once the loop has done what it is doing; it is to be added once a turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._leave)
        self._waiting.append(sender)

    def _leave(self) -> None:
        senders, self._waiting = self._waiting, []
        for sender in senders:
            try:
                sender.send_out()
            except Exception:  # the others are to get theirs
                log.exception("a socket could not be written to")
