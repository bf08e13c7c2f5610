"""The timer after which somebody else becomes the host of a waiting table whose host is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.live.core.clock import Handle
    from games.live.table.table_state import TableState


class HostTimer:
    """Timer that replaces the absent host of a public table which waits for players.

    Once the host has had no connection for `gone_after` seconds, the first connected person at the
    table becomes the host. A table that only a link opens keeps its host.
    """

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._timer: tuple[float, Handle] | None = None
        """Moment of the timer, in seconds since the epoch, and the timer."""

    def update(self) -> None:
        """Set the timer if the host is gone and another person is present; else cancel it."""
        gone_at, clock = self._host_gone_at(), self._table.runtime.clock
        moment = None if gone_at is None else gone_at + self._table.runtime.options.gone_after
        if self._timer is not None and self._timer[0] == moment:
            return
        self.stop()
        if moment is not None:
            wait = max(0.0, moment - clock.now())
            self._timer = moment, clock.later(wait, self._on_timeout)

    def _host_gone_at(self) -> float | None:
        """Return the time since which the host is gone and others are present, or None."""
        table = self._table.json_for.get(None)
        if table is None or table["status"] != "waiting" or table["visibility"] != "public":
            return None
        if table["host"] is None or not self._present_seats():
            return None
        return self._table.presence.gone_since.get(table["host"])

    def _present_seats(self) -> list[int]:
        """Return the seats of people at the table who are connected to any process."""
        table, now = self._table.json_for.get(None), self._table.runtime.clock.now()
        seats = [] if table is None else [seat for seat in table["seats"] if seat["player"]]
        present = self._table.presence.connected
        return [seat["seat"] for seat in seats if not seat["bot"] and present(seat["seat"], now)]

    def _on_timeout(self) -> None:
        self._timer = None
        seats, runtime = self._present_seats(), self._table.runtime
        if self._host_gone_at() is not None:
            runtime.tasks.spawn(runtime.replace_host(self._table.table_id, seats))

    def stop(self) -> None:
        """Cancel the timer for an absent host."""
        if self._timer is not None:
            self._timer[1].cancel()
            self._timer = None
