"""Tables with playing clients while something happens to the servers, and the audit of their matches."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.site import Site
from tools.soak.seat import Front, Seat, judge

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
"""Seconds within which a table must advance."""


@dataclass(slots=True)
class Tally:
    """Counts of a campaign: matches, actions, deals, waits and faults."""

    matches: int = 0
    acknowledged: int = 0
    resent: int = 0
    stored_before_loss: int = 0
    """Actions that were stored although their acknowledgement was lost."""
    states: int = 0
    events: int = 0
    fresh: int = 0
    """Number of states that left out events which a returning client had missed."""
    proofs_with_own_nonce: int = 0
    deals: int = 0
    flags: Counter[str] = field(default_factory=Counter)
    """Flags of the proofs of all deals: missing nonces of people, and cuts by the clock."""
    comebacks: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    closes: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)
    """When actions were first asked for and when they were acknowledged, in `time.monotonic()`."""
    faults: list[str] = field(default_factory=list)

    def result(self) -> dict[str, Any]:
        """Return the counts as JSON; waits for acknowledgements as percentiles in ms."""
        waits = sorted(self.waits) or [0.0]
        return {
            "matches": self.matches,
            "acknowledged": self.acknowledged,
            "resent": self.resent,
            "written_before_the_answer_was_lost": self.stored_before_loss,
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
    """Play at `tables` tables at once, each with a client at every person's seat and a spectator."""

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
        """Nobody plays before it is set; `begin` sets it unless told to wait."""
        self._laid = 0
        self._ending = False
        self._ask = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, *, wait: bool = False, spread: float = 0.0) -> None:
        """Start playing at all tables, the last one after `spread` seconds, until `finish`.

        A finished match is followed by a new one. With `wait` the clients connect, but play
        only once `gate` is set.
        """
        if not wait:
            self.gate.set()
        late = spread / max(1, self.tables - 1)
        self._tasks = [asyncio.create_task(self._table(at * late)) for at in range(self.tables)]

    async def finish(self) -> Tally:
        """Play all matches to their end, audit them if that is still due, and return the counts."""
        self._ending = True
        await asyncio.gather(*self._tasks)
        while self._played:
            await self._audit(self._played.pop())
        return self.tally

    def acknowledged(self) -> int:
        """Return the number of acknowledged actions so far."""
        not_counted = sum(
            sum(1 for sent in seat.sent.values() if sent.acked is not None)
            for seats in (*self.seats, *self._played)
            for seat in seats
        )
        return self.tally.acknowledged + not_counted

    async def more(self, acknowledged: int) -> None:
        """Wait for so many further acknowledged actions; RuntimeError after STUCK seconds."""
        wanted, until = self.acknowledged() + acknowledged, time.monotonic() + STUCK
        while self.acknowledged() < wanted:
            for task in self._tasks:
                if task.done():
                    task.result()
            if time.monotonic() > until:
                raise RuntimeError(f"nothing is acknowledged any more: {self._stand()}")
            await asyncio.sleep(0.005)

    def marks(self) -> dict[int, int]:
        """Return a mark for each client, its number of answered moves, for `moves_since`."""
        return {id(seat): len(seat.waits) for seats in self.seats for seat in seats}

    def moves_since(self, marks: dict[int, int]) -> list[float]:
        """Return, for each move answered after these marks, the seconds from sending to answer."""
        return [
            wait
            for seats in self.seats
            for seat in seats
            for wait in seat.waits[marks.get(id(seat), 0) :]
        ]

    async def ask(self, call: str, **about: Any) -> Any:
        """Call a function of `tests.support.site_calls` at the site, one call at a time."""
        async with self._ask:
            return await asyncio.to_thread(self.site.ask, call, **about)

    def cancel(self) -> None:
        """Cancel all clients at once, in the middle of play."""
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
        """Compare what a match's clients received with the stored match; count the result."""
        facts = await self.ask("audit", match=seats[0].table["match"])
        self._count(seats, facts)

    async def _watch(self, seats: list[Seat]) -> None:
        """Stop a table's clients and note a fault if it does not advance for STUCK seconds."""
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
            acked = [sent for sent in seat.sent.values() if sent.acked is not None]
            tally.acknowledged += len(acked)
            tally.resent += sum(sent.times - 1 for sent in seat.sent.values())
            tally.stored_before_loss += sum(sent.is_stored for sent in acked)
            tally.states += len(seat.updates)
            tally.events += sum(len(events) for _, _, events in seat.updates)
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
