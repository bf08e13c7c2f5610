"""The journal writer: it writes everything that is queued in one transaction (group commit).

One task and one thread with one connection a process. A unit of work is what one decision leaves
behind: action rows, the next deadline, and sometimes more (a deal's result). Units of many matches
share a transaction; a unit that another process was quicker with fails alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import orjson
from django.db import DatabaseError, IntegrityError, OperationalError, transaction

from games.live.core import metrics
from games.live.core.db_threads import DbThreads, keep_in_wal, reopen_lost_connection
from games.live.core.move_priority import moves_in_flight
from games.live.match_state.rows import ActionRow, DeadlineRow, SeatCommitmentRow
from games.live.storage import journal_sql

if TYPE_CHECKING:
    from games.record.log import Entry

log = logging.getLogger("games.live.storage.journal")

MAX_QUEUE = 2000
"""Units that may be queued; `put` waits for room beyond that."""
BATCH_LOOP_TURNS: Final = 5
"""Loop turns to wait before a batch is closed, so that messages being read get into it.

That makes a third fewer commits where many tables play, and costs one table alone nothing.
"""

MAX_COMMIT_TIMES: Final = 64
"""Most commits that `Journal.slow` looks at."""
RECENT_S: Final = 10.0
"""Seconds that `Journal.slow` looks back."""


class Conflict(Exception):  # noqa: N818 - an outcome, not a fault
    """Error: another process wrote a journal entry first. Load the match and decide again."""


class NotWritten(Exception):  # noqa: N818 - what happened
    """Error: journal entries could not be written; nothing of the unit is stored."""


class Unit(NamedTuple):
    """One decision on a match to be written: rows and calls, stored together or not at all.

    `after` is the (seq, sub) of the entry that the rows follow: where the journal has more, they
    conflict. The calls `also` run after the rows, and may run a second time after their first run
    was rolled back. A unit without rows that writes by `also` is guarded in the same way by `match`
    (row id); with `after` None that only locks out other writers.
    """

    rows: Sequence[ActionRow] = ()
    after: tuple[int, int] | None = (0, 0)
    deadline: DeadlineRow | None = None
    also: Sequence[Callable[[], object]] = ()
    match: int | None = None
    commitment: SeatCommitmentRow | None = None

    @property
    def guards(self) -> int | None:
        """Return the row id of the match to lock while this unit is written; None: it needs no lock."""
        return self.rows[0].match if self.rows else self.match


def action_row(match: int, entry: Entry, at: float) -> ActionRow:
    """Return an entry of a match (row id) as a journal row; `at` is in seconds since the epoch."""
    return ActionRow(
        match=match,
        seq=entry.seq,
        sub=entry.sub,
        seat=entry.seat,
        client_id=entry.client_id,
        payload=orjson.dumps(entry.action).decode(),
        by=entry.by,
        ms=entry.ms,
        at=at,
    )


@dataclass(slots=True)
class _Waiting:
    unit: Unit
    done: asyncio.Future[None] = field(repr=False)


class Journal:
    """Writer of a process's journal entries and all that goes with them, in common transactions.

    It has a task, a thread and a connection of its own.
    """

    def __init__(self, most: int = MAX_QUEUE) -> None:
        self._most = most
        """Maximum number of units in one transaction."""
        self._threads = DbThreads("journal")
        self._queue: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._latest: deque[tuple[float, float]] = deque(maxlen=MAX_COMMIT_TIMES)
        """(end, duration) of the latest commits, in seconds."""
        self._refused_at = float("-inf")
        """Time of the latest failure to write a unit, by the monotonic clock."""

    async def start(self) -> None:
        """Open the database connection and start to write queued units."""
        await self._threads.run(keep_in_wal)
        self._task = asyncio.create_task(self._run(), name="brisca-journal")

    async def stop(self) -> None:
        """Write all queued units, then end the task and its thread."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
            self._task = None
        await asyncio.to_thread(self._threads.stop)

    @property
    def waiting(self) -> int:
        """Return the number of units (decisions) that wait to be written."""
        return len(self._queue)

    @property
    def slow(self) -> float:
        """Return the seconds that the slowest commit of the last ten seconds took."""
        since = time.monotonic() - RECENT_S
        return max((took for at, took in self._latest if at > since), default=0.0)

    @property
    def refused_lately(self) -> bool:
        """Return whether any unit could not be written within the last ten seconds."""
        return self._refused_at > time.monotonic() - RECENT_S

    async def put(self, unit: Unit) -> None:
        """Queue a unit (one decision) for the journal; return when it is stored durably.

        Raises:
            Conflict: where another process has written a row of it first.
            NotWritten: where it cannot be written, or the journal is closed.
        """
        while len(self._queue) >= MAX_QUEUE:
            self._room.clear()
            await self._room.wait()
        if self._stopping or self._task is None:
            raise NotWritten("the journal is closed")
        waiting = _Waiting(unit, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        with moves_in_flight.one():
            await waiting.done

    async def _run(self) -> None:
        """Write batch after batch until the journal stops and its queue is empty."""
        while True:
            await self._wake.wait()
            for _ in range(BATCH_LOOP_TURNS):
                await asyncio.sleep(0)
            self._wake.clear()
            batch, self._queue = self._queue[: self._most], self._queue[self._most :]
            self._room.set()
            if batch:
                await self._write(batch)
            elif self._stopping:
                return
            del batch  # with the matches in it; the next may be long in coming
            if self._stopping or self._queue:
                self._wake.set()

    async def _write(self, batch: list[_Waiting]) -> None:
        """Write a batch of units (decisions) in the database thread; set each unit's outcome."""
        units = [waiting.unit for waiting in batch]
        outcomes: Sequence[Exception | None]
        began = time.perf_counter()
        try:
            outcomes = await self._threads.run(partial(commit, units))
        except Exception as error:  # the writer must outlive whatever a unit brings
            log.exception("a batch of %d units could not be written", len(units))
            outcomes = [_not_written(error)] * len(units)
        took = time.perf_counter() - began
        self._latest.append((time.monotonic(), took))
        _count(units, outcomes, took)
        if any(isinstance(outcome, NotWritten) for outcome in outcomes):
            self._refused_at = time.monotonic()
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if waiting.done.done():
                continue
            if outcome is None:
                waiting.done.set_result(None)
            else:
                waiting.done.set_exception(outcome)


def _count(units: Sequence[Unit], outcomes: Sequence[Exception | None], seconds: float) -> None:
    """Count a written batch in the metrics; units without rows are not counted."""
    full = sum(1 for unit in units if unit.rows or unit.deadline or unit.also or unit.commitment)
    if not full:
        return  # a look whether the journal is there
    written = [unit for unit, failed in zip(units, outcomes, strict=True) if failed is None]
    conflicts = sum(isinstance(failed, Conflict) for failed in outcomes)
    metrics.committed(
        units=full,
        seconds=seconds,
        moves=Counter(row.by for unit in written for row in unit.rows),
        conflicts=conflicts,
        failures=len(units) - len(written) - conflicts,
    )


def _not_written(error: Exception) -> NotWritten:
    failure = NotWritten(type(error).__name__)
    failure.__cause__ = error
    return failure


def commit(units: Sequence[Unit]) -> list[Exception | None]:
    """Write units (decisions) in one transaction; return for each None, or why it failed.

    If the transaction fails, each unit is written again, with a savepoint around it. Where the
    connection was lost while it was committed, units that were stored conflict with themselves;
    whoever wrote them finds them in the journal then.
    """
    try:
        with transaction.atomic():
            _store(units)
    except Exception as error:
        if not isinstance(error, DatabaseError):
            log.exception("a unit failed; writing units one by one")
        metrics.DATABASE_RETRIES.inc()
        reopen_lost_connection()
        return _one_by_one(units)
    return [None] * len(units)


def _one_by_one(units: Sequence[Unit]) -> list[Exception | None]:
    """Write units (decisions) with savepoints, again if the database was locked or gone."""
    try:
        return _with_savepoints(units)
    except OperationalError as error:  # 'database is locked' after the full time-out: once more
        metrics.DATABASE_ERRORS.labels(type(error).__name__).inc()
        metrics.DATABASE_RETRIES.inc()
        reopen_lost_connection()
        return _with_savepoints(units)


def _with_savepoints(units: Sequence[Unit]) -> list[Exception | None]:
    """Write units (decisions) in one transaction, each in a savepoint; return each error or None.

    Those of one match are written in their order, and matches by their row ids, as `outage` locks
    their deadlines.
    """
    outcomes: list[Exception | None] = [None] * len(units)
    with transaction.atomic():
        journal_sql.lock(_guarded(units))
        for at in sorted(range(len(units)), key=lambda at: units[at].guards or 0):
            outcomes[at] = _with_savepoint(units[at])
    return outcomes


def _with_savepoint(unit: Unit) -> Exception | None:
    """Write a unit (decision) within a savepoint; return the reason why it failed, or None.

    Raises:
        OperationalError: where the whole transaction has to be repeated.
    """
    try:
        with transaction.atomic():
            _store([unit])
    except IntegrityError as error:
        collision = Conflict()
        collision.__cause__ = error
        return collision
    except OperationalError:
        raise
    except Exception as error:
        log.exception("a unit could not be written")
        return _not_written(error)
    return None


def _store(units: Sequence[Unit]) -> None:
    """Store the rows of units (decisions) in the running transaction.

    Uniqueness alone would let a private row (seq N, sub 1) in after another process wrote N + 1.

    Raises:
        IntegrityError: where another process was quicker, or a deal has gone on without a commit.
    """
    journal_sql.write(
        guarded=_guarded(units),
        heads=[
            (unit.guards, *unit.after)
            for unit in units
            if unit.guards is not None and unit.after is not None
        ],
        rows=[row for unit in units for row in unit.rows],
        deadlines=[unit.deadline for unit in units if unit.deadline],
        commitments=[unit.commitment for unit in units if unit.commitment],
    )
    for unit in units:
        for call in unit.also:
            call()


def _guarded(units: Sequence[Unit]) -> list[int]:
    return [unit.guards for unit in units if unit.guards is not None]
