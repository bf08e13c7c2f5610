"""Publish and subscribe between processes: a message says that something happened, never what.

A message names a match and its head, or a table; its receiver reads the database. Messages may get
lost: polls of heads, and the sequence numbers that clients send, make up for that. So nothing here
raises.

The messages of one turn of the loop, such as all moves of a commit, are sent in one batch. On the
channel layer a batch is called "bells" and a single message "bell", so that processes of an older
release understand it during an upgrade.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, Final

from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.live.core import metrics

log = logging.getLogger("games.live.core.pubsub")

GROUP: Final = "brisca.live"
QUEUE: Final = 1000
SEND_TIMEOUT_S: Final = 2.0
"""Seconds after which a batch is given up: a Redis that hangs must not hold back what comes later."""
LATEST: Final = ("head", "dealing", "presence", "table", "who")
"""Kinds of message of which the newest of a table and match replaces those before it."""

Message = Mapping[str, Any]


class PubSub:
    """Exchange of messages between this process and the site's others, over the channel layer.

    `received` is called with each message of another process.
    """

    def __init__(self, received: Callable[[Message], Awaitable[None]], *, in_memory: bool) -> None:
        self.id = secrets.token_hex(8)
        self._received = received
        layer = get_channel_layer()
        alone = isinstance(layer, InMemoryChannelLayer) and not in_memory
        self._layer: Any = None if alone else layer
        self._unsent: dict[Hashable, dict[str, Any]] = {}
        """The messages to be sent in the next batch."""
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._echoes: dict[str, asyncio.Event] = {}

    async def start(self) -> None:
        """Start to receive messages of other processes, and to send published ones."""
        if self.has_peers:
            self._tasks = [
                asyncio.create_task(self._listen(), name="brisca-pubsub-in"),
                asyncio.create_task(self._send(), name="brisca-pubsub-out"),
            ]

    async def stop(self) -> None:
        """Cancel the tasks that send and receive, and wait for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    @property
    def has_peers(self) -> bool:
        """Return whether the channel layer may connect this process with others."""
        return self._layer is not None

    def publish(self, what: str, **about: Any) -> None:
        """Queue a message for the other processes: its kind `what`, and its fields.

        Of the kinds in LATEST only the newest of a table and match is sent.
        """
        if not self.has_peers:
            return
        if len(self._unsent) >= QUEUE:
            metrics.PUBSUB_FAILED.inc()
            return
        name = (what, about["table"], about.get("match")) if what in LATEST else object()
        self._unsent[name] = {"what": what, **about}
        self._wake.set()

    async def delivers(self, within: float) -> bool:
        """Return whether a message published now returns to this process within `within` seconds.

        True where there is no other process to send to.
        """
        if not self.has_peers:
            return True
        name = secrets.token_hex(8)
        came = self._echoes[name] = asyncio.Event()
        try:
            async with asyncio.timeout(within):
                while not came.is_set():  # one may get lost, as any message
                    echo = {"type": "bell", "from": self.id, "what": "echo", "name": name}
                    await self._layer.group_send(GROUP, echo)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(came.wait(), within / 8)
        except Exception:  # noqa: BLE001 - whatever it is, nothing is delivered
            return False
        finally:
            del self._echoes[name]
        return True

    async def _send(self) -> None:
        """Send the published messages to other processes, batch by batch, until cancelled.

        A batch that fails is counted and lost.
        """
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._unsent = list(self._unsent.values()), {}
            try:
                message = {"type": "bell", "from": self.id, "bells": batch}
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    await self._layer.group_send(GROUP, message)
            except Exception as error:  # noqa: BLE001 - a dead layer must not touch the table
                metrics.PUBSUB_FAILED.inc(len(batch))
                log.warning(
                    "messages to other processes could not be sent: %s", type(error).__name__
                )
            else:
                for published in batch:
                    metrics.PUBSUB_SENT.labels(published["what"]).inc()

    async def _listen(self) -> None:
        """Receive the messages of other processes until cancelled.

        After an error, subscribe again.
        """
        while True:
            try:
                channel = await self._layer.new_channel("brisca")
                await self._layer.group_add(GROUP, channel)
                while True:
                    message = await self._layer.receive(channel)
                    if message.get("what") == "echo":
                        if message.get("name") in self._echoes:
                            self._echoes[message["name"]].set()
                    elif (sender := message.get("from")) != self.id:
                        # a command of manage.py sends a single one
                        for received in message.get("bells", (message,)):
                            metrics.PUBSUB_RECEIVED.labels(received.get("what", "")).inc()
                            await self._receive({**received, "from": sender})
            except Exception as error:  # noqa: BLE001 - the layer may come back
                metrics.PUBSUB_FAILED.inc()
                log.warning(
                    "messages of other processes cannot be received: %s", type(error).__name__
                )
                await asyncio.sleep(1)

    async def _receive(self, message: Message) -> None:
        """Handle one message of another process, and log exceptions that the handler raises."""
        try:
            await self._received(message)
        except Exception:
            log.exception("a message of another process could not be handled")
