"""The outgoing messages of one connection: bounded, in order, sent together once a loop turn."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from games.live.clients.send_batch import SendBatch
from games.live.core import metrics
from games.live.core.eager_tasks import begin
from games.live.core.raw_frames import DirectSocket
from games.live.core.settings import Options
from games.live.protocol.messages import Closing, Encoded, ServerMessage, encode

Send = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger("games.live.clients.outbox")


class OutboxContext(Protocol):
    """The services of the process that an outbox uses."""

    options: Options
    send_batch: SendBatch


class Outbox:
    """The queue of outgoing messages of one connection; a client that does not read is closed.

    Messages leave past ASGI where the server takes them at once (`direct`), else by `send`.
    """

    runtime: OutboxContext
    """The process; it must be set before the first message is pushed."""

    def __init__(self, send: Send, direct: DirectSocket | None) -> None:
        self._send = send
        self._direct = direct
        self.match: str | None = None
        """The public id of the match that `last_seq` counts in."""
        self.last_seq = 0
        """The sequence number of the latest state message sent."""
        self._out: deque[Encoded] = deque()
        self._sending: asyncio.Task[None] | None = None
        """The task that sends messages for which the connection has no room yet."""
        self._is_sending = False
        self._in_batch = False
        """Whether this outbox is in the batch that is sent at the end of this loop turn."""
        self._unread: deque[tuple[int, int]] = deque()
        """(seq, bytes) of each message that the client is not known to have read."""
        self._unread_bytes = 0
        self._close_code: int | None = None

    def about(self) -> dict[str, object]:
        """Return the extra fields that log lines about this connection carry."""
        return {}

    def push(self, message: ServerMessage) -> None:
        """Queue a message to the client; it is sent at the end of this turn of the event loop."""
        self.push_frame(encode(message))

    def push_frame(self, frame: Encoded) -> None:
        """Queue an encoded message to the client.

        If too many messages or bytes are unread, close the connection instead.
        """
        if self._close_code is not None:
            return
        options = self.runtime.options
        self._unread.append((self.last_seq, len(frame)))
        self._unread_bytes += len(frame)
        if len(self._out) >= options.outbox or self._unread_bytes > options.unread_bytes:
            metrics.SLOW_READERS.inc()
            self._out.clear()
            self.close(Closing.TOO_BIG)
            return
        self._out.append(frame)
        if not self._in_batch:
            self._in_batch = True
            self.runtime.send_batch.add(self)

    def show(self, match: str, seq: int, frame: Encoded) -> None:
        """Queue a state message that brings the client up to entry `seq` of a match (public id).

        `seq` counts the entries of the match's journal.
        """
        if self.match != match:
            self.match = match
            self.last_seq = 0
            self._unread = deque([(0, self._unread_bytes)])
        self.last_seq = seq
        self.push_frame(frame)

    def read_up_to(self, seq: int | None) -> None:
        """Note that the client has read everything up to journal entry `seq` of its match.

        With `seq` None nothing changes.
        """
        while self._unread and self._unread[0][0] <= (seq or 0):
            self._unread_bytes -= self._unread.popleft()[1]

    def send_out(self) -> None:
        """Send the queued messages: directly if the server takes them at once, else by ASGI."""
        self._in_batch = False
        if self._is_sending or not self._out:
            return
        if self._direct is not None and self._direct.write(self._out):
            self._out.clear()
        else:
            self._begin_to_send()

    def close(self, code: int) -> None:
        """Close the connection with this WebSocket code after its queued messages were sent."""
        if self._close_code is None:
            self._close_code = code
            self._begin_to_send()
            metrics.CLOSES.labels(code).inc()
            if code in (Closing.RATE, Closing.TOO_BIG):
                log.info("a socket was closed: %d", code, extra=self.about())

    def discard_unsent(self) -> None:
        """Drop all queued messages and stop sending, as the connection is gone."""
        if self._close_code is None:
            self._close_code = 0
        if self._direct is not None:
            self._direct.on_text = None
        self._out.clear()
        if self._sending is not None:
            self._sending.cancel()

    def _begin_to_send(self) -> None:
        if not self._is_sending:
            self._is_sending = True
            self._sending = begin(self._send_all())

    async def _send_all(self) -> None:
        """Send the queued messages through ASGI, waiting while the server's buffer is full.

        Then close the connection, if that was asked for.
        """
        send, out = self._send, self._out
        try:
            while out:
                await send({"type": "websocket.send", "text": out.popleft().decode()})
            if self._close_code:
                await send({"type": "websocket.close", "code": self._close_code})
                return  # and nothing after it
        except Exception:  # noqa: BLE001 - the peer is gone: the receive loop ends as well
            return
        self._is_sending = False
