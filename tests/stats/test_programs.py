"""What a match of people and programs moves: nothing, or the bots' pool where its table says so."""

from __future__ import annotations

import pytest

from games.models import Player, Table, TableSeat
from games.models.people import PlayerKind
from games.services.matches import create_match
from games.services.tables import TableOptions, open_table
from games.stats.update import finished_match, rated_pool

pytestmark = pytest.mark.django_db


def match_at(programs: str, *kinds: PlayerKind):
    """A match of players of these kinds at a table that says so of programs."""
    players = [
        Player.objects.create(name=f"{kind}-{seat}", kind=kind) for seat, kind in enumerate(kinds)
    ]
    table = open_table(
        host=players[0],
        chosen=TableOptions(preset="ludoteka", players=len(kinds), programs=programs),
    )
    for seat, player in enumerate(players):
        TableSeat.objects.filter(table=table, seat=seat).update(player=player)
    return create_match(table=Table.objects.get(pk=table.pk))


HUMAN, BOT = PlayerKind.HUMAN, PlayerKind.BOT


@pytest.mark.parametrize(
    ("programs", "kinds", "rated", "pool"),
    [
        ("none", (HUMAN, HUMAN), True, "2"),
        ("rated", (HUMAN, HUMAN), True, "2"),
        ("casual", (HUMAN, BOT), False, "bots-2"),
        ("rated", (HUMAN, BOT), True, "bots-2"),
        ("casual", (BOT, BOT), True, "bots-2"),
    ],
)
def test_the_peoples_pool_never_moves_by_a_program(programs, kinds, rated, pool):
    match = match_at(programs, *kinds)
    assert match.rated is rated
    match.finished_at = match.started_at
    seats = list(match.seats.order_by("seat"))
    assert rated_pool(finished_match(match, seats, {"sides": match.sides})) == pool
