"""Time given back after an outage, applied to the turns whose timers run in this process."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.live.storage import match_store

if TYPE_CHECKING:
    from games.live.match.actor import MatchActor
    from games.live.match_state.deadlines import Plan


async def put_off(actor: MatchActor, plan: Plan) -> bool:
    """Return True, and wait on, if the stored deadline of a turn is later than its plan.

    Called when the time of a plan has come. A database that was away, or a machine that slept, is
    noticed here at the latest, before a turn is ended for it.

    Raises:
        Error: of the database, where it cannot be read.
    """
    game, runtime = actor.game, actor.runtime
    if plan.kind not in ("turn", "away") or game is None or game.seq != plan.for_seq:
        return False
    if runtime.scheduler.was_silent():
        await runtime.scheduler.alive()
    stored = await runtime.db.run(partial(match_store.load_deadline, game.info.pk))
    if stored is None or stored.for_seq != plan.for_seq or stored.due <= plan.due + 0.001:
        return False
    game.turn_started += stored.due - plan.due
    actor.plan = plan.at(stored.due)
    actor.fire_later(actor.plan)
    return True
