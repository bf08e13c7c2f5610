"""Attack of hostile clients on a real server.

Each client sends some frames and then a mark, whose answer comes after all theirs. By then the server
has answered every message with an id exactly once, and the socket still works.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.site import Server, Site
from tools.soak.frames import Frames
from tools.soak.seat import ENDING

Json = dict[str, Any]
Step = Callable[[int], None]
KINDS = (("ludoteka", 2, 0), ("chiamata", 5, 3), ("catalan", 4, 2), ("rematada", 3, 1))
BATCH = 16
"""Number of frames before a mark, at most; the inbox of a socket holds more."""
PATIENCE = 60.0
REPORTED = "proof does not hold"
"""Part of a log line that a client's report causes; these clients report."""
SILENT = frozenset({"hello", "p", "sync"})
CARD = re.compile(r'"[OCEB](?:1[0-2]?|[2-9])"')
_ID = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_PLAIN = frozenset({"t", "id", "code", "message"})


class Campaign:
    """State and counts of an attack, which all attackers share."""

    def __init__(self, site: Site, server: Server, count: int, seed: int, step: Step) -> None:
        self.site, self.server, self.left, self.step = site, server, count, step
        self.rng = random.Random(seed)
        self.codes: Counter[str] = Counter()
        self.closes: Counter[str] = Counter()
        self.faults: list[str] = []
        self.answers = self.states = self.matches = 0
        self._ask = asyncio.Lock()

    async def ask(self, call: str, **about: Any) -> Any:
        """Call a function of the site's process (`Site.ask`) in a thread, one call at a time."""
        async with self._ask:
            return await asyncio.to_thread(self.site.ask, call, **about)

    async def table(self, kind: tuple[str, int, int]) -> None:
        """Attack matches of one kind from every seat and from a spectator until all frames are sent."""
        preset, players, bots = kind
        while self.left > 0:
            rules = {"match.max_deals": 2, "match.target": 1000}
            laid = await self.ask("lay", preset=preset, players=players, bots=bots, rules=rules)
            attackers = [
                Attacker(self, laid, seat if seat < players - bots else None)
                for seat in range(players - bots + 1)
            ]
            await asyncio.gather(*(attacker.attack() for attacker in attackers))
            self.matches += 1
            if any(attacker.over for attacker in attackers):
                for attacker in attackers:
                    leaked = await self.ask(
                        "leaks",
                        match=laid["match"],
                        frames=attacker.frames,
                        viewer=attacker.seat,
                    )
                    if leaked:
                        self.faults.append(f"{preset} seat {attacker.seat} was shown {leaked[:3]}")


