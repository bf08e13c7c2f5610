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
from games.live.match_state.accepted import Accepted, accepted_of
from games.live.match_state.bot_replies import replies
from games.live.match_state.deadlines import Plan
from games.live.match_state.deal_stages import BEFORE_DEAL, STAGES, may_cut
from games.live.match_state.match_state import Game, Step
from games.live.match_state.with_bots import asked_action, waits_for_person
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
    """Actor of one match in one process: all that is done to the match goes through it, in turn.

    Its methods take the match's lock. They raise NotWritten where the journal cannot be written.
    """

    def __init__(
        self, runtime: MatchContext, match_id: str, publisher: Publisher, attendance: Attendance
    ) -> None:
        super().__init__(runtime, match_id, publisher, attendance)
        self.addresses_noted: set[tuple[int, str]] = set()
        """(player, address) of the people who have acted in this process."""
        self._firing = 0
        """Number of plans that are being carried out."""

    @property
    def dealer(self) -> Dealer:
        """Return the maker of this match's deals; a new one each time, to avoid a cycle."""
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
                game = await self._load_for(game, act)
                try:
                    steps = self._steps_of(game, seat, act)
                    written = await self.write(game, steps)
                except IllegalAction as refusal:
                    raise Refused(refusal.code) from refusal
                if written:
                    return accepted_of(game, steps)
            raise Refused("internal")

    async def _load_for(self, game: Game, act: Act) -> Game:
        """Load what other processes wrote if the action is about more than is known here.

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
        if game.is_behind(seat, act.base, act.action):
            raise Refused("base_behind")
        if game.is_for_another(seat, act.base, act.action):
            raise Refused("asked_since")
        action = asked_action(game, seat, act.action)
        if isinstance(action, Cut) and not may_cut(game):
            raise Refused("too_early")
        return [Step(action, "player", act.id), *replies(game, action)]

    async def advance_deal(self, deal: int | None = None) -> None:
        """Make the next deal as far as it goes without waiting for people.

        With `deal` only if that is its number.

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
        """Load the match, do what the site has to do now, such as dealing, and set the timer."""
        async with self.lock:
            game = await self.load()
            if game is not None and not self.over:
                await self._advance(game)

    async def on_member_joined(self) -> None:
        """Compute again how long the deal being made waits, as a browser has connected."""
        if self.waiting is not None and not self.over:
            await self.wake()

    async def set_substitute(self, seat: int, level: str) -> None:
        """Have a bot of this level play for the seat from now on; "": its person plays again."""
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
        """Put the match's current deadline, if it is still `plan`, off to `seconds` from now."""
        async with self.lock:
            game = await self.load()
            if game is not None and not self.over and game.seq == plan.for_seq:
                later = plan.at(self.runtime.clock.now() + seconds)
                if plan.kind == "turn":
                    game.turn_started += later.due - plan.due  # as `_adopt` finds it
                await self.runtime.journal.put(Unit(deadline=later.row(game)))
                self.set_timer(later)

    async def shorten_turn(self, seat: int) -> None:
        """Cut a running turn of this seat, prolonged while it was gone, back to its usual time.

        Raises:
            NotWritten: where it could not be stored.
        """
        game, plan = self.game, self.plan
        if game is None or plan is None or (plan.kind, plan.seat) != ("turn", seat):
            return
        usual = (game.time.allowance(seat) or 0) / 1000
        if plan.due > self.runtime.clock.now() + usual:
            await self.postpone(plan, usual)

    async def end_for_absent(self, seat: int) -> bool:
        """End the match because the player at `seat` is gone; return False if it cannot end now.

        Raises:
            NotWritten: where it could not be stored.
        """
        return await self.decide(lambda game: ending_steps(game, seat))

    async def fire(self, plan: Plan) -> None:
        """Do what a deadline of the match is for; if that cannot be written, try again in 1 s."""
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
        """Return True, and wait on, if the turn of a plan got time back after an outage."""
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
        """Do what `decision` returns for the match, and write it; return False if that is nothing.

        It is a decision of the site, not of a player: a bot's move, a turn's end, the next deal.
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
                    self.publisher.publish(game, accepted_of(game, steps))
                    await self.dealer.advance()
                    return True
        return False

    def is_idle(self, now: float) -> bool:
        """Return whether nothing is done for the match here, or due by `now` (epoch seconds)."""
        if self._firing or self.lock.locked() or self.game is None or self.plan is None:
            return False
        return self.plan.fires_at() > now

    def is_parked(self, now: float) -> bool:
        """Return whether the match waits for its only person alone, who has been gone for long."""
        game, plan = self.game, self.plan
        if game is None or plan is None or plan.kind != "away" or not self.is_idle(now):
            return False
        return waits_for_person(game) and plan.due > now + self.runtime.options.gone_after

    # -- under the lock ---------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Apply and publish what other processes wrote; reload a match that ended or was drawn."""
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
        """Make the deal as far as possible now, or set the timer of the plan if none is set."""
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
