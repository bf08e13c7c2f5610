"""Tables and matches of events, such as tournaments, as the rest of the site asks about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from games.common.ports import Port
from games.models import Match, Table


class EventAtTable(NamedTuple):
    """Event, such as a tournament, to which the game at a table belongs."""

    name: str
    compared: bool
    """True if other tables play the same decks, so that nobody may watch."""


class EventTables:
    """Interface to events (such as tournaments) whose games are played at tables; default: none."""

    def table_part(self, table: Table) -> dict[str, Any]:
        """Return the TABLE message's fields about the event at a table; {} without an event."""
        return {}

    def events_at(self, tables: Collection[int]) -> Mapping[int, EventAtTable]:
        """Return table (row id) -> its event, for those of these tables that have one."""
        return {}

    def is_event_table(self, table: Table) -> bool:
        """Return whether a game of an event, such as a tournament, is played at a table."""
        return False

    def keeps_seat(self, table: Table) -> bool:
        """Return whether a player who leaves a table keeps the seat, as in a daily event."""
        return False

    def bots_wait_until(self, match: Match, *, played: bool) -> datetime | None:
        """Return the time until which no bot plays for an absent player; None outside events.

        `played`: the player has played a card.
        """
        return None


event_tables: Final = Port(EventTables)
