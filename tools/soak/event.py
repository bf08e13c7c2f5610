"""Play of a whole tournament over sockets, with people who leave and a deploy in the middle of a round."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.support.site import Server, Site
from tools.soak import event_table
from tools.soak.seat import Seat, judge

Json = dict[str, Any]
LIVE: Final = {"tournaments_every": 0.3, "gone_after": 2.0}
"""Settings of the live path: the ticker runs often, and a bot soon replaces a person who is gone."""
QUITTERS: Final = 0.1
"""Share of the people who leave in the middle of a game."""
LONGEST: Final = 1500.0
"""Seconds that an event may take."""
DEPLOYED_AFTER: Final = 4
"""Actions of each table of the round after which the server is replaced."""


@dataclass
class Event:
    """A tournament under test, with the clients that play it."""

    site: Site
    server: Server
    seed: int
    laid: Json
    last_only: bool
    """Whether people leave in the last round only: each absent person costs the time until a bot comes."""
    seats: list[Seat] = field(default_factory=list)
    played: set[tuple[str, int]] = field(default_factory=set)
    """(match, seat) of every client so far."""
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    quit: set[int] = field(default_factory=set)
    """Players who have left for good."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        people = sorted(self.laid["keys"], key=int)
        count = round(QUITTERS * len(people)) or 1
        self.leaving = {int(player) for player in self.rng.sample(people, count)}

    def sit(self, games: list[Json]) -> None:
        """Start a client for every seat of these games whose player has none yet and has not quit."""
        for game in games:
            for seat, player in enumerate(game["players"]):
                if (game["match"], seat) in self.played or player in self.quit:
                    continue
                self.played.add((game["match"], seat))
                keys = [self.laid["keys"][str(other)] for other in game["players"]]
                table = {**game, "keys": keys, "preset": "ludoteka"}
                client = Seat(table, seat, [self.server.port], random.Random(self.rng.random()),
                           think=0.02, heartbeat=5.0)  # fmt: skip
                self.seats.append(client)
                self.tasks.append(asyncio.create_task(client.play()))
                last = game["round"] == self.laid["rounds"]
                if player in self.leaving and (last or not self.last_only):
                    self.tasks.append(asyncio.create_task(self._leave(client, player)))

    async def _leave(self, client: Seat, player: int) -> None:
        """Stop a client after some acknowledged actions; its player comes to no later game."""
        wanted = self.rng.randint(2, 8)
        while not client.over:
            if sum(sent.acked is not None for sent in client.sent.values()) >= wanted:
                break
            await asyncio.sleep(0.05)
        if not client.over:
            client.stop()
            self.quit.add(player)

    def acknowledged(self) -> int:
        """Return the number of the clients' actions that the server has acknowledged so far."""
        return sum(sent.acked is not None for client in self.seats for sent in client.sent.values())


async def event(
    site: Site,
    people: int,
    rounds: int,
    *,
    seed: int,
    step: Callable[[], None],
    last_only: bool,
    pauses: bool = True,
) -> Json:
    """Play a tournament with `people` entrants and `rounds` rounds; return counts and faults.

    Without `pauses` the pause after each round is skipped. The server is replaced, as by a deploy, in the
    middle of the second round, or of the only one.
    """
    laid = await asyncio.to_thread(site.ask, "announce", people=people, rounds=rounds)
    server = await asyncio.to_thread(site.start)
    played = Event(site, server, seed, laid, last_only)
    exits: list[int] = []
    deployed, until, tables = False, time.monotonic() + LONGEST, people // 2
    while True:
        state = await asyncio.to_thread(site.ask, "event_state", event=laid["event"])
        if state["status"] in ("finished", "cancelled") or time.monotonic() > until:
            break
        played.sit(state["games"])
        begun = played.acknowledged() >= DEPLOYED_AFTER * tables * min(rounds, 2)
        if not deployed and begun and state["round"] == min(rounds, 2) and state["games"]:
            deployed = True
            exits.append(await asyncio.to_thread(server.stop))
            server = await asyncio.to_thread(site.start, server.port)
            played.server = server
            step()
        if not (pauses or state["games"]):
            await asyncio.to_thread(site.ask, "skip_pause", event=laid["event"])
        await asyncio.sleep(0.2)
    await asyncio.gather(*played.tasks)
    faults = [] if deployed else ["nothing was deployed"]
    facts = await asyncio.to_thread(site.ask, "event_facts", event=laid["event"])
    if facts["status"] != "finished":
        faults.append(f"the event is {facts['status']}: {facts['problem']}")
    else:
        faults += event_table.faults(facts)
        faults += facts["faults"]
    for client in played.seats:
        stored = await asyncio.to_thread(site.ask, "audit", match=client.table["match"])
        faults += judge(client, stored)
    exits.append(await asyncio.to_thread(server.stop))
    faults += site.troubles()
    return {
        "people": people,
        "rounds": rounds,
        "left": len(played.quit),
        "acknowledged": played.acknowledged(),
        "sockets": len(played.seats),
        "exits": exits,
        "faults": faults,
    }
