"""Load of echoes: every socket has one message under way, and sends the next when it comes back."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tools.bench.live.load import Json, Meter, run_in_batches

ECHO_MESSAGE = b'{"type":"move","card":"E12","seq":12,"ts":1234567}'


class Echo:
    """Load of `sockets` sockets that each wait for the echo before they send again."""

    def __init__(self, job: Json, meter: Meter) -> None:
        self.url, self.sockets, self.meter = job["url"], job["sockets"], meter
        self.origin = job["url"].replace("ws://", "http://").rpartition("/")[0]
        self._members: list[_Member] = []

    async def connect(self) -> None:
        """Open all sockets to the echo server."""
        makers = [partial(self._open) for _ in range(self.sockets)]
        self._members = await run_in_batches(makers)

    async def _open(self) -> _Member:
        _, member = await ws_connect(
            partial(_Member, self.meter), self.url, extra_headers={"Origin": self.origin}
        )
        return member  # type: ignore[return-value]

    def begin(self) -> None:
        """Send the first message of each socket."""
        for member in self._members:
            member.send()

    def stalled(self, stall_limit: float) -> int:
        """Return the number of sockets that have waited for an echo for more than `stall_limit` seconds."""
        now = time.perf_counter()
        return sum(1 for member in self._members if now - member.sent > stall_limit)

    def extra_figures(self) -> Json:
        """Return {}: an echo has no figures besides those of every load."""
        return {}

    async def end(self) -> None:
        """Close all sockets; errors after that do not count."""
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

    def send(self) -> None:
        self.sent = time.perf_counter()
        self.transport.send(WSMsgType.TEXT, ECHO_MESSAGE)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT or self.over:
            return
        if b"E12" not in frame.get_payload_as_bytes():
            self.meter.fault("not an echo")
        self.meter.add(time.perf_counter() - self.sent)
        self.send()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self.over:
            self.meter.fault("a socket was closed")
