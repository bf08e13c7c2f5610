"""Browser tests that pass only at the second attempt are counted, and fail a run the second time."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MATCH = "tests/browser/test_match.py::test_a_card_is_played[4 players]"
CHAT = "tests/browser/test_chat.py::test_two_people_talk"


@pytest.fixture
def count_run(tmp_path):
    """Return a function that counts a run by the names that failed first and second."""
    main = runpy.run_path(str(ROOT / ".ci/flaky_tests.py"))["main"]

    def count(*first: str, second: tuple[str, ...] = ()) -> int:
        outputs = []
        for number, names in enumerate((first, second)):
            output = tmp_path / f"output-{number}"
            lines = [f"FAILED {name} - AssertionError: FAILED to draw" for name in names]
            output.write_text("\n".join(["..F.", *lines, "1 failed, 3 passed in 2.00s"]))
            outputs.append(output)
        return main(*outputs, tmp_path / "cache/flaky.json")

    return count


def test_the_same_name_twice_in_ten_runs_fails(count_run, capsys):
    assert count_run(MATCH) == 0
    assert count_run(CHAT) == 0
    assert count_run(MATCH) == 1
    printed = capsys.readouterr().out
    assert f"2 x {MATCH} (in this run)" in printed
    assert f"1 x {CHAT}\n" in printed


def test_a_run_without_it_passes_though_the_history_has_it_twice(count_run):
    count_run(MATCH)
    count_run(MATCH)
    assert count_run() == 0


def test_the_history_ends_after_ten_runs(count_run):
    count_run(MATCH)
    for _ in range(9):
        assert count_run() == 0
    assert count_run(MATCH) == 0


def test_what_fails_at_both_attempts_is_no_flaky_test(count_run):
    assert count_run(MATCH, second=(MATCH,)) == 0
    assert count_run(MATCH) == 0


def test_tests_whose_fixtures_fail_are_counted(tmp_path):
    failed_tests = runpy.run_path(str(ROOT / ".ci/flaky_tests.py"))["failed_tests"]
    assert failed_tests(f"ERROR {MATCH} - no browser\nERROR: not a test\n") == {MATCH}


@pytest.mark.parametrize("history", [None, "", "[[", "[]"])
def test_a_missing_or_damaged_history_is_an_empty_one(count_run, tmp_path, history):
    if history is not None:
        (tmp_path / "cache").mkdir()
        (tmp_path / "cache/flaky.json").write_text(history)
    assert count_run(MATCH) == 0
    assert json.loads((tmp_path / "cache/flaky.json").read_text()) == [[MATCH]]
