"""What the API says of the pot of a match."""

from __future__ import annotations

import pytest

from tests.api.support import ask
from tests.services.stakes import again, end, people, staked

pytestmark = pytest.mark.django_db


def pot_of(match):
    return ask(f"/matches/{match.public_id}/")["pot"]


def test_a_match_says_what_it_is_played_for_and_who_got_it():
    four = people(4)
    match = staked(four).match
    assert pot_of(match) == {"stake": 10, "pot": 40, "outcome": None, "payouts": None}
    end(match, 1)
    assert pot_of(match) == {
        "stake": 10,
        "pot": 40,
        "outcome": "paid",
        "payouts": [0, 20, 0, 20],
    }
    (listed,) = ask("/matches/")["results"]
    assert listed["pot"]["pot"] == 40


def test_a_drawn_match_says_that_its_pot_was_kept_and_the_next_one_plays_for_it():
    two = people(2)
    table = staked(two, **{"pot.on_tie": "double"})
    match = table.match
    end(match)
    assert (pot_of(match)["outcome"], pot_of(match)["payouts"]) == ("kept", [0, 0])
    assert pot_of(again(table, *two))["pot"] == 40


def test_a_match_for_nothing_has_none():
    match = staked(people(2), 0).match
    assert pot_of(match) is None
