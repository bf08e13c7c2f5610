"""The actor of one match in one process: it decides actions in order, writes, then publishes.

Several processes may each have an actor for a match; the journal decides between them. An actor
whose write conflicts reloads from the journal and decides again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.db.utils import Error

from games.engine import Cut, IllegalAction, audience
from games.live.core import metrics
from games.live.core.errors import Refused
from games.live.match import outage_credit
from games.live.match.dealer import Dealer
from games.live.match.journaled_match import JournaledMatch
from games.live.match_state.absent_end import ending_steps
from games.live.match_state.bot_replies import replies
from games.live.match_state.deadlines import Plan
from games.live.match_state.deal_stages import BEFORE_DEAL, STAGES, may_cut
from games.live.match_state.decision_result import DecisionResult, result_of
from games.live.match_state.match_state import Game, Step
from games.live.match_state.solo_match import asked_action, waits_for_person
from games.live.protocol.requests import Act
from games.live.storage import match_store
from games.live.storage.deal_store import load_making
from games.live.storage.journal import NotWritten, Unit

if TYPE_CHECKING:
    from games.live.match.ports import Attendance, MatchContext, Publisher

log = logging.getLogger("games.live.match.actor")

MAX_TRIES = 5
"""Times that a decision is taken while other processes keep writing first."""


class MatchActor(JournaledMatch):
    """Actor of one match in one process: everything done to the match goes through it, in turn.

    Its methods take the match's lock. They raise NotWritten where the journal cannot be written.
    """

    def __init__(
        self, runtime: MatchContext, match_id: str, publisher: Publisher, attendance: Attendance
    ) -> None:
        super().__init__(runtime, match_id, publisher, attendance)
        self.addresses_noted: set[tuple[int, str]] = set()
        """(player, address) of the people who have acted in this process."""
        self._firing = 0
        """Number of deadlines of the match that are being carried out now."""

    @property
    def dealer(self) -> Dealer:
        """Return a new dealer (maker of deals) of this match; it is not kept, to avoid a cycle."""
        return Dealer(self)

    # -- what others call -------------------------------------------------------------------------

    async def ensure(self) -> Game | None:
        """Return the match, loaded if needed; None if it has ended and is not in memory."""
        if self.game is None and not self.over:
            async with self.lock:
                await self.load()
        return self.game

    async def submit(self, seat: int, act: Act) -> DecisionResult:
        """Carry out a person's action in the match; return once the action is durable.

        The caller acknowledges and publishes the action before it waits for anything, so that
        nothing else happens in this process in between, then calls `advance_deal` where a deal is
        to be made. It must not be cancelled meanwhile.

        Raises:
            Refused: with a code, where the action is not taken.
            NotWritten: where it could not be stored.
        """
        async with self.lock:
            for _ in range(MAX_TRIES):
                game = await self.load()
                if game is None:
                    raise Refused("no_match")
                if (earlier := game.entries_by_id.get((seat, act.id))) is not None:
                    if earlier[1] != act.action:
                        raise Refused("id_reused")
                    return DecisionResult(earlier[0], repeated=True)
                game = await self._load_for(game, act)
                try:
                    steps = self._steps_of(game, seat, act)
                    written = await self.write(game, steps)
                except IllegalAction as refusal:
                    raise Refused(refusal.code) from refusal
                if written:
                    return result_of(game, steps)
            raise Refused("internal")

    async def _load_for(self, game: Game, act: Act) -> Game:
        """Load other processes' entries if the action's `base` is later than the latest one here.

        Raises:
            Refused: where `base` is still ahead of the journal.
        """
        if act.base > game.seq:
            await self._catch_up()
        elif act.action.get("type") == "cut" and not game.making.sealed_for(game.state.number):
            await self.dealer.refresh(game)  # a seal is no entry: no `base` tells that it is there
        if self.game is None or act.base > self.game.seq:
            raise Refused("base_ahead")
        return self.game

    def _steps_of(self, game: Game, seat: int, act: Act) -> list[Step]:
        """Return the step of the action that a person asks for, then steps of the bots' replies.

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
        if game.is_behind(seat, act.base, act.action):
            raise Refused("base_behind")
        if game.is_for_another(seat, act.base, act.action):
            raise Refused("asked_since")
        action = asked_action(game, seat, act.action)
        if isinstance(action, Cut) and not may_cut(game):
            raise Refused("too_early")
        return [Step(action, "player", act.id), *replies(game, action)]

    async def advance_deal(self, deal: int | None = None) -> None:
        """Carry out the stages of the next deal's shuffle up to the first that waits for people.

        With `deal`, do so only if that is the deal's number.

        Raises:
            NotWritten: where a step could not be stored.
        """
        async with self.lock:
            game = await self.load()
            if game is not None and deal in (None, game.state.number):
                await self.dealer.advance()

    async def catch_up(self) -> None:
        """Load and publish the journal entries that other processes wrote since the latest here."""
        async with self.lock:
            await self._catch_up()

    async def wake(self) -> None:
        """Load the match, take the actions that are due now, such as dealing, and set the timer."""
        async with self.lock:
            game = await self.load()
            if game is not None and not self.over:
                await self._advance(game)

    async def on_member_joined(self) -> None:
        """Recompute how long the shuffle waits for browsers, as one has connected."""
        if self.waiting is not None and not self.over:
            await self.wake()

    async def set_substitute(self, seat: int, level: str) -> None:
        """Have a bot of this level play for a seat from now on; with "" its person plays again."""
        async with self.lock:
            game = await self.load()
            if game is None or game.substitutes.get(seat, "") == level:
                return
            game.substitutes.pop(seat, None)
            if level:
                game.substitutes[seat] = level
            if not self.over:
                await self._replan(game, seat)
                await self.dealer.advance()

    async def postpone(self, plan: Plan, seconds: float) -> None:
        """Postpone the match's current deadline to `seconds` from now, if it is still `plan`."""
        async with self.lock:
            game = await self.load()
            if game is not None and not self.over and game.seq == plan.for_seq:
                later = plan.at(self.runtime.clock.now() + seconds)
                if plan.kind == "turn":
                    game.turn_started += later.due - plan.due  # as `_adopt` finds it
                await self.runtime.journal.put(Unit(deadline=later.row(game)))
                self.set_timer(later)

    async def shorten_turn(self, seat: int) -> None:
        """Shorten a turn, prolonged while the seat was gone, to its usual time.

        Raises:
            NotWritten: where it could not be stored.
        """
        game, plan = self.game, self.plan
        if game is None or plan is None or (plan.kind, plan.seat) != ("turn", seat):
            return
        allowance_s = (game.time.allowance(seat) or 0) / 1000
        if plan.due > self.runtime.clock.now() + allowance_s:
            await self.postpone(plan, allowance_s)

    async def end_for_absent(self, seat: int) -> bool:
        """End the match because the player at `seat` is gone; return False if it cannot end now.

        Raises:
            NotWritten: where it could not be stored.
        """
        return await self.decide(lambda game: ending_steps(game, seat))

    async def fire(self, plan: Plan) -> None:
        """Carry out a deadline of the match; if the result cannot be written, try again in 1 s."""
        metrics.deadline_seen_to(plan.kind, self.runtime.clock.now() - plan.fires_at())
        self._firing += 1
        try:
            if plan.kind in STAGES:
                await self.dealer.time_is_up(plan)
            elif not await self._has_more_time(plan):
                await self.runtime.autoplay.carry_out(self, plan)
        except Refused as refused:
            log.info("match %s: an automatic action was refused: %s", self.match_id, refused.code)
        except (NotWritten, Error):
            log.warning("match %s: could not be written, trying again", self.match_id)
            self._fire_at(self.runtime.clock.now() + 1.0, plan)
        finally:
            self._firing -= 1

    async def _has_more_time(self, plan: Plan) -> bool:
        """Return True, and set the timer again, if a plan's turn got time back after an outage."""
        game = self.game
        if plan.kind not in ("turn", "away") or game is None or game.seq != plan.for_seq:
            return False
        later = await outage_credit.later_plan(self.runtime, game.info.pk, plan)
        if later is None:
            return False
        game.turn_started += later.due - plan.due
        self.plan = later
        self.fire_later(later)
        return True

    async def decide(self, decision: Callable[[Game], Sequence[Step]]) -> bool:
        """Apply and write the steps that the callback `decision` returns; False without steps.

        The decision is one of the site, not of a player: a bot's move, a turn's end, the next deal.
        `decision` is called again after each conflict with another process.

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
                    self.publisher.publish(game, result_of(game, steps))
                    await self.dealer.advance()
                    return True
        return False

    def is_idle(self, now: float) -> bool:
        """Return True if no work on the match is running here, or due by `now` (epoch seconds)."""
        if self._firing or self.lock.locked() or self.game is None or self.plan is None:
            return False
        return self.plan.fires_at() > now

    def is_parked(self, now: float) -> bool:
        """Return True if the match waits only for its one person, who has been gone for long."""
        game, plan = self.game, self.plan
        if game is None or plan is None or plan.kind != "away" or not self.is_idle(now):
            return False
        return waits_for_person(game) and plan.due > now + self.runtime.options.gone_after

    # -- under the lock ---------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Apply and publish other processes' journal entries; reload the match if it ended.

        It is reloaded too if another process has drawn the first dealer.
        """
        game = self.game
        if game is None or self.over:
            await self.load()
            return
        info, head, deal = game.info, game.head, game.state.number
        rows, decks, deadline, making = await self.runtime.db.read(
            lambda: (
                match_store.journal_after(info.pk, head),
                match_store.load_decks(info.pk, info, deal - 1),
                match_store.load_deadline(info.pk),
                load_making(info),
            )
        )
        if rows and deadline is not None and not game.undrawn:
            self.game = None  # until all of it is in
            private = []
            game.making = making
            for row in rows:
                game.replay(row.entry, row.at, decks)
                if row.entry.sub:
                    private.append(game.history[-1][1])
            self._adopt(game, deadline)
            if len(private) < len(rows):
                self.publisher.publish_state(game)
            for events in private:
                seats = audience(events, info.rules.players)
                self.publisher.publish_private(game, seats, events)
            await self.dealer.advance()
            return
        if deadline is not None and not rows:
            return
        self.game = None  # it is over and all in its record, or the dealer was drawn elsewhere
        game = await self.load()
        if game is not None:
            self.publisher.publish_state(game)

    async def _advance(self, game: Game) -> None:
        """Continue the shuffle and deal as far as possible, or set the timer if none is set."""
        if game.state.phase in BEFORE_DEAL:
            await self.dealer.advance()
        elif not (self._alarm.is_set or self._firing):
            self.set_timer(self.plan or self._plan(game))

    async def _replan(self, game: Game, seat: int) -> None:
        """Store a new deadline after a seat has changed between its person and a bot.

        The end of a pause, and of the turn of another seat, stay where they are.
        """
        now = self.plan
        another = now is not None and now.for_seq == game.seq and now.seat not in (None, seat)
        if game.paused_at is not None or another:
            return
        plan = self._plan(game)
        if plan is not None:
            await self.runtime.journal.put(Unit(deadline=plan.row(game)))
        self.set_timer(plan)
