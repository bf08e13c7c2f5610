"""Reads of why a match at a table is not rated, as far as it is known before the match ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet

from brisca_site.prepared_queries import prepared
from games.models import PlayAddress, Table, TableSeat
from games.stats.rated import SAME_ADDRESS, unrated_reason


def opponents_share_address(table: int, side_of: Mapping[int, int]) -> bool:
    """Return True if players on different sides have played from one internet address.

    `table` is a row id, `side_of` maps players (row ids) to their sides; bots are left out.
    """
    sides: defaultdict[str, set[int]] = defaultdict(set)
    for player, digest in _digests_at(table):
        if player in side_of:
            sides[digest].add(side_of[player])
    return any(len(shared) > 1 for shared in sides.values())


@prepared
def _digests_at(table: int) -> QuerySet[PlayAddress, tuple[int, str]]:
    """Return (player, digest of an address) of those at a table (row id)."""
    return PlayAddress.objects.filter(table=table).values_list("player_id", "digest")


def unrated_at(
    table: Table, seats: Sequence[TableSeat], sides: Sequence[Sequence[int]]
) -> str | None:
    """Return the code of why the match at a table is, or will be, unrated; None if it may be rated.

    Before the match it is that of those who sit there now.
    """
    if table.match is not None:
        return table.match.unrated_reason or None
    sitting = [seat for seat in seats if seat.player is not None]
    reason = unrated_reason(
        table.ruleset.preset,
        table.ruleset.options,
        sides=sides,
        players=[seat.player_id for seat in sitting if seat.player_id],
        kinds=[seat.player.kind for seat in sitting if seat.player],
        mixed=table.programs == Table.Programs.RATED,
        duplicate=table.boards > 0,
    )
    if reason or len(sitting) < 2:
        return reason or None
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    people = {
        seat.player_id: side_of[seat.seat]
        for seat in sitting
        if seat.player_id and seat.player and not seat.player.bot
    }
    return SAME_ADDRESS if opponents_share_address(table.pk, people) else None
