"""Time that an outage took is given back to turns whose timers stand in this process, too."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.live.storage import match_store

if TYPE_CHECKING:
    from games.live.match.actor import MatchActor
    from games.live.match_state.deadlines import Plan


async def put_off(actor: MatchActor, plan: Plan) -> bool:
    """Whether a turn's time is not over after all, as its stored deadline says; then it waits on.

    Asked when the time of a plan has come. A database that was away, or a machine that slept, is
    noticed here at the latest, before anybody's turn is ended for it. Raises what the database
    raises.
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
