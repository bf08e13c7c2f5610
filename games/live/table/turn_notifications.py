"""Push notifications to people whose turn it is and who have no page open, once a turn."""

from __future__ import annotations

import asyncio
import logging
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import close_old_connections

from games.engine import is_turn
from games.services.calls import call_player

if TYPE_CHECKING:
    from games.live.table.room import Room

log = logging.getLogger("games.live.table.turn_notifications")

PATIENCE: Final = 6.0
"""Seconds without a socket before a notification: a page that reloads is back by then."""
_callers = ThreadPoolExecutor(2, thread_name_prefix="calls")
"""Threads for push services, which may be slow; the live path never waits for them."""


class TurnNotifications:
    """The turn notifications of one table."""

    def __init__(self, room: Room) -> None:
        self._table = weakref.ref(room)  # the room has it, and they must not keep each other
        self._waiting: asyncio.TimerHandle | None = None
        self._called: tuple[str, int] | None = None

    def look(self) -> None:
        """Notify the absent player whose turn it is in PATIENCE seconds, if still absent then."""
        if self._waiting is None and self._absent() is not None:
            self._waiting = asyncio.get_running_loop().call_later(PATIENCE, self._call)

    def stop(self) -> None:
        """Cancel the notification that is due."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _absent(self) -> int | None:
        """Return the absent seat whose turn it is; None if it was notified of this turn already."""
        room = self._table()
        actor = room.actor if room is not None else None
        game = actor.game if actor is not None else None
        if room is None or actor is None or game is None:
            return None
        if not is_turn(game.state.phase) or game.state.paused:
            return None
        seat = game.state.turn
        if seat is None or game.bot_at(seat) is not None:
            return None
        if seat in room.presence.last_message_at:
            return None
        if self._called == (actor.match_id, game.seq) or room.gone_for(seat) is None:
            return None
        return seat

    def _call(self) -> None:
        """Notify the absent player whose turn it is, in a thread."""
        self._waiting = None
        seat, room = self._absent(), self._table()
        actor = room.actor if room is not None else None
        if seat is None or actor is None or actor.game is None:
            return
        self._called = (actor.match_id, actor.game.seq)
        _callers.submit(partial(_quietly, actor.game.info.pk, seat))


def _quietly(match: int, seat: int) -> None:
    """Send a notification; a failure is logged and nothing more."""
    close_old_connections()
    try:
        call_player(match=match, seat=seat)
    except Exception as error:  # noqa: BLE001 - nobody misses a call that was a courtesy
        log.warning("a player could not be called: %s", type(error).__name__)
    finally:
        close_old_connections()
