"""The repository's set: small, of all games, each with one right choice that stays right."""

import random

import pytest

from games.engine import PRESETS
from games.puzzles.rules import (
    THEMES,
    StoredDeal,
    StoredDealError,
    assess,
    is_still_right,
    theme_of,
)
from games.puzzles.services.making import PUZZLE_SET_FILE
from tests.puzzles.rules.support import lines

MOST_BYTES = 200_000
SAMPLED = 12
ROUNDS = random.Random(7).sample(range(len(lines())), SAMPLED)


def test_the_set_is_of_all_games_and_themes_and_small():
    assert len(lines()) >= 440
    assert {line["deal"]["preset"] for line in lines()} == set(PRESETS)
    assert {line["theme"] for line in lines()} == set(THEMES)
    assert sum(line["theme"] == "last_tricks" for line in lines()) >= 12
    classic = [line for line in lines() if line["deal"]["preset"] == "ludoteka"]
    assert sum(line["deal"]["players"] == 2 for line in classic) >= 150
    assert PUZZLE_SET_FILE.stat().st_size <= MOST_BYTES


def test_every_puzzle_can_be_played_up_to_its_decision_and_on():
    for line in lines():
        deal = StoredDeal.from_json(line["deal"])
        view = deal.view
        best = line["solution"][2][0]
        assert theme_of(view, best) == line["theme"]
        assert deal.state_after(len(deal.actions)).results
        assert deal.as_json() == line["deal"]


def test_no_puzzle_is_solved_by_any_choice():
    for line in lines():
        _unit, _exact, best, *others = line["solution"]
        assert others
        assert best[3] == 0
        assert all(other[3] > 0 for other in others)


@pytest.mark.parametrize("number", ROUNDS)
def test_the_solution_stays_right_with_other_random_numbers(number):
    line = lines()[number]
    view = StoredDeal.from_json(line["deal"]).view
    assert is_still_right(assess(view, "other numbers", 1000), line["solution"][2][0])


@pytest.mark.parametrize(
    "changes",
    [{"preset": "bridge"}, {"players": 9}, {"deck": "?"}, {"plays": [7]}, {"plays": None}],
)
def test_a_line_that_is_no_deal_is_refused(changes):
    with pytest.raises(StoredDealError):
        StoredDeal.from_json({**lines()[0]["deal"], **changes})


def test_a_deal_that_breaks_the_rules_is_refused():
    deal = lines()[0]["deal"]
    broken = StoredDeal.from_json({**deal, "plays": ["aaaa"], "at": 4})
    with pytest.raises(StoredDealError):
        broken.view  # noqa: B018 - reading it plays the deal
