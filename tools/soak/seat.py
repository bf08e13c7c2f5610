"""Client of a table that records what it sends, what is acknowledged and what it receives.

It plays random legal actions, reconnects with backoff, and sends unacknowledged actions again
unchanged. Whatever the server does against the protocol is noted in `faults`.
"""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from tools.soak.shuffling import Shuffling

Json = dict[str, Any]
PRIVATE = frozenset({"exchange_armed", "peeked", "looked", "signed"})
"""Events that keep the `seq`."""
ENDING = frozenset({"play", "bid", "discard", "declare", "cut"})
"""Actions that bring a deal on."""
UNSURE = frozenset({"cut", "claim"})
"""Actions that may be refused the first time: the clock has cut, or the claim is false."""
TRY_AGAIN = frozenset({"internal", "rate_limited"})
"""Refusals of the moment: the same message may be sent again."""
LATE = frozenset({"match_over", "no_match", "not_waiting"})
"""Answers to what is sent again after the match is over."""
LONGEST_WAIT = 1.0
"""Seconds between two tries to come back."""
QUIET = 2.0
"""Seconds without a frame after which an impatient client asks what it has missed."""


@dataclass(slots=True)
class Sent:
    """An action that a client sent: its message, how often it was sent, and the answer."""

    message: Json
    times: int = 0
    acked: int | None = None
    refused: str | None = None
    is_stored: bool = False
    """Whether the action was stored though its acknowledgement was lost: the view had it first."""
    in_turn: bool = True
    """Whether it was this seat's turn, so that nobody else could act meanwhile. A lost action out
    of turn may come too late when the client sends it again."""


@dataclass(frozen=True)
class Front:
    """Entrance of a site that speaks TLS: its name, certificates and session cookie."""

    host: str
    """The site's name."""
    tls: ssl.SSLContext
    cookie: str = "__Host-sessionid"
    """The name of the cookie with the key of a session."""


