"""Two processes that race for one thing: exactly one wins, and the other is told."""

from __future__ import annotations

import pytest

from tools.soak import races

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

RACES = 40
"""The short form of the campaign of `make soak`."""


def nothing() -> None:
    """No progress is shown here."""


async def test_one_of_two_gets_the_chair():
    assert (await races.seats(RACES, nothing))["races"] == RACES


@pytest.mark.parametrize("same_id", [True, False], ids=["one id", "two ids"])
async def test_a_move_through_two_processes_is_played_once(same_id):
    assert (await races.moves(RACES, nothing, same_id=same_id))["races"] == RACES


async def test_a_turn_whose_time_is_up_ends_once():
    won = (await races.clocks(RACES, nothing))["won"]
    assert sum(won.values()) == RACES
