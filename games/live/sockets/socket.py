"""One WebSocket: queues in and out are bounded, messages rate-limited, errors never fatal.

A plain ASGI application instead of a Channels consumer: theirs goes through one shared thread for
every message. Frames are handled in order, each as soon as it comes; while one waits (for a commit,
as a rule) the loop goes on receiving, and new frames stay in the inbox. Frames go out at the end of
the turn of the loop (`games.live.clients.send_batch`), unless the server says that nobody reads.
"""

from __future__ import annotations

import contextlib
import contextvars
import logging
import random
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, ClassVar, Final

from django.utils import translation
from structlog.contextvars import bind_contextvars

from accounts.limits import TooManyError
from games.live.clients.outbox import Outbox, Send
from games.live.clients.visitor import BadKeyError, Visitor, language_of
from games.live.core import metrics, raw_frames
from games.live.core.clock import Handle
from games.live.core.rate_limit import TokenBucket
from games.live.process.runtime import Runtime
from games.live.protocol.messages import Bye, Closing, Pong, ProtocolError
from games.live.protocol.parsing import id_of_frame, parse
from games.live.protocol.refusal_texts import refusal
from games.live.protocol.requests import MAX_BYTES, ClientMessage

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

log = logging.getLogger("games.live.sockets.socket")

SILENT_S = 1.0
"""Seconds that a client waits for an answer until it is sent a sign of life, and between two."""
SENT_AWAY_S = 8.0
"""Seconds that a client waits until it is sent away: another process may reach the database."""
AWAY_OVER_MS = 500
"""Milliseconds over which those who are sent away come back."""
TOO_LARGE_TIMES = 3
"""Frames over the size limit after which the socket is closed."""
FAR_TOO_LARGE_CHARS: Final = 4 * MAX_BYTES
"""Characters of a frame above which the first one closes the socket."""


