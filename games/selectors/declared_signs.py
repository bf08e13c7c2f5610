"""Reads of the signs that the teams at a table have declared, which everybody there sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.models import TableSeat, Team

Json = dict[str, Any]


def declared_signs(
    rules: Mapping[str, Any], seats: Sequence[TableSeat], sides: Sequence[Sequence[int]]
) -> list[Json]:
    """Return {"seats", "signs"} of each side of a table whose founded team has declared its signs.

    Empty where the rules (option -> value) have no signs. A side counts once all its seats are the
    team's.
    """
    if rules["talk.mode"] != "senas":
        return []
    player_by_seat = {place.seat: place.player_id for place in seats if place.player_id is not None}
    by_key: dict[str, Sequence[int]] = {}
    for side in sides:
        people = [player_by_seat[seat] for seat in side if seat in player_by_seat]
        if len(people) == len(side) > 1:
            by_key["-".join(map(str, sorted(people)))] = side
    teams = Team.objects.filter(key__in=by_key, founded_at__isnull=False, dissolved_at=None)
    signing_teams = teams.exclude(signs=[]).order_by("key") if by_key else ()
    return [{"seats": list(by_key[team.key]), "signs": team.signs} for team in signing_teams]
