"""Measuring habits: the deals are those of the game, and only the habit makes a difference."""

from __future__ import annotations

import json

import numpy as np
import pytest

from games.bots.simulation.coding import NONE, Ints, kernel_for
from games.bots.simulation.policy import NO_NOISE, policy_for
from games.bots.simulation.rollouts import Position, Worlds, play_outs
from tools.laboratory.habits import experts
from tools.laboratory.habits.__main__ import text_of
from tools.laboratory.habits.batches import BatchResult, play, wins
from tools.laboratory.habits.measuring import decks_of, measure, rules_of, total_of
from tools.laboratory.habits.moments import HABITS, Habit

DECKS = 150


def habit(name: str, case: str) -> Habit:
    """A habit by its name and case."""
    return next(one for one in HABITS if (one.name, one.case) == (name, case))


def played(one: Habit | None, *, doing: bool, players: int = 2) -> BatchResult:
    """Deals with a habit on the seat of the eldest."""
    rules = rules_of(players)
    cards = next(iter(decks_of(rules, DECKS, 7)))
    seats = np.zeros(DECKS, np.int64)
    return play(kernel_for(rules), policy_for(rules), cards, seats, one, doing=doing)


@pytest.mark.parametrize("players", [2, 4])
def test_without_a_habit_the_deals_are_those_of_the_policy(players: int) -> None:
    rules = rules_of(players)
    cards = next(iter(decks_of(rules, 20, 7)))
    found = play(
        kernel_for(rules), policy_for(rules), cards, np.zeros(20, np.int64), None, doing=True
    )
    dealt = 3 * players
    for row, deck in enumerate(cards):
        hands = deck[:dealt].reshape(3, players).T[None]
        worlds = Worlds(np.ascontiguousarray(hands), deck[None, dealt + 1 :], np.ones(1, np.int64))
        position = Position(0, (), 40 - dealt, int(deck[dealt]), 0, (0, 0))
        points = play_outs(
            kernel_for(rules),
            policy_for(rules),
            NO_NOISE,
            position,
            worlds,
            np.array([NONE]),
            "numpy",
        )
        assert points[0, 0].tolist() == found.points[row].tolist()


@pytest.mark.parametrize("one", HABITS, ids=lambda one: f"{one.name}-{one.case}")
def test_the_two_ways_part_only_where_the_habit_comes_up(one: Habit) -> None:
    doing, leaving = (played(one, doing=way, players=one.players) for way in (True, False))
    assert (doing.came_up == leaving.came_up).all()
    same = (doing.points == leaving.points).all(1)
    assert same[~doing.came_up].all()
    assert (doing.points.sum(1) == 120).all()
    assert (leaving.points.sum(1) == 120).all()


def test_who_refuses_to_exchange_plays_other_deals() -> None:
    one = habit("exchange", "figure")
    usual, doing, leaving = (
        played(one, doing=True), played(None, doing=True), played(one, doing=False)
    )  # fmt: skip
    assert (usual.points == doing.points).all()
    assert (leaving.points != doing.points).any()


def test_a_tie_is_half_a_win_for_each() -> None:
    points: Ints = np.array([[60, 60], [61, 59]])
    assert wins(points).tolist() == [[0.5, 0.5], [1.0, 0.0]]


def test_figures_are_counted_and_the_same_seed_gives_the_same() -> None:
    steps: list[int] = []
    found = measure(40, 3, steps.append)
    assert sum(steps) == total_of(40)
    assert found == measure(40, 3, lambda count: None)
    assert found["decisions"] > 100_000
    for row in found["habits"]:
        assert row["deals"] == 40 * row["players"]
        assert len(row["points"]) == len(row["won"]) == 2


def test_the_expert_says_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experts, "WORLDS", 10)
    found = experts.measure_expert(0.2, 1, _nothing)
    assert found["decisions"] > 10
    seen = [row for row in found["habits"] if row["positions"]]
    assert seen
    assert all(0 <= row["does"] <= 1 for row in seen)


def test_the_figures_are_written_a_line_a_case() -> None:
    found = {
        "made": "2026-01-02",
        "learned": {"decks": 1, "habits": [{"case": "a"}, {"case": "b"}]},
    }
    text = text_of(found)
    assert json.loads(text) == found
    assert '   {"case": "b"}' in text.splitlines()


def _nothing(count: int) -> None:
    """Take no notice of the progress."""
