"""Rows of counters joined in Python and in the database: any cut of the matches gives the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import PlayerFigures
from games.stats.columns import PLAYERS, RUN, join, outcome, write
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
RESULTS = st.lists(st.sampled_from([(True, False), (False, True), (False, False)]), max_size=14)


def rows_of(results: list[tuple[bool, bool]]) -> list[dict[str, Any]]:
    return [
        {
            **outcome(won, lost),
            "matches": 1,
            "matches_won": int(won),
            "points": 10 * number + 1,
            "last_match_at": BEGAN + timedelta(days=(number * 5) % 7),
        }
        for number, (won, lost) in enumerate(results)
    ]


def plainly(results: list[tuple[bool, bool]]) -> tuple[int, int, int]:
    """Streak, best and worst, counted one by one."""
    streak = best = worst = 0
    for won, lost in results:
        if won:
            streak = max(streak, 0) + 1
        elif lost:
            streak = min(streak, 0) - 1
        else:
            streak = 0
        best, worst = max(best, streak), max(worst, -streak)
    return streak, best, worst


def joined(rows: list[dict[str, Any]]) -> dict[str, Any]:
    total: dict[str, Any] = {}
    for row in rows:
        join(PLAYERS, total, row)
    return total


@given(before=RESULTS, after=RESULTS)
def test_two_stretches_of_matches_join_to_what_both_are(before, after):
    rows = rows_of(before + after)
    first, second = joined(rows[: len(before)]), joined(rows[len(before) :])
    join(PLAYERS, first, second)
    whole = joined(rows)
    names = {*first, *whole}
    assert {n: first.get(n) or 0 for n in names} == {n: whole.get(n) or 0 for n in names}
    streak, best, worst = plainly(before + after)
    assert [first.get(name, 0) for name in RUN[:3]] == [streak, best, worst]


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(results=RESULTS.filter(bool), cuts=st.lists(st.integers(0, 13), max_size=4))
def test_the_database_joins_as_python_does_wherever_one_cuts(results, cuts):
    ana = player_without_account("Ana")
    PlayerFigures.objects.all().delete()
    rows = rows_of(results)
    edges = sorted({0, len(rows), *(cut for cut in cuts if cut < len(rows))})
    for low, high in pairwise(edges):
        write(PLAYERS, {(ana.pk, "2", 0): joined(rows[low:high])})
    found = PlayerFigures.objects.get()
    whole = joined(rows)
    for name in (*RUN, "matches", "matches_won", "points", "last_match_at"):
        assert (getattr(found, name) or 0) == (whole.get(name) or 0), name
    assert found.deals == 0


def test_nothing_is_written_for_nothing():
    write(PLAYERS, {})
    assert not PlayerFigures.objects.exists()
