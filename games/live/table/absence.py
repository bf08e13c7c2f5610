"""Timers for people whose sockets are gone, after which the others choose or a bot plays on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from games.live.match_state.solo_match import waits_for_person
from games.models import AbsenceVote

if TYPE_CHECKING:
    from games.live.core.clock import Handle
    from games.live.match.actor import MatchActor
    from games.live.match_state.match_state import Json
    from games.live.table.table_state import TableState

AGAIN_S: Final = 1.0
"""Seconds after which an action on an absent seat that was not possible is retried."""
WISH_GRACE_S: Final = 5.0
"""Seconds for which a wish for a rematch outlives its player's connection."""


class AbsenceTimers:
    """Timers of one table for seats whose person has no connection, one for each.

    Such a seat is kept for `gone_after` seconds of the person's turn. Then the others vote, and
    their choice is carried out; after as long without a connection while others play, they may
    choose a bot already. After the match, a wish for a rematch ends WISH_GRACE_S after the
    connection, and a rematch waits for `gone_after` seconds and no longer.
    """

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._timers: dict[int, tuple[float, Handle]] = {}
        """Seat -> (moment at which its timer rings, in epoch seconds, timer)."""
        self._returned: set[int] = set()
        """Seats whose players are back, so that the vote on them is being ended."""
        self._over: tuple[str, float] = "", 0.0
        """The match seen to be over, and when that was, in seconds since the epoch."""

    def update(self) -> None:
        """Set the timers of the seats that wait for their person or a vote; cancel the others."""
        game, actor = self._table.game, self._table.actor
        if game is None or actor is None:
            return
        if actor.over and self._over[0] != actor.match_id:
            self._over = actor.match_id, self._table.runtime.clock.now()
        votes = {
            vote["seat"]: vote for vote in self._votes() if vote["kind"] != AbsenceVote.Kind.LEFT
        }
        self._returned &= set(votes)
        for seat in game.people():
            self._set(seat, self._moment(seat, self._vote_on(seat)))
            back = seat in votes and not actor.over and self._is_back(seat, votes[seat])
            if back and seat not in self._returned:
                self._returned.add(seat)
                self._table.runtime.tasks.spawn(self._table.runtime.note_return(actor, seat))

    def _is_back(self, seat: int, vote: Json) -> bool:
        """Return True if the vote on a seat must end, as the seat's person is connected again."""
        game, gone_since = self._table.game, self._table.presence.gone_since
        substituted = game is not None and bool(game.substitutes.get(seat))
        return vote["result"] != "end" and (seat not in gone_since or substituted)

    def _vote_on(self, seat: int) -> Json | None:
        """Return the vote on an absent player's seat, as last read; None without one."""
        return next((vote for vote in self._votes() if vote["seat"] == seat), None)

    def _votes(self) -> list[Json]:
        """Return all votes on absent players at the table, as last read."""
        table = self._table.json_for.get(None)
        return table["absences"] if table else []

    def _moment(self, seat: int, vote: Json | None) -> float | None:
        """Return the next moment at which to act on an absent player's seat; None if none."""
        table, game = self._table, self._table.game
        if table.actor is not None and table.actor.over:
            return self._moment_after_match(seat)
        if vote is not None and vote["result"] == "end":
            return table.read_at
        if game is None or seat not in table.presence.gone_since or game.substitutes.get(seat):
            return None
        if vote is None and waits_for_person(game):
            return None
        wait = table.runtime.options.gone_after
        began = table.gone_on_turn_since(seat)
        moments = [] if began is None else [began + wait]
        if vote is not None:
            ends = table.read_at + float(vote["ends_in_ms"]) / 1000
            return min(moments, default=ends) if vote["kind"] == AbsenceVote.Kind.AWAY else ends
        if self._settles_before_turn(seat):
            moments.append(table.presence.gone_since[seat] + wait)
        return min(moments, default=None)

    def _moment_after_match(self, seat: int) -> float | None:
        """Return when a wish for a rematch, or the wait for a player, ends; None for neither."""
        table, presence = self._table, self._table.presence
        if seat not in presence.gone_since:
            return None
        wait, stored = table.runtime.options.gone_after, table.json_for.get(None) or {}
        if seat in stored.get("rematch", ()):
            grace = wait if seat in presence.without_socket else WISH_GRACE_S
            return presence.gone_since[seat] + grace
        return max(presence.gone_since[seat], self._over[1]) + wait

    def _settles_before_turn(self, seat: int) -> bool:
        """Return True if an absent player's seat may be settled before its turn comes.

        Other people who are here may choose; in a tournament a bot plays for whoever does not come.
        """
        table, game = self._table.json_for.get(None), self._table.game
        if table is None or game is None:
            return False
        if game.info.tournament:
            return not game.has_played(seat)
        gone_since = self._table.presence.gone_since
        return any(
            other["player"]
            and not other["bot"]
            and not other["substitute"]
            and other["seat"] != seat
            and other["seat"] not in gone_since
            for other in table["seats"]
        )

    def _set(self, seat: int, moment: float | None, at_least: float = 0.0) -> None:
        """Set a seat's timer to a moment, `at_least` seconds from now or later; None: no timer."""
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
        """Take the action due for an absent seat, unless the match is paused; recheck in 1 s."""
        self._timers.pop(seat, None)
        table, actor = self._table, self._table.actor
        vote = self._vote_on(seat)
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
        """End the seat's wish for a rematch, or begin that, end the match or settle the seat."""
        table, runtime = self._table, self._table.runtime
        if actor.over and seat in (table.json_for.get(None) or {}).get("rematch", ()):
            runtime.tasks.spawn(runtime.withdraw_rematch(table.table_id, seat))
        elif actor.over:
            runtime.tasks.spawn(runtime.rematch_without(table.table_id, table.long_gone()))
        elif vote is not None and vote["result"] == "end":
            runtime.tasks.spawn(_end(actor, seat))
        else:
            runtime.tasks.spawn(self._settle(actor, seat))

    async def _settle(self, actor: MatchActor, seat: int) -> None:
        """Start the vote or the bot for an absent player's seat, or wait until it is time."""
        until = await self._table.runtime.settle_absence(actor, seat, "disconnected")
        if until is not None and seat in self._timers:
            self._set(seat, until, at_least=AGAIN_S)

    def stop(self) -> None:
        """Cancel the timers of all seats of the table."""
        for _moment, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


async def _end(actor: MatchActor, seat: int) -> None:
    """End the match, as the others have voted; retry where that is not possible yet."""
    await actor.end_for_absent(seat)
