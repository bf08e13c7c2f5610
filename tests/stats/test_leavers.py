"""Ratings after somebody has left: what holds for any ratings, sides and result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.stats.ratings import RATING_RULE, Standing, rate_match

SIDES = [[0, 2], [1, 3]]
standings = st.builds(
    Standing, st.floats(10, 40), st.floats(1, 9), st.integers(0, 50), st.none()
)  # fmt: skip
tables = st.tuples(*[standings] * 4)
results = st.sampled_from([[0, 1], [1, 0], [0, 0]])
leavers = st.integers(0, 3)


def rated(table, ranks, left=None, rule=RATING_RULE):
    """The values of mu after a match at a table of four, in pairs."""
    held = {
        seat: Standing(one.mu, one.sigma, one.matches, one.best) for seat, one in enumerate(table)
    }
    rate_match(held, SIDES, ranks, rule=rule, left=left or {})
    return [held[seat].mu for seat in range(4)]


@given(tables, results, leavers, st.sampled_from(["early", "late"]))
def test_a_leaver_is_never_better_off_than_by_losing(table, ranks, leaver, when):
    lost = rated(table, [0, 1] if leaver % 2 else [1, 0])
    assert rated(table, ranks, {leaver: when})[leaver] <= lost[leaver] + 1e-9


@given(tables, results, leavers, st.sampled_from(["early", "late"]))
def test_opponents_of_a_leaver_are_rated_by_the_result(table, ranks, leaver, when):
    plain, left = rated(table, ranks), rated(table, ranks, {leaver: when})
    for seat in range(4):
        if seat % 2 != leaver % 2:
            assert left[seat] == plain[seat]


@given(tables, results, leavers)
def test_a_partner_keeps_a_gain_and_loses_nothing_or_at_most_half(table, ranks, leaver):
    partner = (leaver + 2) % 4
    before, plain = table[partner].mu, rated(table, ranks)[partner]
    early = rated(table, ranks, {leaver: "early"})[partner]
    late = rated(table, ranks, {leaver: "late"})[partner]
    if plain >= before:
        assert early == late == plain
    else:
        assert early == before
        assert plain - 1e-9 <= late <= before


@given(tables, results, leavers, st.sampled_from(["early", "late"]), st.sampled_from([0, 1]))
def test_matches_of_before_are_rated_as_if_nobody_had_left(table, ranks, leaver, when, rule):
    plain = rated(table, ranks, rule=rule)
    assert rated(table, ranks, {leaver: when}, rule=rule) == plain
