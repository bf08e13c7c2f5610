"""Tables of three to six for a round of individuals."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.rules.pairing import Entrant
from games.tournaments.rules.table_draw import draw_tables


def after(
    tables: list[tuple[int, ...]], out: tuple[int, ...], field: list[Entrant]
) -> list[Entrant]:
    """The field after these tables, with the place at the table as score."""
    place = {one: at for table in tables for at, one in enumerate(table)}
    mates = {one: set(table) - {one} for table in tables for one in table}
    return [
        Entrant(
            one.id,
            one.score + place.get(one.id, 0),
            one.rating,
            one.met | mates.get(one.id, set()),
            one.byes + (one.id in out),
            one.leads + (place.get(one.id) == 0),
        )
        for one in field
    ]


@settings(max_examples=60)
@given(st.integers(3, 6), st.integers(6, 40))
def test_everybody_sits_at_one_table_or_is_left_over_and_nobody_twice_before_all(size, count):
    field = [Entrant(one, 0.0) for one in range(count)]
    for number in range(4):
        tables, out = draw_tables(field, size=size, seed=str(number))
        assert all(len(table) == size for table in tables)
        assert len(out) == count % size
        assert Counter([*out, *(one for table in tables for one in table)]) == Counter(range(count))
        field = after(tables, out, field)
        byes = [one.byes for one in field]
        assert max(byes) - min(byes) <= 1


def test_fewer_meet_again_than_by_scores_alone():
    field = [Entrant(one, 0.0) for one in range(24)]
    tables, out = draw_tables(field, size=4, seed="first")
    field = after(tables, out, field)
    again = 0
    for table in draw_tables(field, size=4, seed="second")[0]:
        met = {one.id: one.met for one in field}
        again += sum(other in met[one] for one in table for other in table) // 2
    assert again <= 2


def test_a_table_has_at_least_two_seats():
    with pytest.raises(ValueError, match="two seats"):
        draw_tables([], size=1, seed="s")
