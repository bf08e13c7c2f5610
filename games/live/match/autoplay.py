"""Automatic play: the next deal, the moves of bots, and moves for people whose time is up."""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from games import bots
from games.bots.evaluation.advice import Advice
from games.bots.players.expert_bot import looks_ahead
from games.engine import (
    Action,
    Bid,
    Declare,
    Discard,
    MatchState,
    NextDeal,
    OwnAction,
    PlayCard,
    PlayerView,
    Resume,
    Say,
    apply,
    is_private,
    view_for,
)
from games.live.core import metrics
from games.live.match.bot_pool import BotPool, ThinkingPool
from games.live.match_state.match_state import Game, Step
from games.live.match_state.sign_detection import noticed
from games.live.match_state.solo_match import waits_for_person
from games.live.match_state.turn_time import struck_out
from games.record.fairness import encode

if TYPE_CHECKING:
    from games.live.match.ports import MatchContext, MatchPort
    from games.live.match_state.deadlines import Plan

log = logging.getLogger("games.live.match.autoplay")

LOOK_AHEAD_ACTIONS = (PlayCard, Bid, Declare, Discard, Say)
"""Types of action that a bot with look-ahead thinks about in a worker process."""
MAX_PRIVATE_ACTIONS = 2
"""Most private actions that a bot may take in one turn."""
PEEK_S = 6.0
"""Seconds before the first lead in which partners may look at each other's cards."""


class Autoplay:
    """Moves that a process makes by itself at its tables: bots', expired turns, next deals.

    `rng` decides for bots only; decks come from `secrets`.
    """

    def __init__(self, runtime: MatchContext, rng: random.Random | None = None) -> None:
        self.runtime = runtime
        self.rng = rng or random.Random(secrets.randbits(128))  # noqa: S311 - bots, not decks
        self._quick_bots = ThreadPoolExecutor(1, thread_name_prefix="brisca-bots")
        self._pool: ThinkingPool = BotPool()

    async def advise(self, view: PlayerView) -> Advice | None:
        """Return the expert bot's advice to the seat to play in this view; None if too slow."""
        return await self._pool.advise(view, self.rng.getrandbits(64))

    @property
    def thinking(self) -> bool:
        """Return whether a bot is computing a move or a hint in a worker process."""
        return self._pool.pending > 0

    def stop(self) -> None:
        """Stop the bots' thread and worker processes, without waiting for them."""
        self._quick_bots.shutdown(wait=False, cancel_futures=True)
        self._pool.stop()

    def pace(self, game: Game) -> float:
        """Return how many seconds a bot waits before it plays its turn, whatever its hand.

        Before the first lead it lets partners look at each other's cards, where they may.
        """
        deal = game.state.deal
        looks = deal is not None and not deal.plays and not deal.tricks
        wait = PEEK_S if looks and game.info.rules.option("peek.at_deal") else 0.0
        return wait + bots.think_ms(self.rng, game.time.turn_ms) / 1000

    async def carry_out(self, actor: MatchPort, plan: Plan) -> None:
        """Carry out a deadline (a bot's move, the end of a turn), if nobody has acted since.

        Raises:
            NotWritten: where the result could not be stored.
            ValueError: where it is the deadline of a stage of dealing, see `Dealer`.
        """
        match plan.kind:
            case "bot":
                await self._play_bot(actor, plan)
            case "turn":
                await self._time_out(actor, plan)
            case "away":
                await self._replace_absent(actor, plan)
            case "next_deal":
                await self.next_deal(actor, plan.for_seq)
            case "pause":
                await self._end_pause(actor, plan)
            case _:
                raise ValueError(f"a plan of the dealer: {plan.kind}")

    # -- deals ------------------------------------------------------------------------------------

    async def next_deal(self, actor: MatchPort, for_seq: int) -> None:
        """Begin the next deal, if the match's latest journal entry is still number `for_seq`.

        Raises:
            NotWritten: where it could not be stored.
        """

        def decision(game: Game) -> Sequence[Step]:
            if game.seq != for_seq or game.state.phase != "deal_over" or game.state.paused:
                return ()
            return (Step(NextDeal(), "host", f"next:{game.state.number + 1}"),)

        await actor.decide(decision)

    async def _end_pause(self, actor: MatchPort, plan: Plan) -> None:
        """End a pause of the match that has lasted as long as it may."""

        def decision(game: Game) -> Sequence[Step]:
            accord = game.state.accord
            if game.seq != plan.for_seq or accord is None or accord.paused is None:
                return ()
            return (Step(Resume(accord.paused), "clock", f"resume:{game.seq}"),)

        await actor.decide(decision)

    # -- bots -------------------------------------------------------------------------------------

    async def _play_bot(self, actor: MatchPort, plan: Plan) -> None:
        """Choose and write the actions of the bot whose turn a deadline (`plan`) is for."""
        game = await actor.ensure()
        seat = plan.seat
        if game is None or seat is None or game.seq != plan.for_seq or game.state.turn != seat:
            return
        level = game.bot_at(seat)
        if level is None:
            return
        with metrics.BOT_MOVES.time():
            actions = await self._think(game, seat, level)
        for at, action in enumerate(actions):
            client_id = f"bot:{plan.for_seq}" + (f".{at}" if at < len(actions) - 1 else "")

            def decision(
                now: Game, action: Action = action, name: str = client_id
            ) -> Sequence[Step]:
                if now.seq != plan.for_seq or now.bot_at(seat) is None:
                    return ()
                return (Step(noticed(now.info.rules, action), "bot", name),)

            if not await actor.decide(decision):
                return

    async def _think(self, game: Game, seat: int, level: str) -> Sequence[Action]:
        """Return a bot's actions for its turn, computed from what its seat may see.

        The computation runs outside the thread of the event loop.
        """
        began, state, seed = time.monotonic(), game.state, self._seed(game, seat)
        quick = bots.AT_ONCE.get(level, level)

        def think() -> Sequence[Action]:
            rng = random.Random(seed)  # noqa: S311
            return metrics.timed(metrics.BOT_THINKS, choose_turn, quick, state, seat, rng)

        actions = await asyncio.get_running_loop().run_in_executor(self._quick_bots, think)
        if quick == level or not (
            looks_ahead(state.rules) and isinstance(actions[-1], LOOK_AHEAD_ACTIONS)
        ):
            return actions
        # a worker process looks ahead, so that this takes no time of the loop
        view = view_for(state, seat)
        legal = tuple(action for action in view.legal if isinstance(action, LOOK_AHEAD_ACTIONS))
        spent = time.monotonic() - began
        chosen = await self._pool.choose(level, replace(view, legal=legal), seed, spent)
        return (*actions[:-1], chosen) if chosen in legal else actions

    def _seed(self, game: Game, seat: int) -> int:
        """Return the seed of a bot's choices: random, or in a daily deal the same for everybody.

        It depends on nothing that is secret from somebody at the table.
        """
        if not game.info.dice or not game.info.seats[seat].bot:
            return self.rng.getrandbits(64)
        message = encode("bot", seat, game.seq)
        return int.from_bytes(hmac.digest(game.info.dice, message, "sha256")[:8], "big")

    # -- people whose time is up, or who are gone -------------------------------------------------

    async def _time_out(self, actor: MatchPort, plan: Plan) -> None:
        """Act for a person whose turn is over, or replace the person by a bot.

        After STRIKES_BEFORE_BOT turns in a row a bot takes the seat. Nobody acts for a person
        without a connection while the others are asked about the seat, or wait.
        """
        seat = plan.seat
        if seat is None or await self._is_kept(actor, plan):
            return

        def decision(game: Game) -> Sequence[Step]:
            if game.seq != plan.for_seq or game.state.turn != seat or game.bot_at(seat):
                return ()
            action = sensible_action(game.state, seat, self.rng)
            return (Step(action, "clock", f"timeout:{game.seq}"),)

        if not await actor.decide(decision) or actor.over:
            return
        game = await actor.ensure()
        if game is not None and struck_out(game.latest_turns(), seat):
            await self.runtime.settle_absence(actor, seat, "timed_out")

    async def _is_kept(self, actor: MatchPort, plan: Plan) -> bool:
        """Return whether an absent person's seat must still wait; then postpone the deadline."""
        game = await actor.ensure()
        if game is None or game.seq != plan.for_seq or plan.seat is None:
            return False
        if game.state.paused or actor.attendance.gone_for(plan.seat) is None:
            return False
        until = await self.runtime.settle_absence(actor, plan.seat, "disconnected")
        if until is not None:
            await actor.postpone(plan, max(0.0, until - self.runtime.clock.now()))
        return until is not None

    async def _replace_absent(self, actor: MatchPort, plan: Plan) -> None:
        """Settle an absent player's seat at a table without a clock, or check again later."""
        game = await actor.ensure()
        if game is None or game.seq != plan.for_seq or plan.seat is None:
            return
        now, wait = self.runtime.clock.now(), self.runtime.options.gone_after
        since = actor.attendance.gone_on_turn_since(plan.seat)
        if waits_for_person(game) and not game.state.paused:
            parked_for = game.turn_started + self.runtime.options.parked_for - now
            await self._park(actor, plan, parked_for, None if since is None else now - since)
        elif since is None or now < since + wait:
            await actor.postpone(plan, wait if since is None else since + wait - now)
        else:
            await self._is_kept(actor, plan)

    async def _park(
        self, actor: MatchPort, plan: Plan, parked_for: float, gone_for: float | None
    ) -> None:
        """Wait `parked_for` seconds more for a match's only person; then end it without a result.

        A match whose person has been gone for long (`gone_for`, in seconds) has no other deadline
        than that end, so that no process does anything for it.
        """
        wait = self.runtime.options.gone_after
        if parked_for <= 0:
            await self.runtime.close_parked(actor)
        elif gone_for is None or gone_for < wait:
            await actor.postpone(plan, min(parked_for, wait - (gone_for or 0.0)))
        else:
            await actor.postpone(plan, parked_for)


