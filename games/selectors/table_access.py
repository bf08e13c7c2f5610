"""Access to tables beyond their own settings, which clubs decide for theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import Q

from games.common.ports import Port
from games.models import Player, Table


class TableAccess:
    """Interface to the owner of tables that some players alone may enter; by default, none are."""

    def is_closed(self, table: Table) -> bool:
        """Return whether a table is for the members of its owner alone."""
        return False

    def members_among(self, table: Table, players: Iterable[Player | None]) -> frozenset[int]:
        """Return those of `players` (row ids) who are members of the table's owner."""
        return frozenset()

    def open_to_all(self) -> Q:
        """Return the query condition that a table is open to more than its owner's members."""
        return Q()


table_access: Final = Port(TableAccess)
