"""The actor of one match in one process: it decides actions in order, writes, then publishes.

Several processes may each have an actor for a match; the journal decides between them. An actor
whose write conflicts reloads from the journal and decides again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.db.utils import Error

from games.engine import Cut, IllegalAction, audience
from games.live.core import metrics
from games.live.core.clock import Alarm
from games.live.core.errors import Refused
from games.live.match import outage_credit
from games.live.match.dealer import Dealer
from games.live.match_state.accepted import Accepted, accepted_of
from games.live.match_state.bot_replies import replies
from games.live.match_state.deadlines import Plan, plan_for
from games.live.match_state.deal_stages import BEFORE_DEAL, STAGES, may_cut
from games.live.match_state.match_state import Game, Step
from games.live.match_state.rows import ActionRow, DeadlineRow
from games.live.match_state.with_bots import asked_action
from games.live.protocol.requests import Act
from games.live.storage import match_store
from games.live.storage.commit_hooks import after_write
from games.live.storage.deal_store import load_making
from games.live.storage.journal import Conflict, NotWritten, Unit, action_row

if TYPE_CHECKING:
    from games.live.match.ports import Attendance, MatchContext, Publisher
    from games.live.match_state.deal_deadlines import Waiting

log = logging.getLogger("games.live.match.actor")

MAX_TRIES = 5
"""Times that a decision is taken while other processes keep writing first."""


class MatchActor:
    """The actor of one match; `game` is None while it has to be loaded (again).

    Its methods raise NotWritten where the journal cannot be written.
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
        self.addresses_noted: set[tuple[int, str]] = set()
        """(player, address) of the people who have acted in this process."""
        self.owner = False
        """Whether this process wrote the latest entry, so that it acts first on a deadline."""
        self.waiting: Waiting | None = None
        """The stage of a deal that this process waits for, and since when."""
        self.lock = asyncio.Lock()
        self._alarm = Alarm(runtime.clock)
        self._firing = 0
        """Number of plans that are being carried out."""
        self._stopped = False

    @property
    def dealer(self) -> Dealer:
        """Return the dealer of this match; a new one each time, to avoid a reference cycle."""
        return Dealer(self)

    # -- what others call -------------------------------------------------------------------------

    async def ensure(self) -> Game | None:
        """Return the match, loaded if need be; None if it has ended and is not in memory."""
        if self.game is None and not self.over:
            async with self.lock:
                await self.load()
        return self.game

    async def submit(self, seat: int, act: Act) -> Accepted:
        """Take an action of a person; return once it is durable.

        The caller acknowledges and publishes it before it waits for anything, so that nothing else
        happens in this process in between, then calls `advance_deal` where a deal is to be made. It
        must not be cancelled meanwhile.

        Raises:
            Refused: with a code, where the action is not taken.
            NotWritten: where it could not be stored.
        """
        async with self.lock:
            for _ in range(MAX_TRIES):
                game = await self.load()
                if game is None:
                    raise Refused("no_match")
                if (earlier := game.seen.get((seat, act.id))) is not None:
                    if earlier[1] != act.action:
                        raise Refused("id_reused")
                    return Accepted(earlier[0], repeated=True)
                if act.base > game.seq:
                    game = await self._load_up_to(act.base)
                try:
                    steps = self._steps_of(game, seat, act)
                    written = await self.write(game, steps)
                except IllegalAction as refusal:
                    raise Refused(refusal.code) from refusal
                if written:
                    return accepted_of(game, steps)
            raise Refused("internal")

    async def _load_up_to(self, seq: int) -> Game:
        """Load what other processes wrote; raise Refused if `seq` is still ahead of the journal."""
        await self._catch_up()
        if self.game is None or seq > self.game.seq:
            raise Refused("base_ahead")
        return self.game

    def _steps_of(self, game: Game, seat: int, act: Act) -> list[Step]:
        """Return the step of the action that a person asks for, then the bots' replies to it.

        Raises:
            Refused: where this match or seat may not take the action now.
            IllegalAction: where the rules forbid it.
        """
        if self.over:
            raise Refused("match_over")
        if game.substitutes.get(seat):
            raise Refused("forbidden")
        if game.too_late(act.base, act.action):
            raise Refused("not_in_phase")
        action = asked_action(game, seat, act.action)
        if isinstance(action, Cut) and not may_cut(game):
            raise Refused("too_early")
        return [Step(action, "player", act.id), *replies(game, action)]

    async def advance_deal(self, deal: int | None = None) -> None:
        """Advance the deal until it has to wait; with `deal` only if that is its number.

        Raises:
            NotWritten: where a step could not be stored.
        """
        async with self.lock:
            game = await self.load()
            if game is not None and deal in (None, game.state.number):
                await self.dealer.advance()

    async def catch_up(self) -> None:
        """Load and publish what other processes wrote since the latest entry here."""
        async with self.lock:
            await self._catch_up()

    async def wake(self) -> None:
        """Load the match, do what the site has to do now, such as dealing, and set the timer."""
        async with self.lock:
            game = await self.load()
            if game is not None and not self.over:
                await self._advance(game)

    async def somebody_came(self) -> None:
        """Recompute how long the deal being made waits, after a browser has connected."""
        if self.waiting is not None and not self.over:
            await self.wake()

    async def set_substitute(self, seat: int, level: str) -> None:
        """Let a bot of this level play for the seat from now on; empty: its person plays again."""
        async with self.lock:
            game = await self.load()
            if game is None or game.substitutes.get(seat, "") == level:
                return
            game.substitutes.pop(seat, None)
            if level:
                game.substitutes[seat] = level
            if not self.over:
                await self._replan(game)
                await self.dealer.advance()

    def _plan(self, game: Game, before: Plan | None = None) -> Plan | None:
        """Return the plan that follows the latest entry, as `plan_for` does."""
        runtime = self.runtime
        return plan_for(game, runtime.clock.now(), runtime.options, runtime.autoplay.pace, before)

    async def put_off(self, plan: Plan, seconds: float) -> None:
        """Store a later deadline, `seconds` from now, for a plan that is still the current one."""
        async with self.lock:
            game = await self.load()
            if game is not None and not self.over and game.seq == plan.for_seq:
                plan = plan.at(self.runtime.clock.now() + seconds)
                await self.runtime.journal.put(Unit(deadline=plan.row(game)))
                self.set_timer(plan)

    async def fire(self, plan: Plan) -> None:
        """Carry out a plan whose time has come; try again a second later if the write fails."""
        metrics.deadline_seen_to(plan.kind, self.runtime.clock.now() - plan.fires_at())
        self._firing += 1
        try:
            if await outage_credit.put_off(self, plan):
                return
            await self.runtime.autoplay.carry_out(self, plan)
        except Refused as refused:
            log.info("match %s: the house was refused: %s", self.match_id, refused.code)
        except (NotWritten, Error):
            log.warning("match %s: could not be written, trying again", self.match_id)
            self._fire_at(self.runtime.clock.now() + 1.0, plan)
        finally:
            self._firing -= 1

    async def decide(self, decision: Callable[[Game], Sequence[Step]]) -> bool:
        """Take a decision of the site and write it; return False if there was none to take.

        `decision` returns the steps for a match; it is called again after each conflict.

        Raises:
            IllegalAction: where the first step is refused.
            NotWritten: where the steps could not be stored.
        """
        async with self.lock:
            for _ in range(MAX_TRIES):
                game = await self.load()
                if game is None or self.over:
                    return False
                steps = decision(game)
                if not steps:
                    return False
                if await self.write(game, steps):
                    self.publisher.publish(self, accepted_of(game, steps))
                    await self.dealer.advance()
                    return True
        return False

    def is_idle(self, now: float) -> bool:
        """Return whether no work runs here and none is due by `now`."""
        if self._firing or self.lock.locked() or self.game is None or self.plan is None:
            return False
        return self.plan.fires_at() > now

    def stop(self) -> None:
        """Cancel the timer, and set no other."""
        self._stopped = True
        self._alarm.stop()

    # -- under the lock ---------------------------------------------------------------------------

    async def load(self) -> Game | None:
        """Return the match, read from the journal if it is not in memory; None if there is none.

        The caller holds the lock.
        """
        if self.game is not None or self.over:
            return self.game
        loaded = await self.runtime.db.run(lambda: match_store.load_game(self.match_id))
        if loaded is None:
            self.over = True
            self._alarm.unset()
            return None
        self._adopt(*loaded)
        return self.game

    def _adopt(self, game: Game, deadline: DeadlineRow | None) -> None:
        """Take a loaded match over; its stored deadline holds if it is for the latest seq."""
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

    async def _catch_up(self) -> None:
        """Apply and publish what other processes wrote; reload a match that ended or was drawn."""
        game = self.game
        if game is None or self.over:
            await self.load()
            return
        info, head, deal = game.info, game.head, game.state.number
        rows, decks, deadline, making = await self.runtime.db.run(
            lambda: (
                match_store.journal_after(info.pk, head),
                match_store.load_decks(info.pk, info, deal - 1),
                match_store.load_deadline(info.pk),
                load_making(info),
            )
        )
        if rows and deadline is not None and not game.undrawn:
            self.game = None  # until all of it is in
            secrets = []
            game.making = making
            for row in rows:
                game.replay(row.entry, row.at, decks)
                if row.entry.sub:
                    secrets.append(game.history[-1][1])
            self._adopt(game, deadline)
            if len(secrets) < len(rows):
                self.publisher.publish_state(self)
            for events in secrets:
                seats = audience(events, info.rules.players)
                self.publisher.publish_private(self, seats, events)
            await self.dealer.advance()
            return
        if deadline is not None and not rows:
            return
        self.game = None  # it is over and all in its record, or the dealer was drawn elsewhere
        await self.load()
        self.publisher.publish_state(self)

    async def write(self, game: Game, steps: Sequence[Step]) -> bool:
        """Apply and write these steps; return False if another process wrote first.

        The caller holds the lock and publishes the steps.

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
        """Load the match again after another process wrote first, and publish what it wrote."""
        self.game = None
        self._alarm.unset()
        if await self.load() is not None:
            self.publisher.publish_state(self)

    async def _advance(self, game: Game) -> None:
        """Make the deal as far as possible now, or set the timer of the plan if none is set."""
        if game.state.phase in BEFORE_DEAL:
            await self.dealer.advance()
        elif not (self._alarm.is_set or self._firing):
            self.set_timer(self.plan or self._plan(game))

    async def _replan(self, game: Game) -> None:
        """Store a new deadline after a seat has changed between its person and a bot."""
        if game.paused_at is not None:
            return  # its end stays where it is
        plan = self._plan(game)
        if plan is not None:
            await self.runtime.journal.put(Unit(deadline=plan.row(game)))
        self.set_timer(plan)

    # -- timers -----------------------------------------------------------------------------------

    def set_timer(self, plan: Plan | None) -> None:
        """Carry out this plan in its time, and no other; None: no plan."""
        self.plan = plan
        if plan is None or self.over:
            self._alarm.unset()
        else:
            self.fire_later(plan)

    def fire_later(self, plan: Plan) -> None:
        """Set the timer for a plan, `orphan_margin` late where another process wrote its entry."""
        late = 0.0 if self.owner else self.runtime.options.orphan_margin
        self._fire_at(plan.fires_at() + late, plan)

    def _fire_at(self, at: float, plan: Plan) -> None:
        if not self._stopped:
            self._alarm.set(at, lambda: self.runtime.tasks.spawn(self.fire(plan)))
