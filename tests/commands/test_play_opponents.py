"""The short form of the contest in which two players of a table favour each other."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from tools.laboratory.favour_contest import FavourPosition, play_tables

POSITIONS = [
    FavourPosition(
        asked="1o",
        own={"1o": 2 + at / 5, "2o": 0, "3o": 3},
        against_leader={"1o": 2, "2o": 0, "3o": 1},
        joint={"1o": 0, "2o": 4, "3o": 5},
        with_third={"1o": 6, "2o": 0, "3o": 2},
    )
    for at in range(10)
]


def test_tables_where_two_favour_each_other_are_found_and_honest_ones_are_not():
    tables = play_tables(POSITIONS, 40, 4, "short")
    assert all(one.found for one in tables if one.colluding)
    assert not any(one.wrongly for one in tables)


def test_who_favours_an_opponent_seldom_is_not_found():
    tables = play_tables(POSITIONS, 40, 4, "short", share=0.05)
    assert not any(one.found or one.wrongly for one in tables)


def test_the_command_plays_positions_of_bots_and_prints_a_table():
    out = StringIO()
    call_command(
        "play_opponents", "--matches", "2", "--worlds", "60", "--tables", "20", "--colluding", "2",
        stdout=out,
    )  # fmt: skip
    lines = out.getvalue().splitlines()
    assert "count for an opponent" in lines[0]
    assert any(line.startswith("| two favour each other | 2 |") for line in lines)
