"""Answers to puzzles at the same moment count once; no movement of a rating is lost."""

from datetime import UTC, datetime

import pytest

from games.common.errors import PuzzleError
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating, PuzzleRun
from games.puzzles.services.puzzles import answer_puzzle
from games.puzzles.services.runs import answer_run, start_run
from tests.puzzles.rules.support import right_of, stored_puzzles
from tests.services.test_stakes_at_once import at_once
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_two_answers_of_one_player_at_once_count_once():
    puzzle, ana = stored_puzzles(1)[0], player_without_account("Ana")

    def answer():
        answer_puzzle(puzzle=puzzle, answer=right_of(puzzle), player=ana, now=NOW)

    assert at_once(*[answer] * 4) == [None] * 4
    puzzle.refresh_from_db()
    assert (puzzle.attempts, puzzle.solved) == (1, 1)
    assert PuzzleRating.objects.get().attempts == PuzzleAttempt.objects.count() == 1


def test_answers_of_many_players_at_once_all_count():
    rows = stored_puzzles(2)[:2]
    people = [player_without_account(name) for name in ("Ana", "Berta", "Carles", "David")]
    calls = [
        lambda row=row, who=who: answer_puzzle(
            puzzle=row, answer=right_of(row), player=who, now=NOW
        )
        for who in people
        for row in (rows if who.pk % 2 else rows[::-1])
    ]
    assert at_once(*calls) == [None] * 8
    assert sorted(Puzzle.objects.values_list("attempts", flat=True)) == [4, 4]
    assert set(PuzzleRating.objects.values_list("attempts", flat=True)) == {2}


def test_an_answer_sent_twice_counts_once_in_a_run():
    stored_puzzles(4)
    ana = player_without_account("Ana")
    run = start_run(player=ana, mode="rush", now=NOW)
    asked, answer = run.puzzle.public_id, right_of(run.puzzle)

    def send():
        answer_run(run=run.public_id, puzzle=asked, answer=answer, player=ana, now=NOW)

    raised = at_once(send, send, send)
    assert sum(one is None for one in raised) == 1
    assert all(isinstance(one, PuzzleError) for one in raised if one is not None)
    run.refresh_from_db()
    assert (run.right, len(run.answers)) == (1, 1)


def test_runs_begun_at_once_leave_one_open():
    stored_puzzles(3)
    ana = player_without_account("Ana")
    raised = at_once(*[lambda: start_run(player=ana, mode="rush", now=NOW)] * 3)
    assert all(one is None or one.code == "conflict" for one in raised)
    assert PuzzleRun.objects.filter(finished_at=None).count() == 1
