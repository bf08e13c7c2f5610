"""Reads of tables that are for the members of a club alone."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from games.models import ClubMember, Player, Table


def is_closed(table: Table) -> bool:
    """Return whether a table is for the members of its club alone."""
    return table.club is not None and table.club.tables_closed


def members_among(table: Table, players: Iterable[Player | None]) -> frozenset[int]:
    """Return which of these players (row ids) are members of the club of a table."""
    known = [player.pk for player in players if player is not None]
    rows = ClubMember.objects.filter(club=table.club_id, player__in=known)
    return frozenset(rows.values_list("player", flat=True))


def open_to_all(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return the tables that are not for the members of a club alone."""
    return tables.exclude(club__tables_closed=True)
