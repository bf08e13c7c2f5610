"""A match in memory that is kept equal to the journal, with the timer of its plan."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.live.core.clock import Alarm
from games.live.match_state.deadlines import Plan, plan_for
from games.live.match_state.deal_stages import STAGES
from games.live.match_state.match_state import Game, Step
from games.live.match_state.rows import ActionRow, DeadlineRow
from games.live.storage import match_store
from games.live.storage.commit_hooks import after_write
from games.live.storage.journal import Conflict, Unit, action_row

if TYPE_CHECKING:
    from games.live.match.ports import Attendance, MatchContext, Publisher
    from games.live.match_state.deal_deadlines import Waiting


class JournaledMatch(ABC):
    """Base class of the actor: one match in memory, written to the journal before it is shown.

    `game` is None while it has to be loaded (again). Whoever calls `load`, `write` or `on_conflict`
    holds the lock. They raise NotWritten where the journal cannot be written.
    """

    def __init__(
        self, runtime: MatchContext, match_id: str, publisher: Publisher, attendance: Attendance
    ) -> None:
        self.runtime = runtime
        self.match_id = match_id
        self.publisher = publisher
        self.attendance = attendance
        self.game: Game | None = None
        self.plan: Plan | None = None
        self.over = False
        """Whether the match has ended; `game`, if any, is its final state."""
        self.owner = False
        """True if this process wrote the latest journal entry, so it acts first on a deadline."""
        self.waiting: Waiting | None = None
        """The stage of a deal that this process waits for, and since when."""
        self.lock = asyncio.Lock()
        self._alarm = Alarm(runtime.clock)
        self._stopped = False

    @abstractmethod
    async def fire(self, plan: Plan) -> None:
        """Carry out a deadline of the match whose time has come."""

    def stop(self) -> None:
        """Cancel the timer of the match's deadline, and set no other."""
        self._stopped = True
        self._alarm.stop()

    # -- the journal ------------------------------------------------------------------------------

    async def load(self) -> Game | None:
        """Return the match, read from the journal if it is not in memory; None if there is none."""
        if self.game is not None or self.over:
            return self.game
        loaded = await self.runtime.db.read(lambda: match_store.load_game(self.match_id))
        if loaded is None:
            self.over = True
            self._alarm.unset()
            return None
        self._adopt(*loaded)
        return self.game

    def _adopt(self, game: Game, deadline: DeadlineRow | None) -> None:
        """Adopt a loaded match; a stored deadline counts if it follows the latest journal entry."""
        self.owner = False
        self.over = game.state.phase == "match_over"
        plan = self._plan(game)
        held = deadline is not None and deadline.for_seq == game.seq
        if plan is not None and plan.kind in STAGES and deadline is not None:
            held = held and deadline.kind == plan.kind
        if plan is not None and deadline is not None and held:
            # A bot never waits longer than it would have thought here.
            plan = plan.at(min(plan.due, deadline.due) if plan.kind == "bot" else deadline.due)
            if plan.kind == "turn" and plan.seat is not None:
                allowance = game.time.allowance(plan.seat) or 0
                game.turn_started = deadline.due - allowance / 1000
        self.game = game
        self.set_timer(plan)

    async def write(self, game: Game, steps: Sequence[Step]) -> bool:
        """Apply steps to the match and write them to the journal; the caller publishes them.

        Return False if another process wrote first.

        Raises:
            IllegalAction: where the first step is refused; nothing is changed then.
            NotWritten: where the steps could not be stored.
        """
        now, after = self.runtime.clock.now(), game.head
        rows: list[ActionRow] = []
        public = False
        for step in steps:
            entry = game.apply(step, now)
            self.game = None  # nothing is shown before it is durable, nor kept if it is not
            rows.append(action_row(game.info.pk, entry, now))
            public = public or entry.sub == 0
        plan = self._plan(game, self.plan) if public else self.plan
        unit = Unit(
            rows=rows,
            after=after,
            deadline=plan.row(game) if public and plan is not None else None,
            also=after_write(game, steps, now),
        )
        try:
            await self.runtime.journal.put(unit)
        except Conflict:
            await self.on_conflict()
            return False
        except BaseException:
            self._alarm.unset()
            raise
        self.game = game
        self.owner = True
        self.over = game.state.phase == "match_over"
        if public:
            self.set_timer(plan)
        return True

    async def on_conflict(self) -> None:
        """Reload the match, as another process wrote first, and publish that process's entries."""
        self.game = None
        self._alarm.unset()
        game = await self.load()
        if game is not None:
            self.publisher.publish_state(game)

    # -- the timer --------------------------------------------------------------------------------

    def _plan(self, game: Game, before: Plan | None = None) -> Plan | None:
        """Return the deadline that follows the latest journal entry, as `plan_for` does."""
        runtime = self.runtime
        return plan_for(game, runtime.clock.now(), runtime.options, runtime.autoplay.pace, before)

    def set_timer(self, plan: Plan | None) -> None:
        """Make `plan` the match's only deadline and schedule it; None: there is no deadline."""
        self.plan = plan
        if plan is None or self.over:
            self._alarm.unset()
        else:
            self.fire_later(plan)

    def fire_later(self, plan: Plan) -> None:
        """Schedule a deadline of the match to be carried out when its time comes.

        It is `orphan_margin` seconds late if another process wrote the entry that the deadline
        follows.
        """
        late = 0.0 if self.owner else self.runtime.options.orphan_margin
        self._fire_at(plan.fires_at() + late, plan)

    def _fire_at(self, at: float, plan: Plan) -> None:
        if not self._stopped:
            self._alarm.set(at, lambda: self.runtime.tasks.spawn(self.fire(plan)))
