"""Tables kept busy while something happens to the servers, and the accounts at the end."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.soak.seat import Front, Seat, judge
from tools.soak.site import Site

TABLES = (
    ("ludoteka", 2, 0),
    ("chiamata", 5, 0),
    ("catalan", 4, 1),
    ("briscola", 6, 0),
    ("rematada", 3, 0),
    ("mariaje", 2, 0),
    ("gingo", 5, 2),
    ("muerte_al_tres", 4, 0),
    ("scoperta", 2, 0),
    ("chiamata_punti", 5, 0),
    ("mexican", 3, 1),
    ("chiamata_buia", 5, 3),
    ("doncomos", 6, 2),
    ("wikipedia_en", 3, 0),
)
"""Preset, seats, and how many of them are bots of the house."""
STUCK = 60.0
"""Seconds in which a table must move on."""


@dataclass(slots=True)
class Tally:
    """The counts of a campaign."""

    matches: int = 0
    acknowledged: int = 0
    resent: int = 0
    kept: int = 0
    states: int = 0
    events: int = 0
    fresh: int = 0
    """Times that a client which had seen the match before was shown it without what it missed."""
    proofs_with_own_nonce: int = 0
    deals: int = 0
    flags: Counter[str] = field(default_factory=Counter)
    """Of the proofs of all deals: nonces of people that are missing, and cuts by the clock."""
    comebacks: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    closes: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)
    """When actions were first asked for and when they were acknowledged, in `time.monotonic()`."""
    faults: list[str] = field(default_factory=list)

    def result(self) -> dict[str, Any]:
        """For JSON."""
        waits = sorted(self.waits) or [0.0]
        return {
            "matches": self.matches,
            "acknowledged": self.acknowledged,
            "resent": self.resent,
            "written_before_the_answer_was_lost": self.kept,
            "states_with_events": self.states,
            "events": self.events,
            "proofs_with_own_nonce": self.proofs_with_own_nonce,
            "deals": self.deals,
            "flags": dict(self.flags),
            "comebacks": self.comebacks,
            "refusals": dict(self.refusals),
            "closes": dict(self.closes),
            "ack_ms": {
                "p50": round(waits[len(waits) // 2] * 1000, 1),
                "p99": round(waits[len(waits) * 99 // 100] * 1000, 1),
                "worst": round(waits[-1] * 1000, 1),
            },
            "faults": self.faults,
        }


class Play:
    """So many tables at once, each with clients at its seats and one who watches."""

    def __init__(
        self,
        site: Site,
        ports: Sequence[int | str],
        *,
        tables: int,
        seed: int,
        deals: int = 2,
        think: float = 0.0,
        kinds: Sequence[tuple[str, int, int]] = TABLES,
        again: bool = True,
        heartbeat: float = 0.0,
        audit_late: bool = False,
        gives_up: float = 0.0,
        front: Front | None = None,
    ) -> None:
        self.site, self.ports = site, list(ports)
        self.rng = random.Random(seed)
        self.deals, self.think, self.tables = deals, think, tables
        self.kinds, self.again, self.heartbeat = kinds, again, heartbeat
        self.audit_late, self.gives_up, self.front = audit_late, gives_up, front
        self.tally = Tally()
        self._played: list[list[Seat]] = []
        self.seats: list[list[Seat]] = []
        self.gate = asyncio.Event()
        """Nobody plays before it is set; `begin` sets it where nobody else will."""
        self._laid = 0
        self._ending = False
        self._ask = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, *, wait: bool = False, spread: float = 0.0) -> None:
        """Begin to play, the last table after `spread` seconds; another match follows each.

        With `wait` all come to their tables and play once `gate` is set. Until `finish`.
        """
        if not wait:
            self.gate.set()
        late = spread / max(1, self.tables - 1)
        self._tasks = [asyncio.create_task(self._table(at * late)) for at in range(self.tables)]

    async def finish(self) -> Tally:
        """Let every match come to its end, and hold accounts."""
        self._ending = True
        await asyncio.gather(*self._tasks)
        while self._played:
            await self._audit(self._played.pop())
        return self.tally

    def acknowledged(self) -> int:
        """Acknowledgements up to now."""
        not_counted = sum(
            sum(1 for one in seat.sent.values() if one.acked is not None)
            for seats in (*self.seats, *self._played)
            for seat in seats
        )
        return self.tally.acknowledged + not_counted

    async def more(self, acknowledged: int) -> None:
        """Wait until so many more actions are acknowledged, or the play fails."""
        wanted, until = self.acknowledged() + acknowledged, time.monotonic() + STUCK
        while self.acknowledged() < wanted:
            for task in self._tasks:
                if task.done():
                    task.result()
            if time.monotonic() > until:
                raise RuntimeError(f"nothing is acknowledged any more: {self._stand()}")
            await asyncio.sleep(0.005)

    def marks(self) -> dict[int, int]:
        """Return how many moves of each client were answered up to now, for `moves_since`."""
        return {id(seat): len(seat.waits) for seats in self.seats for seat in seats}

    def moves_since(self, marks: dict[int, int]) -> list[float]:
        """Return the seconds of the moves after these marks, from being sent to being answered."""
        return [
            wait
            for seats in self.seats
            for seat in seats
            for wait in seat.waits[marks.get(id(seat), 0) :]
        ]

    async def ask(self, call: str, **about: Any) -> Any:
        """Ask the site's database (`tools.soak.inside`), one question at a time."""
        async with self._ask:
            return await asyncio.to_thread(self.site.ask, call, **about)

    def cancel(self) -> None:
        """End the play where it is."""
        for task in self._tasks:
            task.cancel()

    async def _table(self, late: float) -> None:
        await asyncio.sleep(late)
        first = True
        while first or (self.again and not self._ending):
            first = False
            await self._match(self.kinds[self._laid % len(self.kinds)])

    async def _match(self, kind: tuple[str, int, int]) -> None:
        self._laid += 1
        preset, players, bots = kind
        rules = {"match.max_deals": self.deals, "match.target": 1000}
        laid = await self.ask("lay", preset=preset, players=players, bots=bots, rules=rules)
        seats = [
            Seat(
                laid,
                seat if seat < players - bots else None,
                self.rng.sample(self.ports, len(self.ports)),
                random.Random(self.rng.random()),
                self.think,
                gate=self.gate,
                heartbeat=self.heartbeat,
                gives_up=self.gives_up,
                front=self.front,
            )
            for seat in range(players - bots + 1)
        ]
        self.seats.append(seats)
        watch = asyncio.create_task(self._watch(seats))
        try:
            await asyncio.gather(*(seat.play() for seat in seats))
        finally:
            watch.cancel()
        self.seats.remove(seats)
        if self.audit_late:
            self._played.append(seats)
        else:
            await self._audit(seats)

    async def _audit(self, seats: list[Seat]) -> None:
        """Hold what the clients of a match were told against what is stored."""
        facts = await self.ask("audit", match=seats[0].table["match"])
        self._count(seats, facts)

    async def _watch(self, seats: list[Seat]) -> None:
        """Give a table up that does not move on."""
        await self.gate.wait()
        began = time.monotonic()
        while True:
            left = max(began, *(seat.moved_at for seat in seats)) + STUCK - time.monotonic()
            if left <= 0:
                break
            await asyncio.sleep(left)
        self.tally.faults.append(f"stuck: {[self._where(seat) for seat in seats]}")
        for seat in seats:
            seat.stop()

    def _count(self, seats: list[Seat], facts: dict[str, Any]) -> None:
        tally = self.tally
        tally.matches += 1
        tally.deals += facts["deals"]
        tally.flags.update(flag.partition(":")[0] for flag in facts["flags"])
        if facts["status"] != "finished":
            tally.faults.append(f"{seats[0].name} is {facts['status']}")
        for seat in seats:
            tally.faults.extend(judge(seat, facts))
            acked = [one for one in seat.sent.values() if one.acked is not None]
            tally.acknowledged += len(acked)
            tally.resent += sum(one.times - 1 for one in seat.sent.values())
            tally.kept += sum(one.kept for one in acked)
            tally.states += len(seat.told)
            tally.events += sum(len(events) for _, _, events in seat.told)
            tally.fresh += sum(had > 0 for had, _ in seat.skipped)
            tally.proofs_with_own_nonce += seat.shuffling.proofs
            tally.comebacks += sum(seat.closes.values())
            tally.refusals.update(seat.naks)
            tally.closes.update(seat.closes)
            tally.waits.extend(seat.waits)
            tally.answers.extend(seat.answers)

    def _stand(self) -> list[Any]:
        return [self._where(seat) for seats in self.seats for seat in seats]

    @staticmethod
    def _where(seat: Seat) -> tuple[Any, ...]:
        view = seat.view or {}
        pending = seat.pending.message if seat.pending else None
        return (seat.name, seat.have, view.get("phase"), view.get("turn"), pending)
