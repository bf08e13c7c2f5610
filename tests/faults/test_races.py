"""Two processes that race for one thing: exactly one wins, and the other is told."""

from __future__ import annotations

import pytest

from bench.soak import races

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def nothing() -> None:
    """No progress is shown here."""


async def test_one_of_two_gets_the_chair():
    assert (await races.seats(100, nothing))["races"] == 100


@pytest.mark.parametrize("same_id", [True, False], ids=["one id", "two ids"])
async def test_a_move_through_two_processes_is_played_once(same_id):
    assert (await races.moves(100, nothing, same_id=same_id))["races"] == 100


async def test_a_turn_whose_time_is_up_ends_once():
    won = (await races.clocks(100, nothing))["won"]
    assert sum(won.values()) == 100
