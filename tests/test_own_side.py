"""The order of the sides: one's own first, wherever a viewer has one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.common.own_side import sides_in_order
from games.engine.seating import sides_for

TEAMS = {2: ["individual"], 3: ["individual"], 4: ["individual", "pairs"], 5: ["individual"]}
TEAMS[6] = ["individual", "pairs", "threes"]
SEATINGS = [
    sides_for(players, teams) for players, all_teams in TEAMS.items() for teams in all_teams
]


@st.composite
def results(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Sides, and which of them won: none in a draw, maybe several."""
    sides = [list(side) for side in draw(st.sampled_from(SEATINGS))]
    winners = draw(st.lists(st.sampled_from(range(len(sides))), unique=True))
    return sides, winners


@given(results())
def test_every_viewer_sees_their_own_side_first_whatever_the_result(result):
    sides, winners = result
    for side, seats in enumerate(sides):
        for seat in seats:
            order = sides_in_order(sides, seat, winners)
            assert order[0] == side
            assert sorted(order) == list(range(len(sides)))


@given(results())
def test_where_all_play_alone_the_others_follow_as_they_play(result):
    sides, winners = result
    if len(sides) != sum(map(len, sides)):
        return
    for seat in range(len(sides)):
        expected = [(seat + step) % len(sides) for step in range(len(sides))]
        assert sides_in_order(sides, seat, winners) == expected


@given(results())
def test_who_has_no_side_sees_the_winners_first(result):
    sides, winners = result
    order = sides_in_order(sides, None, winners)
    assert order == sorted(winners) + [side for side in range(len(sides)) if side not in winners]
    assert sides_in_order(sides, 9, winners) == order, "a seat that is not at this table"
