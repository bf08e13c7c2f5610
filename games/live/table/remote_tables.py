"""Tables of other processes: whose turn it is there and how many watch, as those processes told.

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
    """Spectators of a table in another process, and when it told of them (epoch seconds)."""

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


class TablesElsewhere:
    """Turns and spectators of tables, as other processes told them; readable from any thread."""

    def __init__(self) -> None:
        self._turns: dict[str, RunningTurn] = {}
        self._watched: dict[str, dict[str, Watched]] = {}
        """Table -> process -> its spectators."""

    def receive(self, message: Mapping[str, Any], now: float) -> None:
        """Store what a message about a table tells; `now` is in seconds since the epoch.

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
        told = {**self._watched.pop(table, {}), process: watched}
        fresh = {
            name: one
            for name, one in told.items()
            if one.people and watched.at - one.at < PRESENCE_TTL_S
        }
        if fresh:
            self._watched[table] = fresh
            _forget_oldest(self._watched)

    def turn(self, table: str) -> RunningTurn | None:
        """Return whose turn it was at a table (public id) when its process told last."""
        return self._turns.get(table)

    def watchers(self, table: str, now: float) -> int:
        """Return the number of spectators of a table (public id) in other processes."""
        told = self._watched.get(table, {})
        return sum(one.people for one in told.values() if now - one.at < PRESENCE_TTL_S)


def _forget_oldest(kept: dict[str, Any]) -> None:
    """Forget the entry that was stored first where there are more than MAX_TABLES."""
    if len(kept) > MAX_TABLES:
        del kept[next(iter(kept))]
