"""Writes that share a journal transaction: proofs of deals, and results when deals end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from games.engine.events import DealEnded
from games.live.match_state.match_state import Game, Step
from games.live.storage import deal_sql
from games.live.storage.deal_store import opened
from games.record.fairness import block_fault, deck_of_block
from games.services import deals, match_ends


def after_write(game: Game, steps: Sequence[Step], now: float) -> list[Callable[[], object]]:
    """Return the callbacks that store deal proofs and results together with a match's steps.

    The callbacks run in the transaction of the journal entries. `game` has applied the steps
    already; `now` is in seconds since the epoch.
    """
    state, pk = game.state, game.info.pk
    also: list[Callable[[], object]] = [
        partial(opened, pk, step.secret) for step in steps if step.secret is not None
    ]
    also += [step.also for step in steps if step.also is not None]
    moment = datetime.fromtimestamp(now, UTC)
    over = state.phase == "match_over"
    happened = [event for _, events in game.history[-len(steps) :] for event in events]
    counted = any(isinstance(event, DealEnded) for event in happened)
    ended = counted or over
    if counted and state.deal is not None:
        also.append(
            partial(
                deals.finish_deal,
                match_id=pk,
                result=state.results[-1],
                tricks=state.deal.tricks,
            )
        )
    if ended and state.number in game.log.decks:
        also.append(partial(_reveal, game, moment))
    if over:
        also.append(partial(match_ends.finish_match, match_id=pk, log=game.log, finished_at=moment))
    return also


def _reveal(game: Game, moment: datetime) -> None:
    """Make the server's seed of a finished deal readable, after checking the deal's proof."""
    match, deal, pack = game.info.pk, game.state.number, game.info.rules.deck
    block = deal_sql.proof(match, deal)
    if block is not None:
        sound = block_fault(block) is None and deck_of_block(block, pack) == game.log.decks[deal]
        at = None if game.info.withheld else moment
        deal_sql.reveal(match, deal, verified=sound, at=at)
