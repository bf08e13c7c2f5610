"""Timers for people whose sockets are gone, after which a bot plays for them."""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.live.core.clock import Handle
    from games.live.table.room import Room


class AbsenceTimers:
    """The timers of one table: a person without a socket gets a bot after `gone_after` seconds.

    After the match, a rematch waits for an absent person as long and no longer.
    """

    def __init__(self, room: Room) -> None:
        self._table = weakref.ref(room)  # the room has it, and they must not keep each other
        self._timers: dict[int, Handle] = {}

    def look(self) -> None:
        """Start a timer for each seat that is gone, and cancel those of seats that are back."""
        room = self._table()
        actor = room.actor if room is not None else None
        if room is None or actor is None or actor.game is None:
            return
        for seat in actor.game.people():
            gone = seat in room.presence.gone and not actor.game.substitutes.get(seat)
            if gone and seat not in self._timers:
                wait, clock = room.runtime.options.gone_after, room.runtime.clock
                self._timers[seat] = clock.later(wait, partial(self._over, seat))
            elif not gone and (timer := self._timers.pop(seat, None)) is not None:
                timer.cancel()

    def _over(self, seat: int) -> None:
        """Give an absent seat to a bot, or go on with the rematch, unless the match is paused."""
        self._timers.pop(seat, None)
        room = self._table()
        actor = room.actor if room is not None else None
        if room is None or actor is None or (gone := room.gone_for(seat)) is None:
            return
        runtime = room.runtime
        paused = actor.game is not None and actor.game.state.paused
        if gone < runtime.options.gone_after or paused:  # all agreed to wait
            self.look()
        elif actor.over:
            runtime.tasks.spawn(runtime.rematch_without(room.table_id, room.long_gone()))
        else:
            runtime.tasks.spawn(runtime.substitute(actor, seat, "rules"))

    def stop(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
