"""One WebSocket: bounded in and out, paced, and never the cause of a traceback.

A plain ASGI application instead of a Channels consumer: theirs goes through one shared thread for
every message. Frames are handled in order, each as soon as it comes; while one waits (for a commit,
as a rule) the loop goes on receiving, and what comes meanwhile lies in the inbox. Frames go out at
the end of the turn of the loop (`games.live.clients.send_batch`), unless the server says that nobody reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from django.utils import translation
from structlog.contextvars import bind_contextvars

from accounts.limits import TooManyError
from games.live.clients.visitor import BadKeyError, Visitor, language_of
from games.live.core import metrics, raw_frames
from games.live.core.eager_tasks import begin
from games.live.core.rate_limit import TokenBucket
from games.live.core.raw_frames import DirectSocket
from games.live.process.runtime import Runtime
from games.live.protocol.messages import Bye, Closing, Encoded, ProtocolError, ServerMessage, encode
from games.live.protocol.parsing import parse
from games.live.protocol.refusal_texts import refusal
from games.live.protocol.requests import MAX_BYTES, ClientMessage

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger("games.live.sockets.socket")

TOO_LARGE_TIMES = 3
"""Frames over the limit before the socket is closed."""


class DirectConnection:
    """Lets sockets behind it send past what stands between, which has its say in the handshake.

    Channels' sessions look at each message that goes out, for the sake of HTTP answers.
    """

    KEY = "brisca.send"

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        """Pass it on with the way out."""
        return await self.application({**scope, self.KEY: send}, receive, send)


class Socket(ABC):
    """What table and lobby sockets have in common; subclasses fill in the four hooks."""

    name: ClassVar[str] = "socket"

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self._receive = receive
        self._send = send
        self._direct: DirectSocket | None = scope.get(raw_frames.KEY)
        self.language = language_of(scope)
        self.runtime: Runtime
        self.visitor: Visitor
        self.have = 0
        """The seq of the latest state sent."""
        self.received = 0.0
        """When the message that is handled came, by `time.perf_counter`."""
        self._inbox: deque[tuple[float, str]] = deque()
        self._out: deque[Encoded] = deque()
        self._sending: asyncio.Task[None] | None = None
        """What goes out and has to wait for who reads."""
        self._in_hand = self._on_its_way = False
        """Whether somebody sees to the inbox, and to the outbox."""
        self._leaves = False
        """Whether what is in the outbox leaves at the end of this turn."""
        self._unread: deque[tuple[int, int]] = deque()
        self._unread_bytes = 0
        self._too_large = 0
        self._too_fast = 0
        """Frames that came too fast, not yet worked off by frames that came in time."""
        self._close_code: int | None = None
        self._bucket: TokenBucket

    @classmethod
    def as_asgi(cls) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
        """The ASGI application; one object a socket."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, receive, scope.get(DirectConnection.KEY, send)).run()

        return application

    # -- hooks ------------------------------------------------------------------------------------

    @abstractmethod
    async def enter(self) -> int | None:
        """Let the visitor in: None, or the close code for who may not come in."""

    @abstractmethod
    async def leave(self) -> None:
        """The socket is gone."""

    def read(self, text: str) -> ClientMessage:
        """The message in a frame; ProtocolError where there is none."""
        return parse(text)

    @abstractmethod
    async def handle(self, message: ClientMessage) -> None:
        """Do what a message asks."""

    def heard(self) -> None:  # noqa: B027 - a socket may take note of it
        """Something came from the client."""

    @abstractmethod
    def role(self) -> str:
        """What the socket is for: players, watchers, reviewers or lobby."""

    def about(self) -> dict[str, object]:
        """What a line of the log says of it."""
        return {}

    # -- life -------------------------------------------------------------------------------------

    async def run(self) -> None:
        """From the handshake until the socket is gone."""
        message = await self._receive()
        if message["type"] != "websocket.connect":
            return
        bind_contextvars(**self.about())
        self.runtime = self.scope.get("brisca.runtime") or await Runtime.current()
        options = self.runtime.options
        self._bucket = TokenBucket(options.rate, options.burst)
        entered, expiry = False, None
        try:
            await self._send({"type": "websocket.accept"})
            code = await self._admit()
            if code is not None:
                self.close(code)
            else:
                entered = True
                expiry = self.runtime.close_at(self.visitor.expires, self)
            await self._listen()
        finally:
            if self._close_code is None:
                self._close_code = 0  # nothing goes out any more
            if self._direct is not None:
                self._direct.on_text = None
            self._inbox.clear()  # what is handled already comes to its end, heard or not
            self._out.clear()
            if self._sending is not None:
                self._sending.cancel()
            if expiry is not None:
                expiry.cancel()
            if entered:
                self.runtime.connections.discard(self)
                with contextlib.suppress(Exception):
                    await self.leave()

    async def _admit(self) -> int | None:
        """Who it is, whether there is room, and whether they may come in."""
        try:
            self.visitor = await Visitor.of(self.scope, self.runtime)
            if self.runtime.ending:
                self.runtime.send_away(self)
                return Closing.RESTART
            if not self.runtime.connections.add(self):
                return self._turned_away("too_many")
            code = await self.enter()
            if code is not None:
                self.runtime.connections.discard(self)
            return code
        except BadKeyError:
            metrics.SOCKETS_REFUSED.labels("key").inc()
            self.push(Bye("logged_out", 0))
            return Closing.LOGGED_OUT
        except TooManyError:
            return self._turned_away("keys")
        except Exception:
            self.runtime.connections.discard(self)
            if self.runtime.ending:  # threads and connections end under it
                self.runtime.send_away(self)
                return Closing.RESTART
            log.exception("a socket could not be opened")
            return Closing.ERROR

    def _turned_away(self, why: str) -> int:
        metrics.SOCKETS_REFUSED.labels(why).inc()
        self.push(Bye("too_many", 60_000))
        return Closing.RATE

    async def _listen(self) -> None:
        if self._direct is not None:
            context = contextvars.copy_context()
            self._direct.on_text = lambda text: context.run(self._take, text)
        while True:
            message = await self._receive()
            kind = message["type"]
            if kind == "websocket.receive":
                self._take(message.get("text"))
            elif kind == "websocket.disconnect":
                return

    def _take(self, text: str | None) -> None:
        """Put a frame into the inbox, or refuse it at once."""
        if self._close_code is not None:
            return
        limit = self._limit(text)
        if limit:
            metrics.FRAMES_REFUSED.labels(limit).inc()
        if limit in ("rate", "account", "inbox"):
            self.refuse(None, "rate_limited")
            self._too_fast += 1
            if self._too_fast > self.runtime.options.flood:
                self.close(Closing.RATE)
        elif text is None:
            self.refuse(None, "bad_message")
        elif limit:
            self.refuse(None, "too_large")
            self._too_large += 1
            if self._too_large >= TOO_LARGE_TIMES:
                self.close(Closing.TOO_BIG)
        else:
            self._too_fast = max(0, self._too_fast - 1)
            self._inbox.append((time.perf_counter(), text))
            if not self._in_hand:
                self._in_hand = True
                self.runtime.begin(self._work())

    def _limit(self, text: str | None) -> str:
        """The limit that a frame breaks, if it breaks one."""
        if not self._bucket.take():
            return "rate"
        if not self.runtime.connections.in_time(self):
            return "account"
        if text is None:
            return "binary"
        size = len(text)
        if 4 * size > MAX_BYTES and len(text.encode(errors="replace")) > MAX_BYTES:
            return "size"
        return "inbox" if len(self._inbox) >= self.runtime.options.inbox else ""

    async def _work(self) -> None:
        try:
            while self._inbox:
                await self._one(*self._inbox.popleft())
        finally:
            self._in_hand = False

    async def _one(self, received: float, text: str) -> None:
        self.received = received
        message_id: str | None = None
        try:
            message = self.read(text)
            message_id = getattr(message, "id", None)
            self.heard()
            await self.handle(message)
        except ProtocolError as error:
            self.refuse(error.id, error.code)
        except Exception:  # what was asked stays out of the log
            if self.runtime.ending:  # it is asked again after the restart
                self._inbox.clear()
                return
            log.exception("a message could not be handled", extra=self.about())
            self.refuse(message_id, "internal")

    # -- out --------------------------------------------------------------------------------------

    def refuse(self, message_id: str | None, code: str) -> None:
        """Say that a message was not taken, in the visitor's language."""
        metrics.REFUSALS.labels(code).inc()
        with translation.override(self.language):
            self.push(refusal(message_id, code))

    def push(self, message: ServerMessage) -> None:
        """Send a message soon."""
        self.push_frame(encode(message))

    def push_frame(self, frame: Encoded) -> None:
        """Send an encoded message soon; a reader that is too slow is closed instead."""
        if self._close_code is not None:
            return
        options = self.runtime.options
        self._unread.append((self.have, len(frame)))
        self._unread_bytes += len(frame)
        if len(self._out) >= options.outbox or self._unread_bytes > options.unread_bytes:
            metrics.SLOW_READERS.inc()
            self._out.clear()
            self.close(Closing.TOO_BIG)
            return
        self._out.append(frame)
        if not self._leaves:
            self._leaves = True
            self.runtime.send_batch.add(self)

    def send_out(self) -> None:
        """Send what was pushed in this turn of the loop."""
        self._leaves = False
        if self._on_its_way or not self._out:
            return
        if self._direct is not None and self._direct.write(self._out):
            self._out.clear()
        else:
            self._begin_to_send()

    def read_up_to(self, seq: int | None) -> None:
        """The client says that it has everything up to `seq`."""
        while self._unread and self._unread[0][0] <= (seq or 0):
            self._unread_bytes -= self._unread.popleft()[1]

    def new_count(self) -> None:
        """Another match begins to count from the start."""
        self.have = 0
        self._unread = deque([(0, self._unread_bytes)])

    def close(self, code: int) -> None:
        """Close after what is queued went out."""
        if self._close_code is None:
            self._close_code = code
            self._begin_to_send()
            metrics.CLOSES.labels(code).inc()
            if code in (Closing.RATE, Closing.TOO_BIG):
                log.info("a socket was closed: %d", code, extra=self.about())

    def _begin_to_send(self) -> None:
        if not self._on_its_way:
            self._on_its_way = True
            self._sending = begin(self._send_all())

    async def _send_all(self) -> None:
        send, out = self._send, self._out
        try:
            while out:
                await send({"type": "websocket.send", "text": out.popleft().decode()})
            if self._close_code:
                await send({"type": "websocket.close", "code": self._close_code})
                return  # and nothing after it
        except Exception:  # noqa: BLE001 - the peer is gone: the receive loop ends as well
            return
        self._on_its_way = False
