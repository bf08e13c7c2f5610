"""Results between honest friends, against the probability by which improbable ones are found."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from games.conduct.rating_watch import is_improbable
from games.stats.ratings import Standing, rate_match, win_probability

PEOPLE = 80
MATCHES = 1600
MEETINGS = 8
FRIENDS = 4000


def chance(difference: float) -> float:
    """The true probability to win at a difference of strength in logit."""
    return 1 / (1 + exp(-difference))


@pytest.mark.parametrize("spread", [0.25, 0.5, 1.0])
def test_honest_friends_are_seldom_found(spread):
    rng = Random(f"friends {spread}")
    strengths = [rng.gauss(0, spread) for _ in range(PEOPLE)]
    standings = {number: Standing() for number in range(PEOPLE)}
    for _ in range(MATCHES):
        first, second = rng.sample(range(PEOPLE), 2)
        won = rng.random() < chance(strengths[first] - strengths[second])
        rate_match(standings, [[first], [second]], [0, 1] if won else [1, 0])
    flagged = 0
    for _ in range(FRIENDS):
        friends = rng.sample(range(PEOPLE), 2)
        first, second = ([(standings[friend].mu, standings[friend].sigma)] for friend in friends)
        probability = chance(strengths[friends[0]] - strengths[friends[1]])
        wins = sum(rng.random() < probability for _ in range(MEETINGS))
        expected = win_probability(first, second)
        flagged += is_improbable(wins, MEETINGS, expected, 1.0) or is_improbable(
            MEETINGS - wins, MEETINGS, 1 - expected, 1.0
        )
    assert flagged <= 0.02 * FRIENDS
