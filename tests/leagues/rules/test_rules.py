"""Rules of leagues: fixtures, dates, tables, promotion and relegation, whatever the results."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leagues.rules.fixtures import DIVISION_SIZE, ROUNDS, byes, fixtures
from games.leagues.rules.league_table import (
    MISSED_TO_LEAVE,
    Result,
    annulled_entrants,
    league_table,
    walkover,
)
from games.leagues.rules.movements import (
    Placed,
    PlayOff,
    Standing,
    division_sizes,
    movements,
    next_divisions,
    play_offs,
)
from games.leagues.rules.season_dates import (
    CATCH_UP_WEEK,
    PLAY_OFFS,
    claimable_from,
    closes_at,
    default_slot,
    local,
    may_be_played,
    round_window,
    time_lost,
)

sizes = st.integers(2, DIVISION_SIZE)
seeds = st.text("0123456789abcdef", min_size=1, max_size=8)
MONDAYS = st.dates(date(2024, 1, 1), date(2035, 1, 1)).map(
    lambda day: day - timedelta(days=day.weekday())
)
ZONES = st.sampled_from(
    [
        "Europe/Madrid",
        "America/New_York",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "UTC",
    ]
)


# -- fixtures --------------------------------------------------------------------------------------


@given(seeds, sizes)
def test_all_of_a_division_meet_equally_often_and_nobody_plays_twice_in_a_round(seed, size):
    rounds = fixtures(seed, range(size))
    assert len(rounds) <= ROUNDS
    met = Counter(frozenset(match) for matches in rounds for match in matches)
    assert set(met) == {frozenset(pair) for pair in combinations(range(size), 2)}
    assert len(set(met.values())) == 1
    for matches in rounds:
        busy = [one for match in matches for one in match]
        assert len(busy) == len(set(busy))
        assert len(byes(matches, range(size))) == size % 2


@given(seeds, sizes)
def test_nobody_is_at_home_much_more_often_than_away(seed, size):
    home = Counter(match[0] for matches in fixtures(seed, range(size)) for match in matches)
    away = Counter(match[1] for matches in fixtures(seed, range(size)) for match in matches)
    assert all(abs(home[one] - away[one]) <= 1 for one in range(size))


@given(seeds, st.permutations(range(7)))
def test_fixtures_follow_from_the_seed_whatever_the_order(seed, entrants):
    assert fixtures(seed, entrants) == fixtures(seed, range(7))


@pytest.mark.parametrize("entrants", [range(9), [1, 1]])
def test_too_many_entrants_and_the_same_twice_are_no_division(entrants):
    with pytest.raises(ValueError, match="entrants"):
        fixtures("5e", list(entrants))


# -- dates -----------------------------------------------------------------------------------------


@given(ZONES, MONDAYS)
def test_weeks_follow_each_other_from_monday_to_monday_by_the_clocks_of_the_zone(zone, monday):
    ends = local(zone, monday)
    for number in range(1, PLAY_OFFS + 1):
        window = round_window(zone, monday, number)
        assert window.starts_at == ends
        ends = window.ends_at
    assert ends == local(zone, monday + timedelta(weeks=10))


@given(ZONES, MONDAYS, st.integers(1, 7), st.integers(0, 6), st.times())
def test_the_default_lies_in_its_week_and_is_settled_before_it(zone, monday, number, weekday, at):
    slot, settled = default_slot(zone, monday, number, weekday=weekday, at=at)
    assert settled <= slot
    assert slot in round_window(zone, monday, number)
    assert may_be_played(zone, monday, number, slot)


def test_a_match_is_played_in_its_week_or_in_the_one_to_catch_up():
    zone, monday = "Europe/Madrid", date(2026, 11, 23)
    for week, fits in ((2, True), (3, False), (CATCH_UP_WEEK, True), (PLAY_OFFS, False)):
        moment = round_window(zone, monday, week).starts_at
        assert may_be_played(zone, monday, 2, moment) == fits
    assert closes_at(zone, monday, 2) == round_window(zone, monday, CATCH_UP_WEEK).ends_at


def test_the_hour_stays_when_the_clocks_change():
    slots = [
        default_slot("Europe/Madrid", date(2026, 10, 19), number, weekday=3, at=time(21, 0))[0]
        for number in (1, 2)
    ]
    assert [slot.hour for slot in slots] == [19, 20]


def test_time_lost_counts_outages_in_the_time_that_they_add():
    start = datetime(2026, 11, 23, tzinfo=UTC)
    hour = timedelta(hours=1)
    outages = [(start - hour, start + hour), (start + 10 * hour, start + 12 * hour)]
    assert time_lost(start, start + 9 * hour, outages) == hour
    assert time_lost(start, start + 10 * hour, outages) == 3 * hour
    assert claimable_from(start + 10 * hour, outages) == start + 12 * hour + hour / 3


# -- tables ----------------------------------------------------------------------------------------


@st.composite
def seasons(draw):
    """Results of a division: entrants, results, and who has withdrawn."""
    size = draw(sizes)
    results = []
    for number, matches in enumerate(fixtures("5e", range(size)), start=1):
        for home, away in matches:
            kind = draw(st.sampled_from(["played"] * 6 + ["missed", "both", "open"]))
            vp = draw(st.integers(0, 80)) / 4
            if kind == "played":
                results.append(Result(number, home, away, vp, 20 - vp))
            elif kind != "open":
                missed = [away] if kind == "missed" else [home, away]
                results.append(walkover(number, home, away, missed))
    withdrawn = draw(st.sets(st.integers(0, size - 1), max_size=2))
    return list(range(size)), results, withdrawn


@given(seasons(), st.randoms())
def test_a_table_is_whole_ordered_and_the_same_in_whatever_order_it_is_counted(season, lots):
    entrants, results, withdrawn = season
    lines = league_table("5e", entrants, results, withdrawn=withdrawn)
    assert [line.place for line in lines] == list(range(1, len(entrants) + 1))
    assert sorted(line.entrant for line in lines) == entrants
    keys = [(line.out, line.missed >= 2, -line.points, -line.vp) for line in lines]
    assert keys == sorted(keys)
    mixed = lots.sample(entrants, len(entrants)), lots.sample(results, len(results))
    assert league_table("5e", *mixed, withdrawn=withdrawn) == lines


@given(seasons())
def test_points_of_a_match_that_was_played_are_two_in_all(season):
    entrants, results, _withdrawn = season
    played = [one for one in results if one.played]
    lines = league_table("5e", entrants, played)
    assert sum(line.points for line in lines) == 2 * len(played)
    assert sum(line.vp for line in lines) == pytest.approx(20 * len(played))


@given(seasons())
def test_results_against_who_is_annulled_count_for_nobody(season):
    entrants, results, withdrawn = season
    lines = {
        line.entrant: line for line in league_table("5e", entrants, results, withdrawn=withdrawn)
    }
    annulled = {one for one, line in lines.items() if line.annulled}
    for one in entrants:
        counted = [
            each for each in results
            if one in (each.home, each.away) and not {each.home, each.away} & annulled
        ]  # fmt: skip
        assert lines[one].played == len(counted)


def test_ties_are_broken_by_victory_points_then_directly_then_by_lot():
    results = [
        Result(1, 1, 2, 11, 9), Result(1, 3, 4, 11, 9),
        Result(2, 2, 3, 14, 6), Result(2, 4, 1, 14, 6),
    ]  # fmt: skip
    lines = league_table("5e", [1, 2, 3, 4], results)
    assert [(line.points, line.vp) for line in lines] == [(2, 23), (2, 23), (2, 17), (2, 17)]
    assert {lines[0].entrant, lines[1].entrant} == {2, 4}
    assert lines[1].decided_by == "vp"
    assert lines[0].decided_by == lines[2].decided_by == "lot"
    direct = [
        *results,
        Result(3, 2, 4, 10.5, 9.5),
        Result(3, 1, 3, 10.5, 9.5),
        Result(3, 4, 9, 21, 0),
    ]
    assert league_table("5e", [1, 2, 3, 4, 9], direct)[0].entrant in (2, 4)


def test_whoever_beat_the_other_is_before_it_where_both_have_as_much():
    for home_vp in (12, 8):
        results = [
            Result(1, 1, 2, home_vp, 20 - home_vp),
            Result(2, 1, 3, 20 - home_vp, home_vp), Result(2, 2, 4, home_vp, 20 - home_vp),
        ]  # fmt: skip
        lines = league_table("5e", [1, 2, 3, 4], results)
        two = [line.entrant for line in lines if line.entrant in (1, 2)]
        assert two == ([1, 2] if home_vp == 12 else [2, 1])


def test_two_missed_rounds_are_last_and_three_are_out():
    results = [Result(number, 1, 2, 20, 0) for number in (1, 2, 3, 4)]
    results += [walkover(5, 1, 3, [1]), walkover(6, 1, 3, [1])]
    lines = league_table("5e", [1, 2, 3], results, matches={1: 7, 2: 7, 3: 7})
    assert (lines[-1].entrant, lines[-1].points, lines[-1].out) == (1, 8, False)
    results.append(walkover(7, 1, 3, [1]))
    last = league_table("5e", [1, 2, 3], results, matches={1: 7, 2: 7, 3: 7})[-1]
    assert (last.entrant, last.missed, last.out, last.annulled) == (1, MISSED_TO_LEAVE, True, False)


@given(st.integers(0, 7))
def test_results_of_who_is_out_count_from_half_of_its_matches_on(played):
    results = [Result(number, 1, number + 1, 20, 0) for number in range(1, played + 1)]
    assert (1 in annulled_entrants(results, {1}, {1: 7})) == (played < 4)


# -- promotion and relegation ----------------------------------------------------------------------


@given(st.integers(0, 80))
def test_divisions_are_full_from_above_and_none_is_tiny(count):
    found = division_sizes(count)
    assert sum(found) == count
    assert all(size <= DIVISION_SIZE for size in found)
    if len(found) > 1:
        assert min(found) >= 4
        assert found == sorted(found, reverse=True)


def tables(*counts):
    """Tables of so many entrants; entrant 203 has the third place of the second division."""
    return [
        [Placed(100 * level + place, mu=25.0) for place in range(1, count + 1)]
        for level, count in enumerate(counts, start=1)
    ]


@pytest.mark.parametrize("lower_wins", [False, True])
def test_two_go_up_two_down_and_the_third_plays_the_sixth(lower_wins):
    divisions = tables(8, 8)
    (match,) = play_offs(divisions)
    assert (match.level, match.home, match.away) == (1, 106, 203)
    moved = movements(divisions, [match] if lower_wins else [])
    ups = {one for one, what in moved.items() if what.startswith("up")}
    downs = {one for one, what in moved.items() if what.startswith("down")}
    assert ups == ({201, 202, 203} if lower_wins else {201, 202})
    assert downs == ({106, 107, 108} if lower_wins else {107, 108})


def test_a_play_off_counts_for_those_who_played_it_where_the_tables_change_later():
    moved = movements(tables(8, 8), [PlayOff(1, home=105, away=204)])
    assert (moved[204], moved[105]) == ("up_play_off", "down_play_off")
    assert (moved[203], moved[106]) == ("stays", "stays")
    moved = movements(tables(8, 8), [PlayOff(1, home=106, away=202)])
    assert (moved[202], moved[106]) == ("up", "stays")


def test_who_wins_the_play_off_against_a_pair_that_withdraws_has_its_place():
    upper, lower = tables(8, 8)
    left = upper.pop(5)
    divisions = [[*upper, Placed(left.entrant, left.mu, out=True)], lower]
    moved = movements(divisions, [PlayOff(1, home=106, away=203)])
    assert (moved[106], moved[203]) == ("out", "up_play_off")
    past = [
        Standing(one.entrant, level, place, moved[one.entrant])
        for level, table in enumerate(divisions, start=1)
        for place, one in enumerate(table, start=1)
    ]
    assert set(next_divisions(past, {})[0]) == {101, 102, 103, 104, 105, 201, 202, 203}


def test_a_strong_newcomer_goes_up_two_divisions():
    divisions = tables(8, 8, 8)
    divisions[2][0] = Placed(301, mu=27.5)
    divisions[2][1] = Placed(302, mu=26.9)
    moved = movements(divisions)
    assert (moved[301], moved[302]) == ("up_two", "up")


@given(
    st.lists(st.integers(4, 8), min_size=1, max_size=4),
    st.sets(st.integers(1, 3)),
    st.sets(st.sampled_from([101, 103, 107, 201, 203, 206, 302])),
)
def test_who_goes_up_or_down_is_there_next_season_and_nobody_is_lost(counts, lower, out):
    divisions = [
        [Placed(one.entrant, one.mu, one.entrant in out) for one in table]
        for table in tables(*counts)
    ]
    moved = movements(divisions, [one for one in play_offs(divisions) if one.level in lower])
    past = [
        Standing(one.entrant, level, place, moved[one.entrant])
        for level, table in enumerate(divisions, start=1)
        for place, one in enumerate(table, start=1)
    ]
    found = next_divisions(past, {900: 25.0, 901: 30.0})
    everybody = [one for division in found for one in division]
    gone = {one for one, what in moved.items() if what == "out"}
    assert sorted(everybody) == sorted([*({one.entrant for one in past} - gone), 900, 901])
    assert everybody[-2:] == [901, 900], "new ones are at the bottom"


def test_full_divisions_change_places_exactly():
    divisions = tables(8, 8, 8)
    moved = movements(divisions)
    past = [
        Standing(one.entrant, level, place, moved[one.entrant])
        for level, table in enumerate(divisions, start=1)
        for place, one in enumerate(table, start=1)
    ]
    first, second, third = next_divisions(past, {})
    assert set(first) == {101, 102, 103, 104, 105, 106, 201, 202}
    assert set(second) == {107, 108, 203, 204, 205, 206, 301, 302}
    assert set(third) == {207, 208, *range(303, 309)}
