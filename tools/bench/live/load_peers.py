"""boardgame.io: its own protocol (Engine.IO 4 over a WebSocket), otherwise as for our tables.

A card counts when every member of the match has had its update; then the next plays.
"""

from __future__ import annotations

import time
from typing import Any

import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tools.bench.live.load import Json, Meter, in_batches, until


class Peers:
    """`matches` matches with `seats` seats of the game called `game`."""

    def __init__(self, job: Json, meter: Meter) -> None:
        self.url, self.game, self.meter = job["url"], job["game"], meter
        self.matches = [Match(self, at, job["seats"]) for at in range(job["matches"])]
        self.sockets = job["matches"] * job["seats"]
        self.playing = False

    async def connect(self) -> None:
        """Open all sockets; each joins its match and has been shown it."""
        for match in self.matches:  # the first to ask for a match makes it
            await match.members[0].open()
        await until(lambda: all(match.members[0].ready for match in self.matches))
        await in_batches([m.open for match in self.matches for m in match.members[1:]])
        await until(lambda: all(m.ready for match in self.matches for m in match.members))

    def begin(self) -> None:
        """Let the matches play."""
        self.playing = True
        for match in self.matches:
            match.advance()

    def stalled(self, still: float) -> int:
        """Matches in which nothing was played for so many seconds and another one."""
        now = time.perf_counter()
        return sum(1 for match in self.matches if now - match.moved > still + 1.0)

    def also(self) -> Json:
        """Nothing more to say."""
        return {}

    async def end(self) -> None:
        """Close the sockets."""
        self.playing = False
        for match in self.matches:
            for member in match.members:
                member.transport.disconnect()


class Match:
    """One match: whose card is under way, and who has seen it."""

    def __init__(self, load: Peers, number: int, seats: int) -> None:
        self.load, self.id = load, f"m{number}"
        self.members = [Member(self, seat) for seat in range(seats)]
        self.asked = 0.0
        self.moved = time.perf_counter()

    def seen(self, member: Member) -> None:
        """A member has had an update."""
        if not self.load.playing:
            return
        if any(other.state_id != member.state_id for other in self.members):
            return
        now = time.perf_counter()
        self.load.meter.add(now - self.asked)
        self.moved = now
        self.advance()

    def advance(self) -> None:
        """The next card."""
        view = self.members[0].view
        mover = self.members[view["turn"]]
        self.asked = time.perf_counter()
        mover.play()


class Member(WSListener):
    """The socket of one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, str(seat)
        self.transport: Any = None
        self.ready = False
        self.state_id = -1
        self.view: Json = {}
        self.space = f"/{match.load.game},"

    async def open(self) -> None:
        """Connect; the rest follows from what the server says."""
        address = self.match.load.url
        await ws_connect(lambda: self, f"{address}/socket.io/?EIO=4&transport=websocket")

    def _emit(self, *what: Any) -> None:
        text = b"42" + self.space.encode() + orjson.dumps(what)
        self.transport.send(WSMsgType.TEXT, text)

    def play(self) -> None:
        """The first card that the view offers."""
        payload = {
            "type": "play",
            "args": [self.view["legal"][0]],
            "playerID": self.seat,
            "credentials": None,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self.state_id, self.match.id, self.seat)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if text.startswith(b"42"):
            self._heard(orjson.loads(text[2 + len(self.space) :]))
        elif text.startswith(b"2"):
            self.transport.send(WSMsgType.TEXT, b"3")
        elif text.startswith(b"0"):
            self.transport.send(WSMsgType.TEXT, b"40" + self.space.encode())
        elif text.startswith(b"40"):
            seats = len(self.match.members)
            self._emit("sync", self.match.id, self.seat, None, seats)
        else:
            self.match.load.meter.fault(text[:80].decode(errors="replace"))

    def _heard(self, message: list[Any]) -> None:
        kind = message[0]
        if kind == "sync":
            state = message[2]["state"]
            self.state_id, self.view, self.ready = state["_stateID"], state["G"], True
        elif kind == "update":
            state = message[2]
            if state["_stateID"] <= self.state_id:
                self.match.load.meter.fault("back in time")
            self.state_id, self.view = state["_stateID"], state["G"]
            self.match.seen(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self.match.load.playing:
            self.match.load.meter.fault("a socket was closed")
