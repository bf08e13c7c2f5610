"""Echo: every socket has one message under way, and sends the next when it is back."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tools.bench.live.load import Json, Meter, in_batches

MESSAGE = b'{"type":"move","card":"E12","seq":12,"ts":1234567}'


class Echo:
    """`sockets` sockets in a closed loop."""

    def __init__(self, job: Json, meter: Meter) -> None:
        self.url, self.sockets, self.meter = job["url"], job["sockets"], meter
        self.origin = job["url"].replace("ws://", "http://").rpartition("/")[0]
        self._members: list[_Member] = []

    async def connect(self) -> None:
        """Open all of them."""
        makers = [partial(self._open) for _ in range(self.sockets)]
        self._members = await in_batches(makers)

    async def _open(self) -> _Member:
        _, member = await ws_connect(
            partial(_Member, self.meter), self.url, extra_headers={"Origin": self.origin}
        )
        return member  # type: ignore[return-value]

    def begin(self) -> None:
        """The first message of each."""
        for member in self._members:
            member.say()

    def stalled(self, still: float) -> int:
        """Sockets from which nothing came for so many seconds."""
        now = time.perf_counter()
        return sum(1 for member in self._members if now - member.sent > still)

    def also(self) -> Json:
        """Nothing more to say."""
        return {}

    async def end(self) -> None:
        """Close them."""
        self.meter.errors = list(self.meter.errors)
        for member in self._members:
            member.over = True
            member.transport.disconnect()


class _Member(WSListener):
    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.transport: Any = None
        self.sent = 0.0
        self.over = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def say(self) -> None:
        self.sent = time.perf_counter()
        self.transport.send(WSMsgType.TEXT, MESSAGE)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT or self.over:
            return
        if b"E12" not in frame.get_payload_as_bytes():
            self.meter.fault("not an echo")
        self.meter.add(time.perf_counter() - self.sent)
        self.say()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self.over:
            self.meter.fault("a socket was closed")
