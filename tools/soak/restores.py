"""Restores of the database to a moment between matches, and play that goes on from there."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from tools.soak.archive import ArchivedPostgres, checks
from tools.soak.play import STUCK
from tools.soak.seat import Seat, judge
from tools.soak.site import Server, Site

Json = dict[str, Any]
KINDS: Final = (("ludoteka", 2), ("rematada", 3), ("scoperta", 2), ("mariaje", 2))
"""Presets and seats, in turn."""
STAKE: Final = 10
"""Chips of each seat in each match."""
MISTAKE: Final = "DROP TABLE games_rating, games_chipentry CASCADE"
"""What somebody does to the database at last."""
QUIET_LOOKS: Final = 3
"""Number of looks in a row at which no action is on its way until a match is at rest."""
_hosts = itertools.count(1)


class Game:
    """A match with a stake, and a client at each seat from an address of its own."""

    def __init__(self, laid: Json, port: int, rng: random.Random) -> None:
        self.laid, self.gate = laid, asyncio.Event()
        self.seats = [
            Seat(
                laid,
                seat,
                [port],
                random.Random(rng.random()),
                gate=self.gate,
                address=f"10.1.{host // 250}.{host % 250 + 1}",
            )
            for seat, host in zip(range(len(laid["keys"])), _hosts, strict=False)
        ]
        self._tasks = [asyncio.create_task(seat.play()) for seat in self.seats]

    @property
    def match(self) -> str:
        """Return the id of the match."""
        return str(self.laid["match"])

    def acknowledged(self) -> int:
        """Return how many actions were acknowledged."""
        return sum(one.acked is not None for seat in self.seats for one in seat.sent.values())

    def sent(self) -> list[Json]:
        """Return copies of what each client has sent up to now, by ids."""
        return [{name: replace(one) for name, one in seat.sent.items()} for seat in self.seats]

    async def end(self) -> None:
        """Play until the match is over; TimeoutError where it takes longer than STUCK seconds."""
        self.gate.set()
        await asyncio.wait_for(asyncio.gather(*self._tasks), STUCK)

    async def more(self, acknowledged: int) -> None:
        """Play until so many more actions are acknowledged, then wait before the next one.

        Raises:
            TimeoutError: where that takes longer than STUCK seconds.
        """
        wanted = self.acknowledged() + acknowledged
        self.gate.set()
        async with asyncio.timeout(STUCK):
            while self.acknowledged() < wanted:  # noqa: ASYNC110 - the seats only count
                await asyncio.sleep(0.005)
            self.gate.clear()
            quiet = 0
            while quiet < QUIET_LOOKS:
                await asyncio.sleep(0.05)
                quiet = 0 if any(seat.pending for seat in self.seats) else quiet + 1

    def cancel(self) -> None:
        """End all clients where they are."""
        for task in self._tasks:
            task.cancel()


@dataclass
class Restores:
    """A site on a database that is restored again and again, and what was counted."""

    site: Site
    postgres: ArchivedPostgres
    rng: random.Random
    server: Server | None = None
    """The server that is played at; after a restore the matches of the next time use it too."""
    faults: list[str] = field(default_factory=list)
    counts: Json = field(default_factory=dict)

    async def once(self, *, lost: bool) -> None:
        """Play, note a moment, play on, lose the server, restore it, and play from the moment on."""
        if self.server is None:
            self.server = await asyncio.to_thread(self.site.start)
        finished = [await self._game() for _ in range(2)]
        await asyncio.gather(*(game.end() for game in finished))
        running = [await self._game() for _ in range(2)]
        await asyncio.gather(*(game.more(self.rng.randint(3, 12)) for game in running))
        moment, before = await self._note(running)
        known = [game.sent() for game in running]
        await self._play_on(running)
        await asyncio.to_thread(self.server.kill)
        for game in running:
            game.cancel()
        await self._restore(moment, lost=lost)
        await self._compare(before, running, finished)
        await self._finish(running, known)

    async def _game(self) -> Game:
        """Lay a table whose match has begun, with clients that wait."""
        number = self._count("tables", 1)
        preset, players = KINDS[number % len(KINDS)]
        rules = {"match.max_deals": 2, "match.target": 1000, "pot.stake": STAKE}
        laid = await self._ask("lay", preset=preset, players=players, rules=rules)
        return self._at(laid)

    def _at(self, laid: Json) -> Game:
        """Return a match at the present server; RuntimeError where there is none."""
        if self.server is None:
            raise RuntimeError("no server")
        return Game(laid, self.server.port, self.rng)

    async def _note(self, running: list[Game]) -> tuple[datetime, Json]:
        """Return a moment at which nothing happens, and all that is stored then."""
        async with asyncio.timeout(STUCK):
            while True:
                before = await self._stored(running)
                ((moment,),) = await asyncio.to_thread(
                    self.postgres.execute, "SELECT clock_timestamp()"
                )
                await asyncio.sleep(0.1)
                if await self._stored(running) == before:
                    return moment.astimezone(UTC), before

    async def _stored(self, games: list[Game]) -> Json:
        """Return the standing of all, and the entries of the journals of matches that run."""
        audits = [await self._ask("audit", match=game.match) for game in games]
        entries = [audit["entries"] for audit in audits]
        return {"standing": await self._ask("standing"), "entries": entries}

    async def _play_on(self, running: list[Game]) -> None:
        """Play what will be lost: one match to its end, some cards of another, and a new match."""
        earlier = sum(game.acknowledged() for game in running)
        ends, goes_on = running
        later = await self._game()
        await asyncio.gather(ends.end(), goes_on.more(5), later.end())
        self._count("matches_undone", 2)
        undone = sum(game.acknowledged() for game in (*running, later)) - earlier
        self._count("acknowledged_undone", undone)
        audits = [await self._ask("audit", match=game.match) for game in (ends, later)]
        self.faults += [
            f"{one['status']} at its end" for one in audits if one["status"] != "finished"
        ]

    async def _restore(self, moment: datetime, *, lost: bool) -> None:
        """Lose the server and restore it, and let the commands of the page check it."""
        await asyncio.to_thread(self._spoil)
        await asyncio.to_thread(self.postgres.lose, lost=lost)
        began = time.monotonic()
        await asyncio.to_thread(self.postgres.restore, moment, lost=lost)
        self._count("restore_seconds", time.monotonic() - began)
        self._count("restores", 1)
        await self._check()
        await asyncio.to_thread(self.postgres.run, "start")

    async def _compare(self, before: Json, running: list[Game], finished: list[Game]) -> None:
        """Compare what was restored with what was stored at the moment, and with what clients know."""
        now = await self._stored(running)
        for name, value in before["standing"].items():
            if now["standing"][name] != value:
                self.faults.append(f"{name} are not those of the moment")
        if now["entries"] != before["entries"]:
            self.faults.append("journals are not those of the moment")
        for game in finished:
            await self._judge(game)
        self._count("rated", len({game.match for game in finished} & set(now["standing"]["rated"])))

    async def _finish(self, running: list[Game], known: list[list[Json]]) -> None:
        """Play the matches that ran at the moment to their ends, and check everything again."""
        self.server = await asyncio.to_thread(self.site.start)
        games = [self._at(game.laid) for game in running]
        for game, sent in zip(games, known, strict=True):
            for seat, earlier in zip(game.seats, sent, strict=True):
                seat.sent = earlier
        await asyncio.gather(*(game.end() for game in games))
        for game in games:
            await self._judge(game)
        await self._check()

    async def _judge(self, game: Game) -> None:
        """Hold what the clients of a match that is over were told against what is stored."""
        facts = await self._ask("audit", match=game.match)
        if facts["status"] != "finished":
            self.faults.append(f"{game.match} is {facts['status']}")
        for seat in game.seats:
            self.faults += judge(seat, facts)
        self._count("matches", 1)
        self._count("acknowledged", game.acknowledged())

    def _spoil(self) -> None:
        """Do to the database what it has to be restored for."""
        import psycopg

        with psycopg.connect(self.site.env["DATABASE_URL"], autocommit=True) as database:
            database.execute(MISTAKE)

    async def _check(self) -> None:
        """Run the commands that the page names; what one finds wrong is a fault."""
        for command in checks():
            if wrong := await self._ask("manage", command=command):
                self.faults.append(wrong)

    async def _ask(self, call: str, **about: Any) -> Any:
        return await asyncio.to_thread(self.site.ask, call, **about)

    def _count(self, name: str, more: float) -> Any:
        """Add to a count and return what it was."""
        before = self.counts.get(name, 0)
        self.counts[name] = before + more
        return before


async def restores(
    site: Site, postgres: ArchivedPostgres, count: int, *, seed: int, step: Callable[..., None]
) -> Json:
    """Restore a site so often: in turn with its server gone, and with the server's disk left."""
    site.env["NUM_PROXIES"] = "1"  # matches from one address are not rated
    trial = Restores(site, postgres, random.Random(seed))
    for turn in range(count):
        await trial.once(lost=turn % 2 == 0)
        step()
    exits = [] if trial.server is None else [await asyncio.to_thread(trial.server.stop)]
    counted = {name: round(value, 1) for name, value in trial.counts.items()}
    return {**counted, "exits": exits, "faults": trial.faults + site.troubles()}
