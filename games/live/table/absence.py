"""Timers for people whose sockets are gone, after which a bot plays for them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.live.core.clock import Handle
    from games.live.table.table_state import TableState


class AbsenceTimers:
    """The timers of one table: a person without a socket gets a bot after `gone_after` seconds.

    After the match, a rematch waits for an absent person as long and no longer.
    """

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._timers: dict[int, Handle] = {}

    def update(self) -> None:
        """Start a timer for each seat that is gone, and cancel those of seats that are back."""
        table, game = self._table, self._table.game
        if game is None:
            return
        for seat in game.people():
            gone = seat in table.presence.gone and not game.substitutes.get(seat)
            if gone and seat not in self._timers:
                wait, clock = table.runtime.options.gone_after, table.runtime.clock
                self._timers[seat] = clock.later(wait, partial(self._on_timeout, seat))
            elif not gone and (timer := self._timers.pop(seat, None)) is not None:
                timer.cancel()

    def _on_timeout(self, seat: int) -> None:
        """Give an absent seat to a bot, or go on with the rematch, unless the match is paused."""
        self._timers.pop(seat, None)
        table, actor, runtime = self._table, self._table.actor, self._table.runtime
        if actor is None or (gone := table.gone_for(seat)) is None:
            return
        paused = actor.game is not None and actor.game.state.paused
        if gone < runtime.options.gone_after or paused:  # all agreed to wait
            self.update()
        elif actor.over:
            runtime.tasks.spawn(runtime.rematch_without(table.table_id, table.long_gone()))
        else:
            runtime.tasks.spawn(runtime.substitute(actor, seat, "disconnected"))

    def stop(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
