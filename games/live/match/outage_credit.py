"""Time that a turn gets back after an outage, checked before the turn is ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.live.storage import match_store

if TYPE_CHECKING:
    from games.live.match.ports import MatchContext
    from games.live.match_state.deadlines import Plan


async def later_plan(runtime: MatchContext, match: int, plan: Plan) -> Plan | None:
    """Return a turn's deadline as stored, if that is later than the time in `plan`; else None.

    Call this when the time of the plan has come (`match` is a row id): a database that was away, or
    a machine that slept, is noticed here at the latest, before a turn is ended for it.

    Raises:
        Error: of the database, where it cannot be read.
    """
    if runtime.scheduler.was_silent():
        await runtime.scheduler.alive()
    stored = await runtime.db.read(partial(match_store.load_deadline, match))
    if stored is None or stored.for_seq != plan.for_seq or stored.due <= plan.due + 0.001:
        return None
    return plan.at(stored.due)
