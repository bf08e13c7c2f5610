"""Odds of results between two accounts, and short losses in a row."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.conduct.rating_watch import (
    CASE_FROM,
    MESSAGE_FROM,
    SHORT_MATCHES,
    RatedMatch,
    due_after,
    is_improbable,
    result_odds,
    short_losses,
)

NOW = datetime(2026, 5, 1, 20, tzinfo=UTC)


def test_odds_of_a_result_are_a_binomial_tail():
    assert result_odds(0, 5, 0.3) == pytest.approx(1)
    assert result_odds(5, 5, 0.3) == pytest.approx(0.3**5)
    assert result_odds(1, 2, 0.5) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("wins", "matches", "expected", "share", "found"),
    [
        (7, 7, 0.5, 0.31, True),
        (6, 6, 0.5, 0.31, False),  # 1.6 %
        (7, 7, 0.5, 0.30, False),  # not more than the share
        (7, 7, 0.8, 0.9, False),  # the stronger player wins
        (4, 4, 0.1, 0.9, False),  # too few
        (5, 5, 0.3, 0.9, True),
    ],
)
def test_what_is_improbable_and_frequent_is_looked_at(wins, matches, expected, share, found):
    assert is_improbable(wins, matches, expected, share) is found


def matches(*short: bool, apart: timedelta = timedelta(minutes=10)) -> list[RatedMatch]:
    return [RatedMatch(NOW - number * apart, one) for number, one in enumerate(short)]


def test_only_the_latest_seven_matches_of_three_hours_count():
    assert short_losses(matches(*[True] * 9), NOW) == SHORT_MATCHES
    assert short_losses(matches(*[False] * 7, True), NOW) == 0
    assert short_losses(matches(*[True] * 4, apart=timedelta(hours=1)), NOW) == 3


@pytest.mark.parametrize(
    ("losses", "due"),
    [(MESSAGE_FROM - 1, None), (MESSAGE_FROM, "message"), (CASE_FROM, "case"), (7, "case")],
)
def test_a_message_comes_before_a_case(losses, due):
    assert due_after(losses) == due
