"""Push notifications to people whose turn it is and who have no page open, once a turn."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from games.engine import is_turn
from games.services.background import in_background
from games.services.push_on_turn import call_player

if TYPE_CHECKING:
    from games.live.table.table_state import TableState

NOTIFY_AFTER_S: Final = 6.0
"""Seconds without a socket before a notification, in which a page that reloads is back."""


class TurnNotifications:
    """Sender of push messages to absent players of one table whose turn it is."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._latest_notified: tuple[int, int] | None = None
        """(match row id, seq) of the turn that was notified last."""

    def schedule(self) -> None:
        """Schedule a push to the absent player whose turn it is, for NOTIFY_AFTER_S seconds later."""
        if self._timer is None and self._seat_to_notify() is not None:
            self._timer = asyncio.get_running_loop().call_later(NOTIFY_AFTER_S, self._notify)

    def stop(self) -> None:
        """Cancel the scheduled push message."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _seat_to_notify(self) -> int | None:
        """Return the absent seat whose turn it is; None if already notified of this turn."""
        table, game = self._table, self._table.game
        if game is None:
            return None
        if not is_turn(game.state.phase) or game.state.paused:
            return None
        seat = game.state.turn
        if seat is None or game.bot_at(seat) is not None:
            return None
        if seat in table.presence.last_message_at:
            return None
        if self._latest_notified == (game.info.pk, game.seq) or table.gone_for(seat) is None:
            return None
        return seat

    def _notify(self) -> None:
        """Send a push message to the absent player whose turn it is, in a thread."""
        self._timer = None
        seat, game = self._seat_to_notify(), self._table.game
        if seat is None or game is None:
            return
        self._latest_notified = (game.info.pk, game.seq)
        # push services may be slow, and the live path never waits for them
        in_background(partial(call_player, match=game.info.pk, seat=seat))
