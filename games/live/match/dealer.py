"""The dealer of one match: it asks for commits, seals, waits for the cut, opens the deck and deals.

Every step is decided in the journal, so that of several processes one is first and the others go
on from what it wrote. All of it runs under the lock of the match, except where a method takes it.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from games.engine import Cut, DealCards, DrawDealer, cut_range
from games.live.core.errors import Refused
from games.live.core.settings import Options
from games.live.match_state.deadlines import Plan
from games.live.match_state.deal_deadlines import Waiting, due_at
from games.live.match_state.deal_protocol import SeatCommitment, SecretProof
from games.live.match_state.deal_stages import (
    COMMIT_DEALS_AHEAD,
    Stage,
    newcomer_cuts,
    patience,
    site_cuts,
    stage_of,
)
from games.live.match_state.match_state import Game, Step
from games.live.match_state.rows import SeatCommitmentRow
from games.live.protocol.requests import NonceCommit, NonceReveal
from games.live.storage import deal_store
from games.live.storage.journal import Conflict, Unit
from games.record.dealer import DealerSeal
from games.record.dealing import DealSource, SealedDeal, dealer_draw
from games.record.fairness import client_commit

if TYPE_CHECKING:
    from games.live.match.journaled_match import JournaledMatch

LAG_FACTOR: Final = 4.0
"""Factor on the worst recent delay of the loop or a commit, by which browsers may answer later."""
MAX_TRIES: Final = 20
"""Times that a stage of a deal is tried at the same entry of the journal."""
STORED_TIME_ROUNDING_S: Final = 0.001
"""Seconds by which a stored moment may differ from the same one computed."""


class DealNotWrittenError(RuntimeError):
    """Error: a stage of a deal was refused MAX_TRIES times by the journal without a conflict."""


class Dealer:
    """Dealer of one match: makes each deal by the stages of the provable shuffle."""

    def __init__(self, match: JournaledMatch) -> None:
        self.match = match

    async def advance(self, timed_out: Plan | None = None) -> None:
        """Make the next deal, stage by stage, until it is dealt or has to wait for people.

        `timed_out` is the deadline of a stage that has waited long enough. The caller holds the
        lock.

        Raises:
            DealNotWrittenError: where a stage is refused MAX_TRIES times and the journal stands
                still.
            NotWritten: where a step could not be stored.
        """
        tries: Counter[tuple[int, Stage]] = Counter()
        while True:
            game = await self.match.load()
            stage = None if game is None or self.match.over else stage_of(game)
            if game is None or stage is None:
                self.match.waiting = None
                return
            due = self._due(game, stage)
            waited = (
                timed_out is not None
                and timed_out.kind == stage
                and due <= timed_out.due + STORED_TIME_ROUNDING_S
            )
            if not waited and due > self.match.runtime.clock.now():
                self.match.set_timer(Plan(stage, game.seq, due))
                return
            timed_out = None
            tries[game.seq, stage] += 1
            if tries[game.seq, stage] > MAX_TRIES:
                raise DealNotWrittenError(f"{stage} of deal {game.state.number}, after {game.seq}")
            await self._run_stage(game, stage)

    async def time_is_up(self, plan: Plan) -> None:
        """End the stage of the shuffle whose deadline `plan` is, unless a browser may come back.

        Takes the lock of the match.

        Raises:
            DealNotWrittenError: where a stage is refused MAX_TRIES times and the journal stands
                still.
            NotWritten: where a step could not be stored.
        """
        async with self.match.lock:
            game = await self.match.load()
            if game is not None and game.seq == plan.for_seq:
                await self.advance(plan)

    async def store_commit(self, seat: int, asked: NonceCommit) -> None:
        """Store a seat's commit to its nonce for a coming deal; the latest before sealing is used.

        Raises:
            Refused: with a code, where the commit comes too late or too early.
            NotWritten: where it could not be stored.
        """
        async with self.match.lock:
            game = await self._running_match(asked.match)
            number = game.state.number
            first = number + 1 if game.making.sealed_for(number) else number
            if not first <= asked.deal <= number + COMMIT_DEALS_AHEAD:
                raise Refused("too_late" if asked.deal < first else "too_early")
            commit = asked.commit or ""
            commitments = game.making.commitments.setdefault(asked.deal, {})
            if commitments.get(seat) != SeatCommitment(commit):
                await self._store(SeatCommitmentRow(game.info.pk, asked.deal, seat, commit))
                commitments[seat] = SeatCommitment(commit)
                self.match.publisher.notify_deal(game)

    async def store_reveal(self, seat: int, asked: NonceReveal) -> None:
        """Store the nonce that a seat reveals, after the cut and before the deck is made.

        Raises:
            Refused: with a code, where it is another nonce, or not the time for it.
            NotWritten: where it could not be stored.
        """
        async with self.match.lock:
            game = await self._running_match(asked.match)
            number = game.state.number
            committed = _commit_to_reveal(game, seat, asked)
            commitments = game.making.commitments.setdefault(number, {})
            if commitments.get(seat, SeatCommitment("")).nonce != asked.nonce:
                commit = committed.hex()
                await self._store(
                    SeatCommitmentRow(game.info.pk, number, seat, commit, asked.nonce)
                )
                commitments[seat] = SeatCommitment(commit, asked.nonce)
                self.match.publisher.notify_deal(game)

    async def reload(self) -> None:
        """Load the seal, commits or nonces that another process stored, publish them, and go on.

        Takes the lock of the match.

        Raises:
            DealNotWrittenError: where a stage is refused MAX_TRIES times and the journal stands
                still.
            NotWritten: where a step could not be stored.
        """
        async with self.match.lock:
            game = await self.match.load()
            if game is not None and not self.match.over:
                await self.refresh(game)
                await self.advance()

    async def refresh(self, game: Game) -> None:
        """Load and publish the seals, commits and nonces of the deal that other processes stored.

        The caller holds the lock.
        """
        db = self.match.runtime.db
        making = await db.read(partial(deal_store.load_making, game.info))
        if game.undrawn and making.sealed is not None:
            await self.match.on_conflict()
        else:
            game.making = making
        if self.match.game is not None:
            self.match.publisher.publish_deal(self.match.game)

    # -- the stages -------------------------------------------------------------------------------

    async def _run_stage(self, game: Game, stage: Stage) -> None:
        """Carry out one stage of the shuffle of the next deal."""
        match stage:
            case "draw":
                draw = dealer_draw(game.info.rules, secrets.token_bytes)
                await self._write(game, Step(draw, "host", "draw"))
            case "commits":
                await self._seal(game)
            case "cut":
                await self._cut(game)
            case "nonces":
                await self._open(game)

    async def _seal(self, game: Game) -> None:
        """Draw the server's seed for a deal; store a commit to it with the browsers' commits."""
        info, number = game.info, game.state.number
        bots = frozenset(seat.seat for seat in info.seats if seat.bot)
        source = DealSource(info.public_id, info.rules, bots, secrets.token_bytes)
        if game.making.draw is not None and game.state.phase == "draw_dealer":
            await self._seal_and_draw(game, source, game.making.draw)
            return
        sealed: list[SealedDeal] = []

        def seal() -> None:
            sealed.append(deal_store.seal(source, info, number))

        if await self._put_sealed(game, seal):
            game.making.sealed, game.making.block = sealed[-1], None
            self._publish_seal(game)

    async def _seal_and_draw(self, game: Game, source: DealSource, draw: DealerSeal) -> None:
        """Seal the first deal and draw the first dealer, from all commits made until then.

        Both are one step, so that nobody can change a commit to get another dealer.
        """
        info, number = game.info, game.state.number
        db = self.match.runtime.db
        commits = await db.read(partial(deal_store.commits_for, info.pk, number))
        by_seat = {seat: bytes.fromhex(commit) for seat, commit in commits.items()}
        sealed = replace(source.seal(number, by_seat), dealer=draw)
        drawn = draw.draw(sealed.client_commits)
        store = partial(deal_store.seal_drawn, sealed, info.pk, commits, drawn)
        if info.rules.high_card:
            game.making.sealed, game.making.block = sealed, None
            step = Step(DrawDealer(drawn.cards), "host", "draw", also=store)
            if await self._write(game, step):
                self._publish_seal(game)
        elif await self._put_sealed(game, store):
            game.drawn(drawn)
            game.making.sealed, game.making.block = sealed, None
            self.match.owner = True
            self._wait_for_cut(game)
            if not site_cuts(game):  # else nobody is shown a question that is answered at once
                self.match.publisher.publish_state(game)
            self._publish_seal(game)

    async def _put_sealed(self, game: Game, store: Callable[[], None]) -> bool:
        """Store the seal of a deal, which is no journal entry, with the deadline of the cut.

        Return False if another process wrote first.
        """
        now = self.match.runtime.clock.now()
        plan = Plan(
            "cut", game.seq, now + patience("cut", self._options, newcomer=newcomer_cuts(game))
        )
        unit = Unit(match=game.info.pk, after=game.head, deadline=plan.row(game), also=(store,))
        try:
            await self.match.runtime.journal.put(unit)
        except Conflict:
            await self.match.on_conflict()
            return False
        return True

    def _wait_for_cut(self, game: Game) -> None:
        """Set when the clock cuts the deck, before the seal that contains the time is published."""
        due = self._due(game, "cut")
        if due > self.match.runtime.clock.now():
            self.match.set_timer(Plan("cut", game.seq, due))

    def _publish_seal(self, game: Game) -> None:
        """Publish the seal of a deal to the members here, and notify the other processes."""
        self._wait_for_cut(game)
        self.match.publisher.publish_deal(game)
        self.match.publisher.notify_deal(game)

    async def _cut(self, game: Game) -> None:
        """Cut the deck at a random place, for a bot or for a person whose time is up.

        A deck that is dealt again is cut where it was cut before.
        """
        cutter, number = game.state.cutter, game.state.number
        sealed = game.making.sealed_for(number)
        dealt_before = sealed.again if sealed is not None else None
        at = dealt_before.cut if dealt_before else secrets.choice(cut_range(game.info.rules))
        bot = bool(game.info.seats[cutter].bot)
        await self._write(game, Step(Cut(cutter, at), "bot" if bot else "clock", f"cut:{number}"))

    async def _open(self, game: Game) -> None:
        """Make the deck from the seed, the cut and all revealed nonces, and deal the cards."""
        number = game.state.number
        sealed, at = game.making.sealed_for(number), game.state.cut
        if sealed is None or at is None:
            raise AssertionError("cut but not sealed")
        db = self.match.runtime.db
        revealed = await db.read(partial(deal_store.shown_for, game.info.pk, number))
        cut_by = next(
            entry.by for entry in reversed(game.log.entries) if entry.action["type"] == "cut"
        )
        nonces = {seat: bytes.fromhex(nonce) for seat, nonce in revealed.items()}
        opened = sealed.open(Cut(game.state.cutter, at), cut_by, nonces)
        secret = SecretProof(number, opened.block, revealed)
        if await self._write(game, Step(DealCards(opened.deck), "host", f"deal:{number}", secret)):
            game.making.block = opened.block
            game.making.commitments.pop(number, None)

    # -- small things -----------------------------------------------------------------------------

    @property
    def _options(self) -> Options:
        return self.match.runtime.options

    async def _write(self, game: Game, step: Step) -> bool:
        """Write a step of the deal and publish it; return False if another process wrote first."""
        written = await self.match.write(game, [step])
        if written:
            self.match.publisher.publish_state(game)
        return written

    def _due(self, game: Game, stage: Stage) -> float:
        """Return when a stage of the shuffle ends, as far as known now.

        Seconds since the epoch.
        """
        match = self.match
        waiting = match.waiting
        if waiting is None or (waiting.stage, waiting.for_seq) != (stage, game.seq):
            waiting = match.waiting = Waiting(stage, game.seq, self._began(game, stage))
        return due_at(
            game,
            waiting,
            match.attendance.connection_of,
            self._options,
            owner=match.owner,
            slack=self._slack(),
        )

    def _began(self, game: Game, stage: Stage) -> float:
        """Return the moment from which this process counts the seconds of a stage of the shuffle.

        A cutter who is at another process had the time since the deck was sealed. For all others
        the process that takes a match over waits anew.
        """
        now, plan = self.match.runtime.clock.now(), self.match.plan
        cutter = self.match.attendance.connection_of(game.state.cutter)
        if (
            stage == "cut"
            and plan is not None
            and (plan.kind, plan.for_seq) == (stage, game.seq)
            and cutter.connected
            and not cutter.here
        ):
            return min(now, plan.due - patience(stage, self._options, newcomer=newcomer_cuts(game)))
        return now

    def _slack(self) -> float:
        """Return the extra seconds that browsers get if this process or its database is slow."""
        runtime = self.match.runtime
        slow = max(runtime.loop_lag.lag, runtime.journal.slow)
        return min(LAG_FACTOR * slow, self._options.back_within)

    async def _running_match(self, match: str) -> Game:
        """Return the match in memory, if it has this public id and still runs.

        Raise Refused otherwise.
        """
        game = await self.match.load()
        if game is None or match != game.info.public_id:
            raise Refused("no_match")
        if self.match.over:
            raise Refused("match_over")
        return game

    async def _store(self, row: SeatCommitmentRow) -> None:
        """Store a browser's commit or nonce; raise Refused if the deal has gone on without it."""
        try:
            await self.match.runtime.journal.put(Unit(match=row.match, after=None, commitment=row))
        except Conflict as conflict:
            await self.match.on_conflict()
            raise Refused("too_late") from conflict


def _commit_to_reveal(game: Game, seat: int, asked: NonceReveal) -> bytes:
    """Return the stored commit that a revealed nonce matches.

    Raise Refused if the nonce matches no commit, or comes at the wrong time.
    """
    number, phase = game.state.number, game.state.phase
    if asked.deal > number or (asked.deal == number and phase in ("draw_dealer", "cut")):
        raise Refused("too_early")
    sealed = game.making.sealed_for(number)
    if asked.deal < number or phase != "deal" or sealed is None:
        raise Refused("too_late")
    committed = sealed.client_commits[seat]
    expected = client_commit(asked.match, number, seat, bytes.fromhex(asked.nonce))
    if seat in sealed.house_nonces or committed is None or committed != expected:
        raise Refused("not_as_committed")
    return committed
