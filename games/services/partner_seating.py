"""Seating together, at tables of quick play, those who like each other as partners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.seating import sides_for
from games.models import Table, TableSeat
from games.selectors.held_seats import team_pairs
from games.selectors.partner_likes import mutual_likes


def seat_liked_partners(table: Table) -> None:
    """Rearrange the people at a quick-play table that begins, so that mutual likes are partners.

    Those who have sat down as a team stay together. It changes seats alone: who plays, and when, is
    decided before. The caller has locked the table. Where the match has no fixed sides of several,
    nothing is moved.
    """
    if not table.quick:
        return
    sides = sides_for(table.players, table.ruleset.options["teams"])
    if all(len(side) == 1 for side in sides):
        return
    places = list(table.seats.order_by("seat"))
    people = [place.player_id for place in _by_arrival(places) if place.player_id is not None]
    likes = mutual_likes(people)
    if not likes:
        return
    who: dict[int, int | None] = {place.seat: place.player_id for place in places}
    liked = [pair for pair in _pairs(people) if pair in likes]
    wanted = seated_together(who, sides, [*team_pairs(table), *liked])
    if wanted != who:
        _write(table, places, wanted)


def seated_together(
    who: Mapping[int, int | None],
    sides: Sequence[Sequence[int]],
    pairs: Sequence[frozenset[int]],
) -> dict[int, int | None]:
    """Return seat -> player (row id), changed so that each pair of `pairs` that fits shares a side.

    `who` is where they sit now (None: free), `sides` the seats of each side. The earlier pair goes
    first. Of a pair that is apart the member at the higher seat moves to a seat of the other's side
    that is free, else to the lowest one there whose player belongs to no pair yet seated, and
    changes places with that player.

    >>> seated_together({0: 7, 1: 8, 2: 9, 3: None}, [(0, 2), (1, 3)], [frozenset({7, 8})])
    {0: 7, 1: 9, 2: 8, 3: None}
    """
    seating = dict(who)
    fixed: set[int] = set()
    for pair in pairs:
        stays, moves = sorted(seat for seat, player in seating.items() if player in pair)
        side = next(side for side in sides if stays in side)
        if moves not in side:
            seats = [seat for seat in side if seat != stays and seat not in fixed]
            if moves in fixed or not seats:
                continue
            target = min(seats, key=lambda seat: (seating[seat] is not None, seat))
            seating[moves], seating[target] = seating[target], seating[moves]
            moves = target
        fixed |= {stays, moves}
    return seating


def _by_arrival(places: Sequence[TableSeat]) -> list[TableSeat]:
    """Return the taken seats of a table, ordered by when their players sat down."""
    occupied = [place for place in places if place.player_id is not None]
    return sorted(occupied, key=lambda place: (place.sat_at is None, place.sat_at, place.seat))


def _pairs(people: Sequence[int]) -> list[frozenset[int]]:
    """Return all pairs of these people who like each other as partners, earliest arrivals first."""
    return [
        frozenset({earlier, other}) for at, other in enumerate(people) for earlier in people[:at]
    ]


def _write(table: Table, places: Sequence[TableSeat], wanted: Mapping[int, int | None]) -> None:
    """Store who sits where at a table; agreement and time of sitting move with each player."""
    rows = {
        place.player_id: (place.player, place.agreed, place.sat_at)
        for place in places
        if place.player_id is not None
    }
    table.seats.update(player=None)  # nobody sits at two seats meanwhile
    for place in places:
        player = wanted[place.seat]
        place.player, place.agreed, place.sat_at = (
            (None, False, None) if player is None else rows[player]
        )
        place.save(update_fields=["player", "agreed", "sat_at"])
