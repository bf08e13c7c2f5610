"""Deadlines of a match: who acts next, and when the match goes on if nobody does anything.

A plan is for exactly one `seq`; it is stored as the match's deadline together with the entry that
made it, so that any process can carry it out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine import is_turn
from games.live.core.settings import Options
from games.live.match_state.deal_stages import STAGES, Stage, newcomer_cuts, patience, stage_of
from games.live.match_state.match_state import Game
from games.live.match_state.rows import DeadlineRow
from games.live.match_state.turn_time import TURN_GRACE_S

Kind: TypeAlias = Literal["turn", "bot", "away", "next_deal", "pause"] | Stage
PLAN_KINDS: Final[tuple[Kind, ...]] = ("turn", "bot", "away", "next_deal", "pause", *STAGES)


class Plan(NamedTuple):
    """A match's next deadline, in memory: what happens by itself, and when, if nobody acts before.

    At `due` (seconds since the epoch) `seat`, or with None the site, acts; `for_seq` is the journal
    entry that the deadline follows, and `kind` says what is done.
    """

    kind: Kind
    for_seq: int
    due: float
    seat: int | None = None

    def at(self, due: float) -> Plan:
        """Return the same deadline at another time, in seconds since the epoch."""
        return self._replace(due=due)

    def fires_at(self) -> float:
        """Return when to act on the deadline (epoch seconds): for a turn, TURN_GRACE_S late."""
        return self.due + TURN_GRACE_S if self.kind == "turn" else self.due

    def row(self, game: Game) -> DeadlineRow:
        """Return the deadline as the database row to be stored for this match."""
        return DeadlineRow(game.info.pk, self.for_seq, self.kind, self.due)


def plan_for(
    game: Game,
    now: float,
    options: Options,
    pace: Callable[[Game], float],
    before: Plan | None = None,
) -> Plan | None:
    """Return the deadline that follows the latest journal entry; None when the match is over.

    `now` is in seconds since the epoch; `pace` returns the seconds that a bot takes for its turn.
    An entry that does not end the turn (an exchange) leaves the deadline `before` that entry in
    force; after a pause a turn has the time that it had left before.
    """
    state = game.state
    if state.phase == "match_over":
        return None
    if game.paused_at is not None:
        return Plan("pause", game.seq, game.paused_at + options.pause_at_most)
    if state.phase == "deal_over":
        alone = all(game.bot_at(seat.seat) for seat in game.info.seats)
        pause = options.next_deal_of_bots_after if alone else options.next_deal_after
        return Plan("next_deal", game.seq, now + pause * (options.pace if alone else 1.0))
    stage = stage_of(game)
    if stage is not None:
        return Plan(stage, game.seq, now + patience(stage, options, newcomer=newcomer_cuts(game)))
    seat = state.turn
    if not is_turn(state.phase) or seat is None:
        return Plan("next_deal", game.seq, now)
    if before is not None and before.seat == seat and not game.turn_over:
        return before._replace(for_seq=game.seq)
    level = game.bot_at(seat)
    if level is not None:
        return Plan("bot", game.seq, now + pace(game) * options.pace, seat)
    allowance = game.time.allowance(seat)
    if allowance is None:
        return Plan("away", game.seq, now + options.gone_after, seat)
    began = game.turn_started if before is not None and before.kind == "pause" else now
    return Plan("turn", game.seq, began + allowance / 1000, seat)
