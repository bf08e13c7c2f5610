"""Access to tables that are for the members of a club alone."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from games.clubs.models import ClubMember
from games.models import Player, Table
from games.selectors.table_access import TableAccess


class ClubTableAccess(TableAccess):
    """Access rule for tables of clubs: some are open to members only."""

    def is_closed(self, table: Table) -> bool:
        """Return True if only members of the table's club may sit at or see the table."""
        return table.club is not None and table.club.tables_closed

    def members_among(self, table: Table, players: Iterable[Player | None]) -> frozenset[int]:
        """Return those of these players (row ids) who are members of a table's club."""
        player_ids = [player.pk for player in players if player is not None]
        rows = ClubMember.objects.filter(club=table.club_id, player__in=player_ids)
        return frozenset(rows.values_list("player", flat=True))

    def open_to_all(self) -> Q:
        """Return the query condition that a table is not reserved for a club's members."""
        return ~Q(club__tables_closed=True)