def choose_turn(level: str, state: MatchState, seat: int, rng: random.Random) -> Sequence[Action]:
    """Return the actions of a bot of this level for its turn: private actions, then a public one.

    A bot that fails plays the first legal card, so that the table does not wait for ever.
    """
    actions: list[Action] = []
    while True:
        view = view_for(state, seat)
        if len(actions) >= MAX_PRIVATE_ACTIONS:
            public = tuple(action for action in view.legal if not is_private(action))
            view = replace(view, legal=public)
        try:
            chosen = bots.choose(level, view, rng)
        except Exception:
            log.exception("bot %s failed", level)
            chosen = view.legal[0]
        if chosen not in view.legal:
            chosen = view.legal[0]
        actions.append(chosen)
        if not is_private(chosen):
            return actions
        state, _ = apply(state, chosen)


def sensible_action(state: MatchState, seat: int, rng: random.Random) -> Action:
    """Return the action for a seat whose time is up: a pass, or what the deal needs to go on.

    Optional actions, such as a sign or an exchange, are never returned.
    """
    view = view_for(state, seat)
    if view.phase == "auction":
        return Bid(seat)
    if isinstance(view.legal[0], OwnAction):
        return view.legal[0]
    acts = tuple(action for action in view.legal if isinstance(action, PlayCard | Discard))
    return bots.choose(bots.TIMEOUT_LEVEL, replace(view, legal=acts or view.legal), rng)
