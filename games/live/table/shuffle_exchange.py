"""Messages about the shuffle between browsers and table: commits, nonces, failed proofs."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from games.live.core.errors import Refused
from games.live.match_state.deal_stages import news, news_key
from games.live.protocol.messages import Encoded, encode
from games.live.protocol.requests import NonceCommit, NonceReveal, ProofFault
from games.live.table.state_messages import visible_to
from games.record.recheck import DealtDeal, dealt_deal

if TYPE_CHECKING:
    from games.live.match.actor import MatchActor
    from games.live.match_state.match_state import Game
    from games.live.table.ports import Member

log = logging.getLogger("games.live.table.shuffle_exchange")


async def store_message(
    actor: MatchActor | None, seat: int | None, message: NonceCommit | NonceReveal | ProofFault
) -> None:
    """Store a seat's shuffle message: a commit, a nonce, or a report of a failed proof.

    The caller acknowledges the message, then calls `advance_deal`, and must not be cancelled
    meanwhile.

    Raises:
        Refused: with a code, where it is not accepted.
        NotWritten: where it could not be stored.
    """
    if seat is None:
        raise Refused("not_seated")
    if actor is None or actor.match_id != message.match:
        raise Refused("no_match")
    try:
        await _store(actor, seat, message)
    except Refused as refused:
        if refused.code != "too_early":
            raise
        # Another process may have written what this message answers, and not been heard here yet.
        await actor.catch_up()
        await _store(actor, seat, message)


async def _store(
    actor: MatchActor, seat: int, message: NonceCommit | NonceReveal | ProofFault
) -> None:
    """Store a seat's shuffle message in this match; raise as `store_message` does."""
    match message:
        case NonceCommit():
            await actor.dealer.store_commit(seat, message)
        case NonceReveal():
            await actor.dealer.store_reveal(seat, message)
        case ProofFault():
            await _report(actor, seat, message)


async def advance_deal(
    actor: MatchActor | None, message: NonceCommit | NonceReveal | ProofFault
) -> None:
    """Continue the shuffle of the deal that a message names, if that deal is being made.

    Raises:
        NotWritten: where a step of it could not be stored.
    """
    if actor is None or actor.match_id != message.match or isinstance(message, ProofFault):
        return
    await actor.advance_deal(message.deal)


async def _report(actor: MatchActor, seat: int, fault: ProofFault) -> None:
    """Store a seat's report that a deal's proof fails, once for each deal; raise Refused."""
    game = await actor.ensure()
    if game is None:
        raise Refused("no_match")
    number = game.state.number
    if fault.deal > number or (
        fault.deal == number and game.state.phase not in ("deal_over", "match_over")
    ):
        raise Refused("too_early")
    dealt = _dealt(game, fault.deal)
    await actor.runtime.db.run(partial(_store_report, game.info.pk, seat, fault, dealt))


def _dealt(game: Game, deal: int) -> DealtDeal | None:
    """Return a deal's cards and published commits, from memory; None if it is not in memory."""
    dealt = dealt_deal(game.log, deal)
    sealed = game.making.sealed_for(deal)
    if dealt is None or sealed is None:
        return dealt
    return replace(
        dealt,
        server_commit=sealed.server_commit,
        client_commits=[commit.hex() if commit else None for commit in sealed.client_commits],
    )


def _store_report(match: int, seat: int, fault: ProofFault, dealt: DealtDeal | None) -> None:
    """Check and store a report of a failed proof, and log it. Runs in a database thread."""
    from games.services.fairness import report_shuffle

    verdict = report_shuffle(
        match_id=match,
        deal=fault.deal,
        seat=seat,
        result=fault.result,
        why=fault.why,
        dealt=dealt,
    )
    if not verdict.new:
        return
    where = (fault.match, fault.deal)
    if verdict.fault:
        log.error(
            "match %s deal %d: proof does not hold: %s (seat %d said: %s)",
            *where,
            verdict.fault,
            seat,
            fault.why,
        )
    elif not verdict.founded:
        log.info(
            "match %s deal %d: seat %d reported %s (%s), but the proof holds",
            *where,
            seat,
            fault.result,
            fault.why,
        )


def send_deal_news(
    actor: MatchActor | None,
    member: Member,
    *,
    again: bool = False,
    frames: list[Encoded] | None = None,
) -> None:
    """Send a member the public part of the shuffle's proof, unless already sent.

    All members are sent the same message, which `frames` keeps for the next member. With `again` it
    is sent in any case.
    """
    game = actor.game if actor is not None else None
    if actor is None or game is None or member.match != actor.match_id:
        return
    key = news_key(game)
    if key == member.deal_key and not again:
        return
    if visible_to(game, member.seat)[1] != game.state.number:
        return  # a delayed spectator does not see this deal yet
    member.deal_key = key
    frames = [] if frames is None else frames
    if not frames:
        plan, left = actor.plan, None
        if plan is not None and plan.kind == "cut":
            left = max(0, round((plan.due - actor.runtime.clock.now()) * 1000))
        frames.append(encode(news(game, left)))
    member.push_frame(frames[0])
