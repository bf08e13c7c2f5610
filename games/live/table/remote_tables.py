"""Turns and numbers of spectators at tables in other processes, from their messages.

Pages are answered by any process, also by one that plays no match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.engine import is_turn
from games.live.match_state.match_state import Game
from games.live.table.presence import PRESENCE_TTL_S

MAX_TABLES: Final = 20_000
"""Tables that are remembered at most; those of which nothing was heard for longest are forgotten."""


class RunningTurn(NamedTuple):
    """A turn of a running match; `until` is in seconds since the epoch, None without a clock."""

    seat: int
    until: float | None


class Watched(NamedTuple):
    """Spectators of a table in another process, and when it reported them (epoch seconds)."""

    people: int
    at: float


def turn_of(game: Game, now: float) -> RunningTurn | None:
    """Return the present turn of a match; None between deals and while the match is paused.

    `now` is in seconds since the epoch.
    """
    state = game.state
    if not is_turn(state.phase) or state.turn is None or game.paused_at is not None:
        return None
    allowed = game.time.allowance(state.turn)
    left = None if allowed is None else max(0.0, (allowed - game.spent(now)) / 1000)
    return RunningTurn(state.turn, None if left is None else now + left)


class RemoteTables:
    """Turns and spectators of tables, as other processes report them; readable from any thread."""

    def __init__(self) -> None:
        self._turns: dict[str, RunningTurn] = {}
        self._watched: dict[str, dict[str, Watched]] = {}
        """Table -> process -> its spectators."""

    def receive(self, message: Mapping[str, Any], now: float) -> None:
        """Store the turn or spectators in another process's message; `now` is in epoch seconds.

        A message without a turn, as processes of an earlier release send, changes nothing.
        """
        table = message["table"]
        match message.get("what"):
            case "head" if "turn" in message:
                turn = message["turn"]
                self._turns.pop(table, None)
                if turn is not None:
                    self._turns[table] = RunningTurn(*turn)
                    _forget_oldest(self._turns)
            case "presence":
                self._receive_watchers(table, message["from"], Watched(message["watchers"], now))
            case _:
                pass

    def _receive_watchers(self, table: str, process: str, watched: Watched) -> None:
        counts = {**self._watched.pop(table, {}), process: watched}
        fresh = {
            name: count
            for name, count in counts.items()
            if count.people and watched.at - count.at < PRESENCE_TTL_S
        }
        if fresh:
            self._watched[table] = fresh
            _forget_oldest(self._watched)

    def turn(self, table: str) -> RunningTurn | None:
        """Return the latest turn at a table (public id) that its process has published."""
        return self._turns.get(table)

    def watchers(self, table: str, now: float) -> int:
        """Return the number of spectators of a table (public id) in other processes."""
        counts = self._watched.get(table, {})
        return sum(count.people for count in counts.values() if now - count.at < PRESENCE_TTL_S)


def _forget_oldest(entries: dict[str, Any]) -> None:
    """Delete the entry that was stored first, if there are more than MAX_TABLES."""
    if len(entries) > MAX_TABLES:
        del entries[next(iter(entries))]
