"""The rule about pauses: when one follows, and how long it is."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conduct import outcomes, pauses
from games.conduct.outcomes import WEIGHTS, Outcome
from games.conduct.pauses import (
    HALF_LIFE,
    LEFT_ADDS,
    MAX_EVIDENCE,
    PAUSE_FROM,
    Pause,
    Record,
    evidence_of,
    next_pause,
    pause_minutes,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
GOOD, LEFT = Outcome("finished"), Outcome("left")


def paused(*ended_ago: timedelta, minutes: int = 10) -> list[Pause]:
    return [Pause(minutes, NOW - one) for one in ended_ago]


@pytest.mark.parametrize("module", [outcomes, pauses])
def test_examples(module):
    assert doctest.testmod(module).failed == 0


def test_each_pause_that_comes_at_once_is_longer_by_the_table():
    had, found = [], []
    for _ in range(6):
        minutes = pause_minutes(Record(pauses=had), NOW)
        found.append(minutes)
        had.append(Pause(minutes, NOW))
    assert found == [10, 22, 48, 106, 233, 513]


def test_a_pause_after_three_days_is_as_long_as_the_last_and_then_shorter():
    for hours, minutes in ((0, 220), (36, 160), (71.99, 100), (72, 100), (144, 50), (2000, 10)):
        record = Record(pauses=paused(timedelta(hours=hours), minutes=100))
        assert pause_minutes(record, NOW) == minutes


@pytest.mark.parametrize(
    ("age", "trusted", "minutes"),
    [
        (timedelta(hours=2), True, 30),
        (timedelta(hours=2), False, 60),
        (timedelta(days=2), True, 20),
        (timedelta(days=3), True, 10),
        (timedelta(days=300), False, 20),
    ],
)
def test_new_and_untried_accounts_pause_longer(age, trusted, minutes):
    assert pause_minutes(Record(age=age, trusted=trusted), NOW) == minutes


def test_no_pause_is_longer_than_three_days_or_seven_after_ten_in_a_month():
    few = paused(*[timedelta(hours=1)] * 9, minutes=5000)
    assert pause_minutes(Record(pauses=few), NOW) == 3 * 24 * 60
    many = paused(*[timedelta(hours=1)] * 10, minutes=5000)
    assert pause_minutes(Record(pauses=many), NOW) == 7 * 24 * 60


def record_of(*played: Outcome, days_ago: float = 0.0) -> Record:
    """The record of matches that ended at one moment."""
    evidence = evidence_of([(outcome, NOW - timedelta(days=days_ago)) for outcome in played])
    return Record(evidence, bool(played) and played[-1].bad)


def test_five_matches_left_in_a_row_lead_to_a_pause_and_four_do_not():
    assert next_pause(record_of(*[LEFT] * 4), NOW) is None
    assert next_pause(record_of(*[LEFT] * 5), NOW) == 10
    assert next_pause(record_of(*[Outcome("left", pairs=True)] * 4), NOW) == 10


def test_a_match_left_counts_as_much_as_about_five_that_are_finished():
    assert evidence_of([(LEFT, NOW)]).value == pytest.approx(1.3218, abs=1e-4)
    assert evidence_of([(LEFT, NOW), (GOOD, NOW)]).value == pytest.approx(1.0485, abs=1e-4)
    assert evidence_of([(LEFT, NOW), *[(GOOD, NOW)] * 5]).value == 0.0
    assert evidence_of([(LEFT, NOW), (Outcome("excused"), NOW)]).value == LEFT_ADDS


def test_the_evidence_is_bounded_so_that_some_finished_matches_end_it():
    assert record_of(*[LEFT] * 50).evidence.value == MAX_EVIDENCE
    assert next_pause(record_of(*[LEFT] * 50, *[GOOD] * 8, LEFT), NOW) == 10
    assert next_pause(record_of(*[LEFT] * 50, *[GOOD] * 9, LEFT), NOW) is None


def test_the_evidence_halves_in_forty_five_days():
    then = [(LEFT, NOW - HALF_LIFE)] * 5
    assert evidence_of(then).value_at(NOW) == MAX_EVIDENCE / 2
    assert evidence_of([*then, (LEFT, NOW)]).value == MAX_EVIDENCE / 2 + LEFT_ADDS
    assert evidence_of(then).value_at(NOW - 2 * HALF_LIFE) == MAX_EVIDENCE, "clocks may differ"


def test_a_pause_wipes_nothing_so_the_next_match_left_brings_another():
    later = Record(record_of(*[LEFT] * 6).evidence, True, paused(timedelta(hours=1)))
    assert next_pause(later, NOW) == 22


def test_only_a_bad_outcome_leads_to_a_pause():
    assert next_pause(record_of(*[LEFT] * 10, GOOD), NOW) is None
    assert next_pause(record_of(*[LEFT] * 10, Outcome("returned")), NOW) is None
    assert next_pause(record_of(), NOW) is None


def test_leaving_partners_weighs_more():
    assert Outcome("left", pairs=True).weight == pytest.approx(1.2)
    assert Outcome("no_first_card", pairs=True).weight == pytest.approx(0.8)
    assert not Outcome("excused", pairs=True).bad


kinds = st.sampled_from(sorted(WEIGHTS))


@given(st.lists(st.builds(Outcome, kinds, st.booleans()), max_size=40), st.integers(0, 40))
def test_whoever_finishes_another_match_is_never_paused_sooner(played, place):
    """A finished match anywhere before the last bad one never leads to a pause."""
    more = [*played[:place], GOOD, *played[place:]]
    if not played or place >= len(played):
        return
    if next_pause(record_of(*more), NOW) is not None:
        assert next_pause(record_of(*played), NOW) is not None


@given(st.lists(st.builds(Outcome, kinds, st.booleans()), max_size=60))
def test_the_evidence_stays_within_its_bounds(played):
    assert 0 <= record_of(*played).evidence.value <= MAX_EVIDENCE
    assert PAUSE_FROM < MAX_EVIDENCE


@given(st.integers(1, 4000), st.floats(0, 5000))
def test_a_pause_is_at_least_ten_minutes_and_at_most_three_days(minutes, hours):
    record = Record(pauses=paused(timedelta(hours=hours), minutes=minutes))
    assert 10 <= pause_minutes(record, NOW) <= 3 * 24 * 60
