"""The rule about pauses: when one follows, and how long it is."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conduct import outcomes, pauses
from games.conduct.outcomes import WEIGHTS, Outcome
from games.conduct.pauses import Pause, Record, next_pause, pause_minutes

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
        minutes = pause_minutes(Record([LEFT], had), NOW)
        found.append(minutes)
        had.append(Pause(minutes, NOW))
    assert found == [10, 22, 48, 106, 233, 513]


def test_a_pause_after_three_days_is_as_long_as_the_last_and_then_shorter():
    for hours, minutes in ((0, 220), (36, 160), (71.99, 100), (72, 100), (144, 50), (2000, 10)):
        record = Record([LEFT], paused(timedelta(hours=hours), minutes=100))
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
    assert pause_minutes(Record([LEFT], (), age, trusted), NOW) == minutes


def test_no_pause_is_longer_than_three_days_or_seven_after_ten_in_a_month():
    few = paused(*[timedelta(hours=1)] * 9, minutes=5000)
    assert pause_minutes(Record([LEFT], few), NOW) == 3 * 24 * 60
    many = paused(*[timedelta(hours=1)] * 10, minutes=5000)
    assert pause_minutes(Record([LEFT], many), NOW) == 7 * 24 * 60


def test_four_bad_outcomes_of_ten_lead_to_a_pause_and_three_do_not():
    assert next_pause(Record([GOOD] * 7 + [LEFT] * 3), NOW) is None
    assert next_pause(Record([GOOD] * 6 + [LEFT] * 4), NOW) == 10
    assert next_pause(Record([GOOD] * 7 + [LEFT] * 4), NOW) is None
    assert next_pause(Record([GOOD] * 24 + [LEFT] * 6), NOW) == 10  # six in a row


def test_only_a_bad_outcome_leads_to_a_pause():
    assert next_pause(Record([LEFT] * 10 + [GOOD]), NOW) is None
    assert next_pause(Record([LEFT] * 10 + [Outcome("returned")]), NOW) is None
    assert next_pause(Record([]), NOW) is None


def test_less_is_borne_after_pauses_in_the_same_week():
    def least(pauses):
        return next(n for n in range(1, 9) if next_pause(Record([LEFT] * n, pauses), NOW))

    day = timedelta(days=1)
    assert [least(paused(*[day] * n)) for n in range(6)] == [4, 4, 3, 3, 2, 2]
    assert least(paused(*[timedelta(days=8)] * 3)) == 4


def test_the_first_day_and_three_pauses_in_a_month_are_stricter():
    some = [GOOD] * 9 + [LEFT] * 4  # 4 of 13: less than 0.4, more than 0.3
    assert next_pause(Record(some), NOW) is None
    assert next_pause(Record(some, age=timedelta(hours=3)), NOW) == 30
    assert next_pause(Record(some, paused(*[timedelta(days=20)] * 3)), NOW) == 10


def test_only_the_last_thirty_outcomes_count():
    assert next_pause(Record([LEFT] * 12 + [GOOD] * 29 + [LEFT]), NOW) is None


def test_leaving_partners_weighs_more():
    assert Outcome("left", pairs=True).weight == pytest.approx(1.2)
    assert Outcome("no_first_card", pairs=True).weight == pytest.approx(0.8)
    assert not Outcome("excused", pairs=True).bad


kinds = st.sampled_from(sorted(WEIGHTS))


@given(st.lists(st.builds(Outcome, kinds, st.booleans()), max_size=40))
def test_whoever_finishes_another_match_is_never_paused_sooner(played):
    """Good outcomes before the last bad one never lead to a pause that did not follow without."""
    after = next_pause(Record([GOOD, *played]), NOW)
    if after is not None:
        assert next_pause(Record(played), NOW) is not None


@given(st.integers(1, 4000), st.floats(0, 5000))
def test_a_pause_is_at_least_ten_minutes_and_at_most_three_days(minutes, hours):
    record = Record([LEFT], paused(timedelta(hours=hours), minutes=minutes))
    assert 10 <= pause_minutes(record, NOW) <= 3 * 24 * 60
