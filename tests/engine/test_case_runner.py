"""The runner of worked cases: it says so where it does not understand, and where it is not so."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from tests.engine.case_runner import run_case
from tests.engine.cases_reading import QuickLoader, UnknownWordError

HERE = Path(__file__).parent
CASES = [
    case
    for name in ("cases.yaml", "more_cases.yaml")
    for case in yaml.load((HERE / name).read_text(encoding="utf-8"), Loader=QuickLoader)["cases"]
]
FIRST = next(case for case in CASES if case["id"] == "X01")


def otherwise(value):
    """Values unlike this one, of the same kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, str):
        return [f"{value}x" if len(value) > 2 else "O99"]
    if value is None:
        return ["O99"]
    if isinstance(value, list):
        changed = [[*value[:at], one, *value[at + 1 :]] for at, old in enumerate(value)
                   for one in otherwise(old)]  # fmt: skip
        return changed or [["O99"]]
    return [{**value, key: one} for key, old in value.items() for one in otherwise(old)]


EXPECTATIONS = [
    pytest.param(case, key, id=f"{case['id']}-{key}") for case in CASES for key in case["expect"]
]


@pytest.mark.parametrize(("case", "key"), EXPECTATIONS)
def test_every_expectation_could_fail(case, key):
    wrong = otherwise(case["expect"][key])
    if key == "not_sees":
        wrong = [[0]]  # the seat that is asked, which sees its own hand
    if key == "not_legal":
        wrong = [case["expect"].get("legal") or case["expect"]["legal_contains"]]
    assert wrong or case["expect"][key] == {}
    for one in wrong:
        changed = deepcopy(case)
        changed["expect"][key] = one
        with pytest.raises((AssertionError, ValueError, KeyError, IndexError, TypeError)):
            run_case(changed)


@pytest.mark.parametrize(
    "change",
    [
        {"weather": "fine"},
        {"setup": {**FIRST["setup"], "weather": "fine"}},
        {"expect": {"weather": "fine"}},
        {"action": "whistle"},
        {"action": {"seat": 0, "whistle": True}},
        {"action": {"seat": 0, "event": "rain"}},
        {"expect": {"view_of_0": {"weather": "fine"}}},
    ],
)
def test_what_the_runner_does_not_know_is_an_error(change):
    with pytest.raises(UnknownWordError):
        run_case({**FIRST, **change})


def test_cards_may_have_french_names():
    case = {
        "id": "F", "preset": "base", "players": 2, "options": {"deck.french": "1098"},
        "setup": {"trump": "spades"}, "plays": [[0, "hearts-10"], [1, "hearts-A"]],
        "expect": {"winner": 1, "points": 15},
    }  # fmt: skip
    run_case(case)