class Socket(Outbox, ABC):
    """Base class of the sockets of tables, shared reviews and the lobby."""

    name: ClassVar[str] = "socket"

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(send, scope.get(raw_frames.KEY))
        self.scope = scope
        self._receive = receive
        self.language = language_of(scope)
        self.runtime: Runtime
        self.visitor: Visitor
        self.received_at = 0.0
        """When the message being handled came, by `time.perf_counter`."""
        self._inbox: deque[tuple[float, str]] = deque()
        self._alive_timer: Handle
        """Timer of the next sign of life, while the visitor waits to be admitted."""
        self._is_handling = False
        """Whether the messages of the inbox are being handled."""
        self._too_large = 0
        self._too_fast = 0
        """Frames that came too fast; each frame in time takes one off."""
        self._bucket: TokenBucket
        self._limit_key: int | str
        """The key of the visitor in the limit that all sockets of an account share."""

    @classmethod
    def as_asgi(cls) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
        """Return the ASGI application that creates one object of this class for each socket."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, receive, send).run()

        return application

    # -- hooks ------------------------------------------------------------------------------------

    @abstractmethod
    async def enter(self) -> int | None:
        """Admit the visitor: return None, or the WebSocket close code of a refusal."""

    @abstractmethod
    async def leave(self) -> None:
        """Leave the room or lobby that `enter` joined, as the socket is closed."""

    def read(self, text: str) -> ClientMessage:
        """Parse a frame and return its message.

        Raises:
            ProtocolError: the frame holds no message.
        """
        return parse(text)

    @abstractmethod
    async def handle(self, message: ClientMessage) -> None:
        """Carry out a client's message, and answer the message."""

    def on_received(self) -> None:
        """Note that a frame came from the client."""

    @abstractmethod
    def role(self) -> str:
        """Return the socket's purpose as metrics name it: players, watchers, reviewers or lobby."""

    # -- life -------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket from the handshake until it is closed."""
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
            with self._signs_of_life():
                code = await self._admit()
            if code is not None:
                self.close(code)
            else:
                entered = True
                expiry = self.runtime.close_at(self.visitor.expires, self)
            await self._listen()
        finally:
            self._inbox.clear()  # what is handled already comes to its end
            self.discard_unsent()
            if expiry is not None:
                expiry.cancel()
            if entered:
                self.runtime.connections.discard(self)
                with contextlib.suppress(Exception):
                    await self.leave()

    @contextlib.contextmanager
    def _signs_of_life(self) -> Iterator[None]:
        """Send a `Pong` every SILENT_S seconds while the block lasts, for SENT_AWAY_S at most.

        Admission reads the database, and waits for it while a standby is promoted. A client that
        hears nothing gives the connection up, and then may try a proxy that is gone.
        """
        self.received_at = time.perf_counter()
        self._show_alive_later()
        try:
            yield
        finally:
            self._alive_timer.cancel()

    def _show_alive_later(self) -> None:
        self._alive_timer = self.runtime.clock.later(SILENT_S, self._show_alive_again)

    def _show_alive_again(self) -> None:
        self._show_alive_after(time.perf_counter() - self.received_at)
        self._show_alive_later()

    def _show_alive_after(self, waited_s: float) -> None:
        """Send a `Pong` to a client that has waited `waited_s` seconds, or disconnect it."""
        if waited_s > SENT_AWAY_S:
            self.push(Bye("restart", random.randrange(AWAY_OVER_MS)))  # noqa: S311 - no secret
            self.close(Closing.RESTART)
        else:
            self.push(Pong())

    async def _admit(self) -> int | None:
        """Identify and admit the visitor; return None, or the WebSocket close code of a refusal."""
        try:
            self.visitor = await Visitor.from_scope(self.scope, self.runtime)
            self._limit_key = self.visitor.limit_key
            if self.runtime.tasks.ending:
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
            if self.runtime.tasks.ending:  # threads and connections end under it
                self.runtime.send_away(self)
                return Closing.RESTART
            log.exception("a socket could not be opened")
            return Closing.ERROR

    def _turned_away(self, why: str) -> int:
        """Count a refused handshake and tell the client when to retry; return the close code."""
        metrics.SOCKETS_REFUSED.labels(why).inc()
        self.push(Bye("too_many", 60_000))
        return Closing.RATE

    async def _listen(self) -> None:
        """Receive frames until the socket is closed, directly from the server where it can."""
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
        """Queue a received frame in the inbox, or refuse the frame at once if it breaks a limit."""
        if self._close_code is not None:
            return
        limit = self._limit(text)
        if limit:
            metrics.FRAMES_REFUSED.labels(limit).inc()
        if limit in ("rate", "account", "inbox"):
            is_small = text is not None and not _is_too_large(text)
            self.refuse(id_of_frame(text) if text and is_small else None, "rate_limited")
            self._too_fast += 1
            if self._too_fast > self.runtime.options.flood:
                self.close(Closing.RATE)
        elif text is None:
            self.refuse(None, "bad_message")
        elif limit:
            self.refuse(None, "too_large")
            self._too_large += 1
            if self._too_large >= TOO_LARGE_TIMES or len(text) > FAR_TOO_LARGE_CHARS:
                self.close(Closing.TOO_BIG)
        else:
            self._too_fast = max(0, self._too_fast - 1)
            self._inbox.append((time.perf_counter(), text))
            if not self._is_handling:
                self._is_handling = True
                self.runtime.tasks.begin(self._handle_all())

    def _limit(self, text: str | None) -> str:
        """Return the name of the limit that a received frame exceeds; "" if it exceeds none."""
        if not self._bucket.take():
            return "rate"
        if not self.runtime.messages.take(self._limit_key):
            return "account"
        if text is None:
            return "binary"
        if _is_too_large(text):
            return "size"
        return "inbox" if len(self._inbox) >= self.runtime.options.inbox else ""

    async def _handle_all(self) -> None:
        """Handle the messages of the inbox, one after another, until it is empty."""
        try:
            while self._inbox:
                await self._handle_one(*self._inbox.popleft())
        finally:
            self._is_handling = False

    async def _handle_one(self, received_at: float, text: str) -> None:
        """Parse and handle one message of the inbox; log and refuse a message that fails."""
        self.received_at = received_at
        message_id: str | None = None
        try:
            message = self.read(text)
            message_id = getattr(message, "id", None)
            self.on_received()
            await self.handle(message)
        except ProtocolError as error:
            self.refuse(error.id, error.code)
        except Exception:  # what was asked stays out of the log
            if self.runtime.tasks.ending:  # it is asked again after the restart
                self._inbox.clear()
                return
            log.exception("a message could not be handled", extra=self.about())
            self.refuse(message_id, "internal")

    def show_alive(self) -> None:
        """Send a `Pong` if a message has been waiting for its answer for SILENT_S seconds.

        After SENT_AWAY_S seconds the client is sent away.
        """
        waited_s = time.perf_counter() - self.received_at
        if self._is_handling and waited_s > SILENT_S:
            self._show_alive_after(waited_s)

    def refuse(self, message_id: str | None, code: str) -> None:
        """Send the client a refusal of the message with this id, in the visitor's language."""
        metrics.REFUSALS.labels(code).inc()
        with translation.override(self.language):
            self.push(refusal(message_id, code))


def _is_too_large(text: str) -> bool:
    """Return whether a frame has more than MAX_BYTES bytes as UTF-8."""
    return 4 * len(text) > MAX_BYTES and len(text.encode(errors="replace")) > MAX_BYTES
