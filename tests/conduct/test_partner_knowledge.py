"""The statistics of partners who follow each other's cards."""

from __future__ import annotations

import random

import pytest

from games.conduct.partner_knowledge import (
    Baseline,
    Evidence,
    baseline_of,
    is_suspicious,
    log_likelihood_ratio,
    z_score,
)


@pytest.mark.parametrize(
    ("decisions", "followed", "deals", "found"),
    [
        (200, 100, 60, True),
        (199, 199, 60, False),  # too few decisions
        (200, 200, 59, False),  # too few deals
        (200, 72, 60, False),  # 36 % of 30 %
    ],
)
def test_nobody_is_looked_at_before_there_is_enough(decisions, followed, deals, found):
    assert is_suspicious(Evidence(decisions, followed, deals), Baseline(0.3)) is found


def test_scores_are_those_of_a_binomial_share():
    found = Evidence(400, 200, 90)
    assert z_score(found, Baseline(0.5)) == 0
    assert z_score(found, Baseline(0.3)) == pytest.approx(0.2 / (0.21 / 400) ** 0.5)
    assert z_score(found, Baseline(0.3, 4.0)) == pytest.approx(0.1 / (0.21 / 400) ** 0.5)
    assert z_score(Evidence(0, 0, 0), Baseline(0.3)) == 0
    assert log_likelihood_ratio(found, Baseline(0.5)) == 0
    assert log_likelihood_ratio(found, Baseline(0.3)) == pytest.approx(34.87, abs=0.01)


def test_a_few_who_stand_out_hardly_change_the_baseline():
    dice = random.Random(1)
    others = [Evidence(200, sum(dice.random() < 0.3 for _ in range(200)), 80) for _ in range(90)]
    honest = baseline_of(others)
    assert honest.share == pytest.approx(0.3, abs=0.02)
    mixed = baseline_of([*others, *[Evidence(200, 130, 80)] * 10])
    assert mixed.share < honest.share + 0.05
    assert mixed.dispersion < 5
    assert is_suspicious(Evidence(200, 130, 80), mixed)


def test_where_honest_pairs_differ_widely_more_is_needed():
    alike = baseline_of([Evidence(200, 60, 80)] * 20)
    spread = baseline_of([Evidence(200, 20 + 8 * number, 80) for number in range(11)])
    assert alike.dispersion == 1
    assert spread.dispersion > 10
    assert not is_suspicious(Evidence(200, 110, 80), spread)