@dataclass(slots=True)
class Seat:
    """Client at a table, as a spectator if `seat` is None; `think` is the seconds before each action."""

    table: Json
    seat: int | None
    ports: list[int | str]
    """Ports of this machine, or addresses as "host:port"."""
    rng: random.Random
    think: float = 0.0
    have: int = 0
    view: Json | None = None
    over: bool = False
    pending: Sent | None = None
    sent: dict[str, Sent] = field(default_factory=dict)
    updates: list[tuple[int, int, list[Json]]] = field(default_factory=list)
    """(seq before, seq after, the public events between) of every state."""
    skipped: list[tuple[int, int]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    naks: Counter[str] = field(default_factory=Counter)
    closes: Counter[str] = field(default_factory=Counter)
    moved_at: float = field(default_factory=time.monotonic)
    asked_at: dict[str, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds from each action to its acknowledgement."""
    answers: list[tuple[float, float]] = field(default_factory=list)
    """When each acknowledged action was first asked for, and when it was acknowledged."""
    gate: asyncio.Event | None = None
    """Event before which the client plays nothing; None: it plays at once."""
    heartbeat: float = 0.0
    """Seconds without a frame before the client sends a heartbeat, as pages do; 0: see QUIET."""
    gives_up: float = 0.0
    """Seconds without a frame after which the client reconnects, as pages do; 0: never."""
    address: str = ""
    """The client's address as a proxy reports it; empty: there is no proxy."""
    front: Front | None = None
    """None: the site is asked in the clear, by the addresses of its servers."""
    asked_again: bool = False
    """A `sync` is on its way: what it is answered may cross with what comes by itself."""
    asks_next: int = -1
    shuffling: Shuffling = field(init=False)
    _stop: bool = False

    def __post_init__(self) -> None:
        self.shuffling = Shuffling(self.table["match"], self.seat, self.rng)

    @property
    def name(self) -> str:
        """Return preset, match and seat as text, with which texts of faults begin."""
        return f"{self.table['preset']} {self.table['match']} seat {self.seat}"

    async def play(self) -> None:
        """Play until the match is over, reconnecting as often as needed."""
        tries = 0
        while not self.over and not self._stop:
            before = self.have
            try:
                await self._once()
            except ConnectionClosed as closed:
                self.closes[str(closed.rcvd.code if closed.rcvd else 1006)] += 1
            except (OSError, InvalidHandshake, TimeoutError) as error:
                self.closes[type(error).__name__] += 1
            tries = 0 if self.have > before else tries + 1
            self.ports.append(self.ports.pop(0))
            await asyncio.sleep(self.rng.random() * min(LONGEST_WAIT, 0.05 * 2 ** min(tries, 8)))

    def stop(self) -> None:
        """End the client at its next frame or disconnection."""
        self._stop = True

    async def _once(self) -> None:
        key = self.seat is not None and self.table["keys"][self.seat]
        server = self.ports[0] if isinstance(self.ports[0], str) else f"127.0.0.1:{self.ports[0]}"
        front = self.front
        headers = {"Cookie": f"{front.cookie if front else 'sessionid'}={key}"} if key else {}
        if self.address:
            headers["X-Forwarded-For"] = self.address
        address, _, port = server.rpartition(":")
        about: Json = {"ssl": front.tls, "host": address, "port": int(port)} if front else {}
        place = f"s://{front.host}" if front else f"://{server}"
        async with connect(
            f"ws{place}/ws/table/{self.table['table']}/",
            origin=Origin(f"http{place}"),
            additional_headers=headers,
            compression=None,
            open_timeout=self.gives_up or 10,
            close_timeout=1,
            ping_interval=None,
            max_queue=None,
            **about,
        ) as socket:
            await self._send(socket, {"t": "hello", "proto": 1, "have": self.have})
            self.asks_next, self.asked_again = -1, False
            self.shuffling.begin()
            if self.pending is not None:
                await self._send_pending(socket)
            heard_at = time.monotonic()
            while not self.over and not self._stop:
                try:
                    text = await asyncio.wait_for(socket.recv(), self.heartbeat or QUIET)
                except TimeoutError:
                    if 0 < self.gives_up <= time.monotonic() - heard_at:
                        return
                    if self.heartbeat:
                        await self._send(socket, {"t": "p", "have": self.have})
                        continue
                    self.asked_again = True
                    await self._send(socket, {"t": "sync", "have": self.have})
                    if self.pending is not None:
                        await self._send_pending(socket)
                    continue
                heard_at = time.monotonic()
                await self._hear(socket, json.loads(text))

    async def _send(self, socket: ClientConnection, message: Json) -> None:
        await socket.send(json.dumps(message, separators=(",", ":")))

    async def _send_pending(self, socket: ClientConnection) -> None:
        if self.pending is not None:
            self.pending.times += 1
            await self._send(socket, self.pending.message)

    # -- what comes -------------------------------------------------------------------------------

    async def _hear(self, socket: ClientConnection, frame: Json) -> None:
        match frame["t"]:
            case "state":
                self._state(frame)
                if len(self.updates) % 16 == 0:
                    await self._send(socket, {"t": "p", "have": self.have})
                await self._shuffle(socket)
                await self._act(socket)
            case "fair":
                self.shuffling.hear(frame)
                await self._shuffle(socket)
                await self._act(socket)
            case "ack":
                self.shuffling.acknowledged(frame["id"])
                self._ack(frame)
                await self._act(socket)
            case "nak":
                await self._nak(socket, frame)
            case "p":
                if frame.get("seq", self.have) != self.have:
                    self.faults.append(f"{self.name}: at {self.have}, not {frame['seq']}")
            case _:
                pass

    def _state(self, frame: Json) -> None:
        seq, events = frame["seq"], frame["events"]
        if frame["match"] != self.table["match"]:
            self.faults.append(f"{self.name}: shown match {frame['match']}")
            return
        if seq < self.have:
            self.faults.append(f"{self.name}: back from {self.have} to {seq}")
            return
        public = [event for event in events if event["type"] not in PRIVATE]
        if seq == self.have and public and not frame["fresh"] and not self.asked_again:
            self.faults.append(f"{self.name}: told again at {seq}: {public[0]['type']}")
        if frame["fresh"]:
            self.skipped.append((self.have, seq))
        elif seq > self.have:
            self.updates.append((self.have, seq, public))
        if seq > self.have:
            self.moved_at = time.monotonic()
        self.have, self.view = seq, frame["view"]
        if self.view["phase"] == "match_over" and self.pending is None:
            self.over = True

    def _ack(self, frame: Json) -> None:
        sent = self.sent.get(frame["id"])
        if sent is None:
            return
        if sent.refused is not None and sent.refused not in TRY_AGAIN:
            self.faults.append(f"{self.name}: {frame['id']} refused, then taken")
        if sent.acked is not None and sent.acked != frame["seq"]:
            self.faults.append(f"{self.name}: {frame['id']} at {sent.acked} and {frame['seq']}")
        if sent.acked is None:
            self.answers.append((self.asked_at.pop(frame["id"]), time.monotonic()))
            if sent.times == 1:
                self.waits.append(self.answers[-1][1] - self.answers[-1][0])
        sent.is_stored = sent.times > 1 and self.have >= frame["seq"] > sent.message["base"]
        sent.acked = frame["seq"]
        if self.pending is sent:
            self.pending = None
        if self.view is not None and self.view["phase"] == "match_over":
            self.over = True

    async def _nak(self, socket: ClientConnection, frame: Json) -> None:
        self.naks[frame["code"]] += 1
        sent = self.sent.get(frame["id"] or "")
        if sent is None or sent is not self.pending:
            return
        sent.refused = frame["code"]
        if frame["code"] in TRY_AGAIN:
            await asyncio.sleep(0.05 + self.rng.random() * 0.2)
            await self._send_pending(socket)
            return
        unsure = sent.message["a"]["type"] in UNSURE or not sent.in_turn
        if sent.times > 1 and frame["code"] not in LATE and not unsure:
            self.faults.append(f"{self.name}: {frame['id']} sent again: {frame['code']}")
        self.pending = None
        if self.view is not None and self.view["phase"] == "match_over":
            self.over = True
            return
        if sum(self.naks.values()) < 1000:
            await self._act(socket)

    async def _shuffle(self, socket: ClientConnection) -> None:
        for message in self.shuffling.says(self.view):
            await self._send(socket, message)

    # -- what goes --------------------------------------------------------------------------------

    async def _act(self, socket: ClientConnection) -> None:
        view = self.view
        if view is None or self.seat is None or self.pending is not None or self.over:
            return
        if view["phase"] == "deal_over":
            if self.asks_next != view["deal"]:
                self.asks_next = view["deal"]
                name = f"next-{self.seat}-{view['deal']:04}"
                await self._send(socket, {"t": "do", "id": name, "cmd": "next"})
            return
        legal = [action for action in view["legal"] if action["type"] != "resign"]
        mine = view["turn"] == self.seat
        if view["phase"] == "cut" and not self.shuffling.sealed(view["deal"]):
            return
        if not legal or (not mine and self.rng.random() > 0.05):
            return
        if self.sent and max((sent.acked or 0) for sent in self._latest()) > self.have:
            return  # the view is older than what was just acknowledged
        ending = [action for action in legal if action["type"] in ENDING]
        action = self.rng.choice(ending if ending and self.rng.random() < 0.8 else legal)
        name = f"act-{self.seat}-{len(self.sent):06}"
        if self.gate is not None:
            await self.gate.wait()
        if self.think:
            await asyncio.sleep(self.think * (0.5 + self.rng.random()))
        message = {"t": "act", "id": name, "base": self.have, "a": action}
        self.pending = self.sent[name] = Sent(message, in_turn=mine)
        self.asked_at[name] = time.monotonic()
        await self._send_pending(socket)

    def _latest(self) -> list[Sent]:
        return list(self.sent.values())[-2:]


def judge(seat: Seat, facts: Json) -> list[str]:
    """Return the faults in a match's stored actions (`site_calls.audit`) against this client's."""
    wrong = seat.faults + [f"{seat.name}: {fault}" for fault in seat.shuffling.faults]
    entries = {(seq, sub): rest for seq, sub, *rest in facts["entries"]}
    public = sorted(seq for seq, sub in entries if sub == 0)
    if len(entries) != len(facts["entries"]) or public != list(range(1, len(public) + 1)):
        wrong.append(f"{seat.name}: the journal has gaps or doubles")
    mine = [
        (seq, rest[3])
        for (seq, _), rest in entries.items()
        if rest[0] == seat.seat and rest[1] == "player"
    ]
    for name, sent in seat.sent.items():
        place = (sent.acked, sent.message["a"])
        if sent.acked is not None:
            if place in mine:
                mine.remove(place)
            else:
                wrong.append(f"{seat.name}: {name}, acknowledged at {sent.acked}, is lost")
    unsure = [sent for sent in seat.sent.values() if sent.acked is None and sent.times > 0]
    unsure.sort(key=lambda sent: sent.refused is not None)  # what nobody answered comes first
    for seq, action in mine:
        asked = next((sent for sent in unsure if sent.message["a"] == action), None)
        if asked is None:
            wrong.append(f"{seat.name}: {action} at {seq} was not asked for, or stands twice")
            continue
        unsure.remove(asked)
        if asked.refused is not None and asked.refused not in TRY_AGAIN:
            wrong.append(f"{seat.name}: {action}, taken at {seq}, was refused: {asked.refused}")
    due = dict(facts["told"][str(seat.seat)])
    for had, has, events in seat.updates:
        expected = [event for seq in range(had + 1, has + 1) for event in due.get(seq, ())]
        if [event for event in expected if event["type"] not in PRIVATE] != events:
            wrong.append(f"{seat.name}: told something else between {had} and {has}")
    return wrong
