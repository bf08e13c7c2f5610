"""Messages about the shuffle between browsers and table: commits, nonces, failed proofs."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from games.live.core.errors import Refused
from games.live.match.actor import MatchActor
from games.live.match_state.deal_stages import news, news_key
from games.live.protocol.messages import Encoded, encode
from games.live.protocol.requests import NonceCommit, NonceReveal, ProofFault
from games.live.table.state_messages import shown_of
from games.record.recheck import DealtDeal, dealt_deal

if TYPE_CHECKING:
    from games.live.match_state.match_state import Game
    from games.live.table.ports import Member
    from games.live.table.room import Room

log = logging.getLogger("games.live.table.shuffle_exchange")


async def take(member: Member, message: NonceCommit | NonceReveal | ProofFault) -> None:
    """Store a member's commit, nonce or report of a failed proof.

    The caller acknowledges it, then calls `advance_deal`. It must not be cancelled meanwhile.

    Raises:
        Refused: with a code, where it is not accepted.
        NotWritten: where it could not be stored.
    """
    seat, actor = member.seat, member.room.actor
    if seat is None:
        raise Refused("not_seated")
    if actor is None or actor.match_id != message.match:
        raise Refused("no_match")
    match message:
        case NonceCommit():
            await actor.dealer.store_commit(seat, message)
        case NonceReveal():
            await actor.dealer.store_reveal(seat, message)
        case ProofFault():
            await _report(actor, seat, message)


async def advance_deal(room: Room, message: NonceCommit | NonceReveal | ProofFault) -> None:
    """Advance the deal that a message was about, if the table is making that deal.

    Raises:
        NotWritten: where a step of it could not be stored.
    """
    actor = room.actor
    if actor is None or actor.match_id != message.match or isinstance(message, ProofFault):
        return
    await actor.advance_deal(message.deal)


async def _report(actor: MatchActor, seat: int, fault: ProofFault) -> None:
    """Store a seat's report that a proof does not hold, once a deal; raise Refused."""
    game = await actor.ensure()
    if game is None:
        raise Refused("no_match")
    number = game.state.number
    if fault.deal > number or (
        fault.deal == number and game.state.phase not in ("deal_over", "match_over")
    ):
        raise Refused("too_early")
    dealt = _dealt(game, fault.deal)
    await actor.runtime.db.run(partial(_keep, game.info.pk, seat, fault, dealt))


def _dealt(game: Game, deal: int) -> DealtDeal | None:
    """Return what was dealt and published of a deal, from memory; None if it is not there."""
    dealt = dealt_deal(game.log, deal)
    sealed = game.making.sealed_for(deal)
    if dealt is None or sealed is None:
        return dealt
    return replace(
        dealt,
        server_commit=sealed.server_commit,
        client_commits=[one.hex() if one else None for one in sealed.client_commits],
    )


def _keep(match: int, seat: int, fault: ProofFault, dealt: DealtDeal | None) -> None:
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


def show(
    room: Room, member: Member, *, again: bool = False, made: list[Encoded] | None = None
) -> None:
    """Send a member the public part of the deal's proof, unless it has been sent that already.

    All members are sent the same message: `made` keeps it for the next of them. `again` sends it
    anyway.
    """
    actor, game = room.actor, room.actor.game if room.actor is not None else None
    if actor is None or game is None or member.match != actor.match_id:
        return
    key = news_key(game)
    if key == member.deal_key and not again:
        return
    if shown_of(game, member.seat)[1] != game.state.number:
        return  # who watches is told of a deal when it sees it
    member.deal_key = key
    made = [] if made is None else made
    if not made:
        plan, left = actor.plan, None
        if plan is not None and plan.kind == "cut":
            left = max(0, round((plan.due - room.runtime.clock.now()) * 1000))
        made.append(encode(news(game, left)))
    member.push_frame(made[0])
