"""Timers for people whose sockets are gone, after which the others choose or a bot plays on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.live.core.clock import Handle
    from games.live.match.actor import MatchActor
    from games.live.match_state.match_state import Json
    from games.live.table.table_state import TableState

AGAIN_S: Final = 1.0
"""Seconds after which something that could not be done is tried again."""


class AbsenceTimers:
    """Timers of one table for seats whose person has no connection, one for each.

    Such a person's seat is kept for `gone_after` seconds. Then the others choose, and what they
    have chosen is carried out. After the match, a rematch waits as long and no longer.
    """

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._timers: dict[int, tuple[float, Handle]] = {}
        """Seat -> moment of its timer, in seconds since the epoch, and the timer."""
        self._returned: set[int] = set()
        """Seats that are back, of which the vote is being ended."""

    def update(self) -> None:
        """Set the timer of each seat that waits for its person or for a vote; cancel the others."""
        game, actor = self._table.game, self._table.actor
        if game is None or actor is None:
            return
        votes = {vote["seat"]: vote for vote in self._votes()}
        self._returned &= set(votes)
        now, wait = self._table.runtime.clock.now(), self._table.runtime.options.gone_after
        for seat in game.people():
            moment = self._moment(seat, votes.get(seat))
            if actor.over and moment is not None:  # it was looked at when the match ended
                moment = self._timers[seat][0] if seat in self._timers else now + wait
            self._set(seat, moment)
            back = moment is None and seat in votes and not actor.over
            if back and seat not in self._returned:
                self._returned.add(seat)
                self._table.runtime.tasks.spawn(self._table.runtime.note_return(actor, seat))

    def _votes(self) -> list[Json]:
        """Return the votes on absent players, as last read."""
        table = self._table.json_for.get(None)
        return table["absences"] if table else []

    def _moment(self, seat: int, vote: Json | None) -> float | None:
        """Return when something is to be done about a seat; None for nothing."""
        table, game = self._table, self._table.game
        if vote is not None and vote["result"] == "end":
            return table.read_at
        if game is None or seat not in table.presence.gone or game.substitutes.get(seat):
            return None
        if vote is not None:
            return table.read_at + float(vote["ends_in_ms"]) / 1000
        return table.presence.gone[seat] + table.runtime.options.gone_after

    def _set(self, seat: int, moment: float | None, at_least: float = 0.0) -> None:
        """Set the timer of a seat to a moment, `at_least` seconds from now; None: to none."""
        timer = self._timers.get(seat)
        if timer is not None and timer[0] == moment:
            return
        if timer is not None:
            timer[1].cancel()
            del self._timers[seat]
        if moment is not None:
            clock = self._table.runtime.clock
            wait = max(at_least, moment - clock.now())
            self._timers[seat] = moment, clock.later(wait, partial(self._on_timeout, seat))

    def _on_timeout(self, seat: int) -> None:
        """Do what is due for a seat, unless the match is paused, and look again a second later."""
        self._timers.pop(seat, None)
        table, actor = self._table, self._table.actor
        vote = next((vote for vote in self._votes() if vote["seat"] == seat), None)
        moment = self._moment(seat, vote)
        if actor is None or moment is None:
            return
        paused = actor.game is not None and actor.game.state.paused
        if moment > table.runtime.clock.now() or (paused and vote is None):
            self._set(seat, moment, at_least=AGAIN_S)  # all agreed to wait, or it was prolonged
            return
        if not actor.over:
            self._set(seat, moment, at_least=AGAIN_S)
        self._act(actor, seat, vote)

    def _act(self, actor: MatchActor, seat: int, vote: Json | None) -> None:
        """Go on with the rematch, end the match, or settle what becomes of the seat."""
        table, runtime = self._table, self._table.runtime
        if actor.over:
            runtime.tasks.spawn(runtime.rematch_without(table.table_id, table.long_gone()))
        elif vote is not None and vote["result"] == "end":
            runtime.tasks.spawn(_end(actor, seat))
        else:
            runtime.tasks.spawn(_settle(table, actor, seat))

    def stop(self) -> None:
        """Cancel all timers."""
        for _moment, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


async def _settle(table: TableState, actor: MatchActor, seat: int) -> None:
    """Settle what becomes of the seat of an absent player."""
    await table.runtime.settle_absence(actor, seat, "disconnected")


async def _end(actor: MatchActor, seat: int) -> None:
    """End the match, as the others have chosen; it is tried again where it is not possible yet."""
    await actor.end_for_absent(seat)
