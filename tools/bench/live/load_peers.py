"""Load of boardgame.io's tables: its own protocol (Engine.IO 4 over a WebSocket), otherwise as for ours.

A card counts when every member of the match has got its update; then the next member plays.
"""

from __future__ import annotations

import time
from typing import Any

import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tools.bench.live.load import Json, Meter, run_in_batches, until


class Peers:
    """Load on boardgame.io: `matches` matches of the game `game`, with `seats` seats each."""

    def __init__(self, job: Json, meter: Meter) -> None:
        self.url, self.game, self.meter = job["url"], job["game"], meter
        self.matches = [Match(self, at, job["seats"]) for at in range(job["matches"])]
        self.sockets = job["matches"] * job["seats"]
        self.playing = False

    async def connect(self) -> None:
        """Open all sockets, and wait until each has joined its match and got its state."""
        for match in self.matches:  # the first to ask for a match makes it
            await match.members[0].open()
        await until(lambda: all(match.members[0].ready for match in self.matches))
        await run_in_batches([m.open for match in self.matches for m in match.members[1:]])
        await until(lambda: all(m.ready for match in self.matches for m in match.members))

    def begin(self) -> None:
        """Begin to play in all matches."""
        self.playing = True
        for match in self.matches:
            match.advance()

    def stalled(self, stall_limit: float) -> int:
        """Return the number of matches without a card for more than `stall_limit` + 1 seconds."""
        now = time.perf_counter()
        return sum(1 for match in self.matches if now - match.moved > stall_limit + 1.0)

    def extra_figures(self) -> Json:
        """Return {}: boardgame.io has no figures besides those of every load."""
        return {}

    async def end(self) -> None:
        """Close the sockets of all matches."""
        self.playing = False
        for match in self.matches:
            for member in match.members:
                member.transport.disconnect()


class Match:
    """One match at boardgame.io: the card under way, and the members who have seen it."""

    def __init__(self, load: Peers, number: int, seats: int) -> None:
        self.load, self.id = load, f"m{number}"
        self.members = [Member(self, seat) for seat in range(seats)]
        self.asked = 0.0
        self.moved = time.perf_counter()

    def on_update(self, member: Member) -> None:
        """Count the card under way once all members have the state of `member`, and play the next."""
        if not self.load.playing:
            return
        if any(other.state_id != member.state_id for other in self.members):
            return
        now = time.perf_counter()
        self.load.meter.add(now - self.asked)
        self.moved = now
        self.advance()

    def advance(self) -> None:
        """Let the member whose turn it is play the next card of the match."""
        view = self.members[0].view
        mover = self.members[view["turn"]]
        self.asked = time.perf_counter()
        mover.play()


class Member(WSListener):
    """The socket of one seat in a match at boardgame.io."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, str(seat)
        self.transport: Any = None
        self.ready = False
        self.state_id = -1
        self.view: Json = {}
        self.space = f"/{match.load.game},"

    async def open(self) -> None:
        """Connect the seat's socket; `on_ws_frame` continues the handshake."""
        address = self.match.load.url
        await ws_connect(lambda: self, f"{address}/socket.io/?EIO=4&transport=websocket")

    def _emit(self, *what: Any) -> None:
        text = b"42" + self.space.encode() + orjson.dumps(what)
        self.transport.send(WSMsgType.TEXT, text)

    def play(self) -> None:
        """Play the first card that the seat's view offers."""
        payload = {
            "type": "play",
            "args": [self.view["legal"][0]],
            "playerID": self.seat,
            "credentials": None,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self.state_id, self.match.id, self.seat)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the transport of the opened socket, to send by."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message of boardgame.io."""
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
            self.match.on_update(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note that the server closed the socket."""
        if self.match.load.playing:
            self.match.load.meter.fault("a socket was closed")
