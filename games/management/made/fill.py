"""Fills a site with finished matches: plays some, lets others sit down to the same decks."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from games.management.made.copies import Copier
from games.management.made.counting import CountedApart
from games.management.made.habits import Calendar, Game, People
from games.management.made.plays import Original, original_id, play_original
from games.models import Match
from games.services.bulk import BulkStore
from games.services.outcomes import Kept
from games.services.players import HOUSE, house_bot
from games.stats.rebuild import count_uncounted

BATCH: Final = 10_000
"""Matches in one transaction."""
CHUNK: Final = 20
"""Matches handed to a process at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be made; two fillings by the same plan are the same."""

    count: int
    fresh: int
    """How many are played; the others are dealt the decks of one of these again."""
    seed: str
    people: int
    calendar: Calendar

    def public_id(self, number: int) -> str:
        """The id of the match of that number, from 0."""
        if number < self.fresh:
            return original_id(self.seed, number)
        return hashlib.sha256(f"{self.seed}/match/{number}".encode()).hexdigest()[:12]


def done_before(plan: Plan) -> int:
    """How many matches of a plan the site holds: a filling that was stopped goes on there."""
    low, high = 0, plan.count
    while low < high:
        middle = (low + high) // 2
        if Match.objects.filter(public_id=plan.public_id(middle)).exists():
            low = middle + 1
        else:
            high = middle
    return low


def play_all(plan: Plan, workers: int, step: Callable[[int], None]) -> list[Copier]:
    """Play the matches that are played, in several processes."""
    tasks = [(plan.seed, number) for number in range(plan.fresh)]
    return [_copier(original, step) for original in _played(tasks, workers)]


def _played(tasks: Sequence[tuple[str, int]], workers: int) -> Iterator[Original]:
    if workers < 2 or len(tasks) <= CHUNK:
        yield from map(play_original, tasks)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_original, tasks, chunksize=CHUNK)


def _copier(original: Original, step: Callable[[int], None]) -> Copier:
    step(1)
    return Copier(original.game, original.record)


def fill(
    plan: Plan, copiers: Sequence[Copier], start: int, step: Callable[[int], None], *, apart: bool
) -> None:
    """Store the matches from number `start` on, a batch a transaction.

    Those before it that are stored but not counted, as a filling that was stopped leaves them, are
    counted first. `apart`: they are counted by another process, a batch behind.
    """
    count_uncounted()
    people, store = People.of(plan.people, plan.seed), BulkStore()
    bots = {
        level: [house_bot(level, index).name for index in range(len(names))]
        for level, names in HOUSE.items()
    }
    with CountedApart(copiers) if apart else nullcontext() as counter:
        for first in range(start - start % BATCH, plan.count, BATCH):
            told = list(_told(plan, copiers, people, bots, first))[max(0, start - first) :]
            batch = [kept for _, kept in told]
            if counter is None:
                store.store(batch)
            else:
                counter.count([number for number, _ in told], store.store(batch, count=False))
            step(len(batch))


def _told(
    plan: Plan,
    copiers: Sequence[Copier],
    people: People,
    bots: dict[str, list[str]],
    first: int,
) -> Iterator[tuple[int, Kept]]:
    """The batch from this number on, each with the number of its copier; it has dice of its own."""
    rng = random.Random(f"{plan.seed}/batch/{first}")
    for number in range(first, min(first + BATCH, plan.count)):
        one = number if number < plan.fresh else rng.randrange(plan.fresh)
        copier = copiers[one]
        sitters = seated(copier.game, copier.outcome.seats, people, bots, rng)
        ended = plan.calendar.end(number, rng)
        yield one, copier.tell(plan.public_id(number), sitters, ended)


def seated(
    game: Game,
    seats: Sequence[tuple[int, bool | None, int, int]],
    people: People,
    bots: dict[str, list[str]],
    rng: random.Random,
) -> list[tuple[str, str]]:
    """Who sits where, name and kind: the better ones more often where the match was won."""
    free = [seat for seat, level in enumerate(game.bots) if level is None]
    sitting = people.table(rng, len(free)) if free else []
    gap = sum(
        people.everybody[who].skill * (1 if seats[seat][1] else -1)
        for seat, who in zip(free, sitting, strict=True)
        if seats[seat][1] is not None
    )
    # so much more likely that it went as it did; else they sit the other way round
    if rng.random() * (1 + 2.0**-gap) > 1:
        sitting = sitting[1:] + sitting[:1]
    taken = {seat: people.everybody[who] for seat, who in zip(free, sitting, strict=True)}
    names = {level: rng.sample(each, len(each)) for level, each in bots.items()}
    return [
        (names[level].pop(), "bot") if level else (taken[seat].name, taken[seat].kind)
        for seat, level in enumerate(game.bots)
    ]
