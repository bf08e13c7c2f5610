"""The statistics of players who favour one opponent."""

from __future__ import annotations

import random

import pytest

from games.conduct.opponent_favours import favour_score, is_favour
from games.conduct.partner_knowledge import Baseline, Evidence, z_score

BASE = Baseline(0.25)
FAIR = Evidence(200, 50, 80)


@pytest.mark.parametrize(
    ("found", "others", "queued"),
    [
        (Evidence(200, 110, 60), FAIR, True),
        (Evidence(199, 199, 60), FAIR, False),  # too few decisions
        (Evidence(200, 200, 59), FAIR, False),  # too few deals
        (Evidence(200, 110, 60), Evidence(49, 5, 60), False),  # too little about the others
        (Evidence(200, 110, 60), Evidence(200, 110, 80), False),  # gives to everybody
        (Evidence(200, 60, 60), Evidence(200, 2, 80), False),  # no more than others do
    ],
)
def test_somebody_is_looked_at_who_gives_to_one_opponent_alone(found, others, queued):
    assert is_favour(found, others, BASE) is queued


def test_the_score_is_the_lesser_of_both_comparisons():
    found = Evidence(200, 110, 80)
    assert favour_score(found, Evidence(200, 0, 80), BASE) == pytest.approx(z_score(found, BASE))
    own = 0.3 / (0.4 * 0.6 * 2 / 200) ** 0.5
    assert favour_score(found, FAIR, BASE) == pytest.approx(own)
    assert favour_score(found, FAIR, Baseline(0.25, 4.0)) == pytest.approx(own / 2)
    assert favour_score(Evidence(0, 0, 0), FAIR, BASE) == 0
    assert favour_score(Evidence(200, 0, 80), Evidence(200, 0, 80), BASE) < 0


def test_chance_alone_queues_nobody_among_a_thousand():
    dice = random.Random(3)

    def fair() -> Evidence:
        return Evidence(200, sum(dice.random() < 0.25 for _ in range(200)), 80)

    assert not any(is_favour(fair(), fair(), BASE) for _ in range(1000))