class Attacker:
    """One hostile client at a table, which also plays so that the match advances."""

    def __init__(self, campaign: Campaign, laid: Json, seat: int | None) -> None:
        self.campaign, self.laid, self.seat = campaign, laid, seat
        self.rng = random.Random(campaign.rng.random())
        self.source = Frames(self.rng, [])
        self.source.match = laid["match"]
        self.frames: list[Json] = []
        self.view: Json = {}
        self.have = 0
        self.over = False
        self._marks = 0
        self._large = 0

    async def attack(self) -> None:
        """Send hostile frames until the match is over or the campaign has sent all frames."""
        campaign = self.campaign
        key = self.seat is not None and self.laid["keys"][self.seat]
        while campaign.left > 0 and not self.over:
            self._large, allowed = 0, "none"
            try:
                async with connect(
                    f"ws://127.0.0.1:{campaign.server.port}/ws/table/{self.laid['table']}/",
                    origin=f"http://127.0.0.1:{campaign.server.port}",  # type: ignore[arg-type]
                    additional_headers={"Cookie": f"sessionid={key}"} if key else {},
                    compression=None,
                    ping_interval=None,
                    open_timeout=PATIENCE,
                    max_queue=None,
                ) as socket:
                    await socket.send('{"t":"hello","proto":1,"have":null}')
                    while campaign.left > 0 and not self.over:
                        allowed = await self._batch(socket)
            except ConnectionClosed as closed:
                code = str(closed.rcvd.code if closed.rcvd else 1006)
                campaign.closes[code] += 1
                if code not in self._closing():
                    campaign.faults.append(f"closed with {code}, {allowed}")

    def _closing(self) -> set[str]:
        return {"4010"} | ({"4009"} if self._large >= 3 else set())

    async def _batch(self, socket: ClientConnection) -> str:
        campaign, due = self.campaign, Counter[str]()
        size = min(self.rng.randint(1, BATCH), campaign.left)
        campaign.left -= size
        legal = self.view.get("legal") or []
        for _ in range(size):
            frame = self.source.frame(legal, self.have, self.view.get("deal", 1))
            self._large += len(frame.encode() if isinstance(frame, str) else b"") > 4096
            if name := answered(frame):
                due[name] += 1
            await socket.send(frame)
        self._marks += 1
        honest = self._honest()
        if honest is not None:
            due[honest["id"]] += 1
            self.source.honest.append(honest)
            await socket.send(json.dumps(honest))
        mark = f"mark-{self._marks:08}"
        await socket.send(json.dumps({"t": "p", "have": self.have}))
        await socket.send(json.dumps({"t": "do", "id": mark, "cmd": "nothing at all"}))
        got: Counter[str] = Counter()
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = json.loads(await socket.recv())
                self._check(answer)
                if answer["t"] in ("ack", "nak"):
                    if answer["id"] == mark:
                        break
                    if answer["id"] is not None:
                        got[answer["id"]] += 1
        campaign.answers += got.total()
        if got != due:
            wrong = {name: (due[name], got[name]) for name in got | due if got[name] != due[name]}
            campaign.faults.append(f"answers (due, got): {wrong}")
        campaign.step(size)
        return "after a batch that was answered"

    def _honest(self) -> Json | None:
        """Return a legal message that advances the match if it is this seat's turn, else None."""
        view, name = self.view, f"fair-{self.seat}-{self._marks:06}"
        if view.get("phase") == "deal_over" and self.seat is not None:
            return {"t": "do", "id": name, "cmd": "next"}
        legal = [action for action in view.get("legal") or () if action["type"] in ENDING]
        if not legal or view["turn"] != self.seat:
            return None
        return {"t": "act", "id": name, "base": self.have, "a": self.rng.choice(legal)}

    def _check(self, answer: Json) -> None:
        campaign = self.campaign
        match answer["t"]:
            case "state":
                campaign.states += 1
                if answer["match"] != self.laid["match"]:
                    self.over = True  # a rematch
                    return
                self.frames.append(answer)
                self.view, self.have = answer["view"], answer["seq"]
                self.over = self.view["phase"] == "match_over"
            case "nak":
                campaign.codes[answer["code"]] += 1
                if set(answer) != _PLAIN or answer["code"] == "internal":
                    campaign.faults.append(f"a refusal says {answer}")
                if CARD.search(json.dumps(answer)):
                    campaign.faults.append(f"a refusal names a card: {answer}")
            case "ack":
                campaign.codes["ack"] += 1
                if set(answer) - {"seq"} != {"t", "id"}:
                    campaign.faults.append(f"an acknowledgement says {answer}")
            case _:
                pass


def answered(frame: str | bytes) -> str | None:
    """Return the id under which the server must answer a frame; None if it need not."""
    if isinstance(frame, bytes) or len(frame.encode()) > 4096:
        return None
    try:
        message = orjson.loads(frame)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        return None
    name = message.get("id")
    readable = isinstance(name, str) and _ID.fullmatch(name)
    return name if readable and message["t"] not in SILENT else None


async def attack(site: Site, count: int, *, seed: int, step: Step) -> dict[str, Any]:
    """Send `count` hostile frames over all tables; return counts and faults."""
    server = await asyncio.to_thread(site.start)
    campaign = Campaign(site, server, count, seed, step)
    before = server.memory()
    await asyncio.gather(*(campaign.table(kind) for kind in KINDS))
    after = server.memory()
    code = await asyncio.to_thread(server.stop)
    return {
        "frames": count,
        "last_exit": code,
        "answers_by_id": campaign.answers,
        "states": campaign.states,
        "matches": campaign.matches,
        "codes": dict(campaign.codes.most_common()),
        "closes": dict(campaign.closes),
        "memory_mib": [round(before / 1024, 1), round(after / 1024, 1)],
        "troubles": [line for line in site.troubles() if REPORTED not in line][:20],
        "faults": campaign.faults,
    }
