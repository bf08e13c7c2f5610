"""Ratings after somebody has left: what holds for any ratings, sides and result."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.stats.ratings import RATING_RULE, Standing, rate_match

SIDES = [[0, 2], [1, 3]]
SHIELD = 3
"""Last version of the rule by which opponents of a leaver were rated by the result."""
FORMS = {
    "two": [[0], [1]],
    "three": [[0], [1], [2]],
    "four alone": [[0], [1], [2], [3]],
    "pairs": SIDES,
    "threes": [[0, 2, 4], [1, 3, 5]],
    "three pairs": [[0, 3], [1, 4], [2, 5]],
}
standings = st.builds(
    Standing, st.floats(10, 40), st.floats(1, 9), st.integers(0, 50), st.none()
)  # fmt: skip
tables = st.tuples(*[standings] * 4)
results = st.sampled_from([[0, 1], [1, 0], [0, 0]])
leavers = st.integers(0, 3)


def rated(table, ranks, left=None, rule=RATING_RULE):
    """The values of mu after a match at a table of four, in pairs."""
    standings_by_seat = {
        seat: Standing(standing.mu, standing.sigma, standing.matches, standing.best)
        for seat, standing in enumerate(table)
    }
    rate_match(standings_by_seat, SIDES, ranks, rule=rule, leavers=left or {})
    return [standings_by_seat[seat].mu for seat in range(4)]


@given(tables, results, leavers, st.sampled_from(["early", "late"]))
def test_a_leaver_is_never_better_off_than_by_losing(table, ranks, leaver, when):
    lost = rated(table, [0, 1] if leaver % 2 else [1, 0])
    assert rated(table, ranks, {leaver: when})[leaver] <= lost[leaver] + 1e-9


def changes(sides, ranks, leavers, *, sigma=25 / 3, matches=0, mus=None):
    """Return the change in a match of each rating shown, by player."""
    players = sorted(player for side in sides for player in side)
    mus = mus or [25.0] * len(players)
    standings = {player: Standing(mus[player], sigma, matches) for player in players}
    rate_match(standings, sides, ranks, leavers=dict.fromkeys(leavers, "late"))
    return [40 * (standings[player].mu - mus[player]) for player in players]


def results_of(sides):
    """Every result of a match of two sides; of more sides some of each kind."""
    count = len(sides)
    if count == 2:
        return [[0, 1], [1, 0], [0, 0]]
    return [list(range(count)), list(range(count))[::-1], [0] * count, [0, *[1] * (count - 1)]]


def cases():
    for form, sides in FORMS.items():
        players = sorted(player for side in sides for player in side)
        for count in range(1, len(players)):
            for leavers in combinations(players, count):
                yield form, leavers


@pytest.mark.parametrize(("sigma", "matches"), [(25 / 3, 0), (3.5, 4), (3.5, 40), (1.5, 40)])
def test_with_equal_sigmas_the_changes_of_a_leave_add_up_to_nothing(sigma, matches):
    for form, leavers in cases():
        for ranks in results_of(FORMS[form]):
            differences = changes(FORMS[form], ranks, leavers, sigma=sigma, matches=matches)
            assert abs(sum(differences)) < 1e-6, (form, leavers, ranks)


@given(st.lists(st.floats(15, 35), min_size=6, max_size=6), st.floats(1, 9), st.data())
def test_changes_add_up_whatever_the_ratings_of_those_who_play(mus, sigma, data):
    form, leavers = data.draw(st.sampled_from(list(cases())))
    ranks = data.draw(st.sampled_from(results_of(FORMS[form])))
    differences = changes(FORMS[form], ranks, leavers, sigma=sigma, mus=mus)
    assert abs(sum(differences)) < 1e-6


@given(st.lists(standings, min_size=6, max_size=6), st.data())
def test_who_stays_loses_nothing_and_who_leaves_gains_nothing(table, data):
    form, leavers = data.draw(st.sampled_from(list(cases())))
    sides = FORMS[form]
    ranks = data.draw(st.sampled_from(results_of(sides)))
    players = {
        player: Standing(table[player].mu, table[player].sigma, table[player].matches)
        for side in sides
        for player in side
    }
    rate_match(players, sides, ranks, leavers=dict.fromkeys(leavers, "early"))
    for player, standing in players.items():
        if player in leavers:
            assert standing.mu < table[player].mu
        else:
            assert standing.mu >= table[player].mu - 1e-9


@pytest.mark.parametrize("ranks", [[0, 1], [1, 0]])
def test_in_a_match_of_two_a_leave_is_a_lost_match_whatever_the_bot_makes_of_it(ranks):
    lost = changes([[0], [1]], [0, 1], ())
    assert changes([[0], [1]], ranks, [1]) == pytest.approx(lost)


def test_of_three_who_play_alone_those_who_stay_are_rated_as_if_the_leaver_came_last():
    lost = changes(FORMS["three"], [0, 1, 2], ())
    assert changes(FORMS["three"], [1, 2, 0], [2]) == pytest.approx(lost, abs=1e-6)


def test_the_winners_share_what_a_leaver_loses_and_the_partner_loses_nothing():
    assert changes(SIDES, [0, 1], [1]) == pytest.approx([52.7, -105.4, 52.7, 0], abs=0.1)


def test_a_partner_who_wins_with_a_bot_gains_it_from_the_leaver_alone():
    assert changes(SIDES, [1, 0], [1]) == pytest.approx([0, -105.4, 0, 105.4], abs=0.1)


def test_a_leave_that_everybody_made_is_rated_by_the_result():
    assert changes(SIDES, [0, 1], range(4)) == changes(SIDES, [0, 1], ())


@given(tables, results, leavers, st.sampled_from(["early", "late"]))
def test_opponents_of_a_leaver_were_rated_by_the_result(table, ranks, leaver, when):
    by_result = rated(table, ranks, rule=SHIELD)
    with_leaver = rated(table, ranks, {leaver: when}, rule=SHIELD)
    for seat in range(4):
        if seat % 2 != leaver % 2:
            assert with_leaver[seat] == by_result[seat]


@given(tables, results, leavers)
def test_a_partner_kept_a_gain_and_lost_nothing_or_at_most_half(table, ranks, leaver):
    partner = (leaver + 2) % 4
    before, plain = table[partner].mu, rated(table, ranks, rule=SHIELD)[partner]
    early = rated(table, ranks, {leaver: "early"}, rule=SHIELD)[partner]
    late = rated(table, ranks, {leaver: "late"}, rule=SHIELD)[partner]
    if plain >= before:
        assert early == late == plain
    else:
        assert early == before
        assert plain - 1e-9 <= late <= before


@given(tables, results, leavers, st.sampled_from(["early", "late"]), st.sampled_from([0, 1]))
def test_matches_of_before_are_rated_as_if_nobody_had_left(table, ranks, leaver, when, rule):
    plain = rated(table, ranks, rule=rule)
    assert rated(table, ranks, {leaver: when}, rule=rule) == plain
