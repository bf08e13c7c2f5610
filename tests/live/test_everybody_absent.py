"""Everybody has gone from a table: nothing is asked again and again until somebody is back."""

from __future__ import annotations

import pytest

from games.services import absences
from tests.support.live import FakeClock, alay, play_a_trick, running, seated, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def settled(monkeypatch):
    """Seats about which the database was asked."""
    seats = []

    def settle_absence(*, seat, **facts):
        seats.append(seat)
        return real(seat=seat, **facts)

    real = absences.settle_absence
    monkeypatch.setattr(absences, "settle_absence", settle_absence)
    return seats


async def test_a_table_that_everybody_has_left_asks_the_database_a_few_times_a_seat(settled):
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users = await alay(4, rules={"teams": "pairs", "match.target": 5})
        clients = await seated(runtime, table, users)
        await play_a_trick(clients)
        for client in clients:
            await client.close()
        await settle()
        for _ in range(100):
            await clock.go(1)
    assert settled
    assert len(settled) <= 4 * len(clients)


async def test_a_seat_is_asked_about_where_one_person_is_still_here(settled):
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users = await alay(4, rules={"teams": "pairs", "match.target": 5})
        clients = await seated(runtime, table, users)
        await play_a_trick(clients)
        turn = clients[0].view["turn"]
        for client in clients:
            if client.seat != turn:
                await client.close()
        await settle()
        await clock.go(61)
        await clients[turn].until_table(lambda shown: len(shown["absences"]) == 3)
