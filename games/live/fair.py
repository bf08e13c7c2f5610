"""What browsers say of the shuffle: commits, nonces, and proofs that failed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from games.live.actor import MatchActor
from games.live.protocol import Fault, Promise, Show
from games.live.refused import Refused

if TYPE_CHECKING:
    from games.live.consumers import TableConsumer

log = logging.getLogger("games.live.fair")


async def take(
    member: TableConsumer, message: Promise | Show | Fault, durable: Callable[[], None]
) -> None:
    """Take what a member's browser says; `durable` is called once, when it is stored.

    Raises Refused with a code, or NotWritten. Must not be cancelled half-way.
    """
    seat, actor = member.seat, member.room.actor
    if seat is None:
        raise Refused("not_seated")
    if actor is None or actor.match_id != message.match:
        raise Refused("no_match")
    match message:
        case Promise():
            await actor.croupier.promise(seat, message, durable)
        case Show():
            await actor.croupier.show(seat, message, durable)
        case Fault():
            await _report(actor, seat, message)
            durable()


async def _report(actor: MatchActor, seat: int, fault: Fault) -> None:
    """Keep what a seat's browser found wrong, once a deal."""
    game = await actor.ensure()
    if game is None:
        raise Refused("no_match")
    number = game.state.number
    if fault.deal > number or (
        fault.deal == number and game.state.phase not in ("deal_over", "match_over")
    ):
        raise Refused("too_early")
    await actor.runtime.desk.run(partial(_keep, game.info.pk, seat, fault))


def _keep(match: int, seat: int, fault: Fault) -> None:
    """Runs in a database thread."""
    from games.models import DealReport

    _, new = DealReport.objects.get_or_create(
        match_id=match,
        deal_number=fault.deal,
        seat=seat,
        defaults={"result": fault.result, "why": fault.why},
    )
    if new and fault.result == DealReport.BAD:
        log.error("match %s deal %d: proof does not hold: %s", fault.match, fault.deal, fault.why)
