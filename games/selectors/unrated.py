"""Reads of why a match at a table is not rated, as far as it is known before the match ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from games.models import PlayAddress, Player, Table, TableSeat
from games.selectors.conduct import any_paused
from games.stats.rated import PAUSED, SAME_ADDRESS, unrated_reason


def unrated_by_players(
    table: Table, seated: Mapping[int, Player], sides: Sequence[Sequence[int]]
) -> str:
    """Return the code of the reason why a table's players make its match unrated; "" if none.

    `seated` is seat -> player. Reasons that follow from the rules or the kinds of players are left
    out.
    """
    if any_paused(seated.values()):
        return PAUSED
    side_of = {
        seated[seat].pk: number
        for number, side in enumerate(sides)
        for seat in side
        if seat in seated and not seated[seat].bot
    }
    return SAME_ADDRESS if opponents_share_address(table.pk, side_of) else ""


def opponents_share_address(table: int, side_of: Mapping[int, int]) -> bool:
    """Return True if players on different sides have played from one internet address.

    `table` is a row id, `side_of` maps players (row ids) to their sides; bots are left out.
    """
    sides: defaultdict[str, set[int]] = defaultdict(set)
    addresses = PlayAddress.objects.filter(table=table)
    for player, digest in addresses.values_list("player_id", "digest"):
        if player in side_of:
            sides[digest].add(side_of[player])
    return any(len(shared) > 1 for shared in sides.values())


def unrated_at(
    table: Table, seats: Sequence[TableSeat], sides: Sequence[Sequence[int]]
) -> str | None:
    """Return the code of the reason why a table's match is or will be unrated; None if rated.

    Before the match begins, the reason is computed from those who sit there now.
    """
    if table.match is not None:
        return table.match.unrated_reason or None
    seated = {seat.seat: seat.player for seat in seats if seat.player is not None}
    reason = unrated_reason(
        table.ruleset.preset,
        table.ruleset.options,
        sides=sides,
        players=[player.pk for player in seated.values()],
        kinds=[player.kind for player in seated.values()],
        mixed=table.programs == Table.Programs.RATED,
        duplicate=table.boards > 0,
    )
    return reason or unrated_by_players(table, seated, sides) or None
