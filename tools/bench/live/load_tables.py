"""Load of the site's tables: real matches by its own protocol, one card under way at each table.

A card counts when every member of the table has got the state after it; then the next seat plays,
always the first card that its view offers. Members take part in shuffling as pages do: they commit to
nonces, cut, and reveal them, unless `shuffle` is false.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from typing import Any

import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tools.bench.live.load import Json, Meter, run_in_batches, until


class Tables:
    """Load of the tables in `tables` ({"table", "match", "keys", "url"}), with a socket for each key.

    About `think` seconds pass before each card; 0: none.
    """

    def __init__(self, job: Json, meter: Meter) -> None:
        self.meter, self.think = meter, job.get("think", 0.0)
        self.shuffle = job.get("shuffle", True)
        self.rng = random.Random(job.get("seed", 0))
        self.tables = [Table(self, laid) for laid in job["tables"]]
        self.sockets = sum(len(table.members) for table in self.tables)
        self.playing = False
        self.acks: list[float] = []
        self.deals = 0
        self.frames: Counter[str] = Counter()
        self.bytes = 0
        """Bytes of all messages that the server has sent."""

    async def connect(self) -> None:
        """Open all sockets, and wait until each has got the state of its match."""
        members = [member for table in self.tables for member in table.members]
        await run_in_batches([member.open for member in members])
        await until(lambda: all(member.seq for member in members))

    def begin(self) -> None:
        """Begin to play at all tables."""
        self.playing = True
        for table in self.tables:
            table.on_state(table.members[0])  # plays once all members have the same state

    def stalled(self, stall_limit: float) -> int:
        """Return the number of tables without a card for `stall_limit` seconds beyond the time to think."""
        now = time.perf_counter()
        return sum(1 for table in self.tables if now - table.moved > stall_limit + self.think)

    def extra_figures(self) -> Json:
        """Return latency of acknowledgements (ms), deals begun, and numbers of messages by type."""
        from tools.bench.live.load import quantile

        acks = sorted(self.acks)
        return {
            "ack_p50_ms": quantile(acks, 0.5),
            "ack_p99_ms": quantile(acks, 0.99),
            "deals": self.deals,
            "frames": dict(self.frames),
        }

    async def end(self) -> None:
        """Close the sockets of all tables."""
        self.playing = False
        for table in self.tables:
            for member in table.members:
                member.transport.disconnect()


class Table:
    """One table under load: the card under way, and the members who have seen it."""

    def __init__(self, load: Tables, laid: Json) -> None:
        self.load = load
        self.match, self.id, self.url = laid["match"], laid["table"], laid["url"]
        self.members = [Member(self, seat, key) for seat, key in enumerate(laid["keys"])]
        self.asked = 0.0
        """Time at which the card under way was sent; 0 while there is none."""
        self.waits_for = 0
        self.moved = time.perf_counter()

    def on_state(self, member: Member) -> None:
        """Count the card under way once all members have the state of `member`, and play the next."""
        if not self.load.playing:
            return
        seq = member.seq
        for other in self.members:
            if other.seq != seq:
                return
        now = time.perf_counter()
        if self.asked and seq > self.waits_for:
            self.load.meter.add(now - self.asked)
            self.asked, self.moved = 0.0, now
        if not self.asked:
            self.advance()

    def advance(self) -> None:
        """Do what the phase needs next, once all members have the same state: play, cut, or the next deal."""
        first = self.members[0]
        view = first.view
        if view is None or any(member.seq != first.seq for member in self.members):
            return
        phase = view["phase"]
        if phase == "play":
            member = self.members[view["turn"]]
            if self.load.think:
                wait = self.load.think * (0.5 + self.load.rng.random())
                asyncio.get_running_loop().call_later(wait, self._play, member, member.seq)
            else:
                self._play(member, member.seq)
        elif phase == "cut":
            self.members[view["turn"]].cut()
        elif phase == "deal_over":
            for member in self.members:
                member.next_deal(view["deal"])
        elif phase == "match_over":
            self.load.meter.fault("a match is over")

    def _play(self, member: Member, seq: int) -> None:
        if not self.load.playing or member.seq != seq or member.view is None:
            return
        self.asked, self.waits_for = time.perf_counter(), seq
        member.act(member.view["legal"][0])


class Member(WSListener):
    """The socket of one seat at a table under load."""

    def __init__(self, table: Table, seat: int, key: str) -> None:
        self.table, self.seat, self.key = table, seat, key
        self.transport: Any = None
        self.seq = 0
        self.view: Json | None = None
        self.count = 0
        self.cut_for = self.next_for = 0
        self.sealed = 0
        self.sent_at = 0.0
        self.fair: Json = {"deal": 0}
        """Last message on how a deal is shuffled."""
        self.nonce_shown_for: set[int] = set()
        self.nonces: dict[int, bytes] = {}

    async def open(self) -> None:
        """Connect the seat's socket and send the greeting."""
        address = self.table.url
        await ws_connect(
            lambda: self,
            f"{address}/ws/table/{self.table.id}/",
            extra_headers={
                "Origin": address.replace("ws://", "http://"),
                "Cookie": f"sessionid={self.key}",
            },
        )
        self.send({"t": "hello", "proto": 1, "have": None})

    def send(self, message: Json) -> None:
        """Send a message (JSON) of the site's protocol."""
        self.transport.send(WSMsgType.TEXT, orjson.dumps(message))

    def _do(self, kind: str, **fields: Any) -> None:
        self.count += 1
        name = f"{kind}-{self.seat}-{self.count:08}"
        self.send({"t": kind, "id": name, **fields})

    def act(self, action: Json) -> None:
        """Play a card that the seat's view offers."""
        self.sent_at = time.perf_counter()
        self._do("act", base=self.seq, a=action)

    def cut(self) -> None:
        """Cut the deck, once for each deal, after the server has sealed it."""
        view = self.view
        if view is None or self.cut_for == view["deal"] or self.sealed != view["deal"]:
            return
        self.cut_for = view["deal"]
        self._do("act", base=self.seq, a=view["legal"][len(view["legal"]) // 2])

    def next_deal(self, deal: int) -> None:
        """Ask for the next deal, once for each deal."""
        if self.next_for != deal:
            self.next_for = deal
            self._do("do", cmd="next")

    def shuffle(self, fair: Json) -> None:
        """Commit to a nonce for the deal being shuffled or the next, and reveal a committed one that is due."""
        if not self.table.load.shuffle:
            return
        deal, sealed = fair["deal"], fair["server_commit"] is not None
        self._commit(deal + 1 if sealed else deal)
        self._show(fair)

    def _commit(self, deal: int) -> None:
        if deal in self.nonces:
            return
        from games.record.fairness import client_commit

        nonce = self.nonces[deal] = self.table.load.rng.randbytes(16)
        commit = client_commit(self.table.match, deal, self.seat, nonce).hex()
        self._do("commit", match=self.table.match, deal=deal, commit=commit)

    def _show(self, fair: Json) -> None:
        view, deal = self.view, fair["deal"]
        if view is None or view["phase"] != "deal" or view["deal"] != deal:
            return
        commits = fair["client_commits"] or [None] * len(self.table.members)
        if (
            commits[self.seat] is not None
            and deal not in self.nonce_shown_for
            and deal in self.nonces
        ):
            self.nonce_shown_for.add(deal)
            nonce = self.nonces[deal].hex()
            self._do("nonce", match=self.table.match, deal=deal, nonce=nonce)

    # -- messages of the server -------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the transport of the opened socket, to send by."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message of the site."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_bytes()
        message = orjson.loads(payload)
        load = self.table.load
        load.bytes += len(payload)
        if load.meter.counting:
            load.frames[message["t"]] += 1
        match message["t"]:
            case "state":
                self._state(message)
            case "ack":
                if message["id"].startswith("act") and self.table.load.meter.counting:
                    self.table.load.acks.append(time.perf_counter() - self.sent_at)
            case "fair":
                self.fair = message
                if message["server_commit"] is not None and message["block"] is None:
                    self.sealed = message["deal"]
                self.shuffle(message)
                if self.view is not None and self._is_to_cut(self.view):
                    self.cut()
            case "nak":
                if message["code"] != "too_late":
                    self.table.load.meter.fault(f"refused: {message['code']}")
            case "bye":
                self.table.load.meter.fault(f"sent away: {message['code']}")
            case _:
                pass

    def _is_to_cut(self, view: Json) -> bool:
        return bool(view["phase"] == "cut" and view["turn"] == self.seat)

    def _state(self, message: Json) -> None:
        if self.view is not None and message["seq"] <= self.seq:
            return
        self.seq, self.view = message["seq"], message["view"]
        if self.seat == 0 and any(event["type"] == "deal_started" for event in message["events"]):
            self.table.load.deals += 1
        if self.view["phase"] == "deal" and self.fair["deal"] == self.view["deal"]:
            self._show(self.fair) if self.table.load.shuffle else None
        self.table.on_state(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note that the server closed the socket."""
        if self.table.load.playing:
            self.table.load.meter.fault("a socket was closed")
