"""The puzzle of the day, and the small board on which pages show a puzzle."""

from datetime import date, timedelta

import pytest
from django.template.loader import render_to_string

from games.puzzles.models import Puzzle
from games.puzzles.selectors.daily_puzzle import puzzle_of_the_day
from games.puzzles.services.making import load_set
from games.puzzles.wording.mini_board import mini_board_context
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of
from tests.stats.support import stored

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 29)


def board_of(puzzle, answer=""):
    return render_to_string(
        "games/puzzles/_mini_board.html", {"board": mini_board_context(puzzle, answer)}
    )


def test_the_puzzle_of_the_day_is_of_the_classic_game_of_two_and_changes_by_day():
    load_set()
    days = [puzzle_of_the_day(TODAY + timedelta(days=day)) for day in range(4)]
    assert {(puzzle.preset, puzzle.players) for puzzle in days} == {("ludoteka", 2)}
    assert {len(puzzle.position["choices"]) for puzzle in days} == {3}
    assert len(set(days)) > 1
    assert puzzle_of_the_day(TODAY) == days[0]


def test_the_puzzle_of_the_day_is_searched_for_once(django_assert_num_queries):
    load_set()
    puzzle = puzzle_of_the_day(TODAY)
    with django_assert_num_queries(1):
        assert puzzle_of_the_day(TODAY) == puzzle


def test_another_puzzle_takes_the_place_of_one_that_is_gone():
    load_set()
    puzzle = puzzle_of_the_day(TODAY)
    puzzle.delete()
    assert puzzle_of_the_day(TODAY) not in (None, puzzle)


def test_without_the_classic_game_another_puzzle_serves_and_none_without_a_set():
    assert puzzle_of_the_day(TODAY) is None
    (row,) = stored_puzzles(1, "partner")
    assert puzzle_of_the_day(TODAY) == row


def test_a_puzzle_of_a_match_that_was_played_here_never_serves():
    (row,) = stored_puzzles(1, "trumps")
    Puzzle.objects.update(match=stored(seed="2"), at="d1t1c1")
    assert Puzzle.objects.get() == row
    assert puzzle_of_the_day(TODAY) is None


def test_the_cards_of_a_small_board_are_buttons_that_answer_the_puzzle():
    (row,) = stored_puzzles(1, "trumps")
    page = board_of(row)
    assert f'action="/puzzles/{row.public_id}/"' in page
    assert page.count('name="card"') == len(row.position["hand"])
    assert "best" not in page


def test_an_answered_small_board_has_values_and_one_reason():
    (row,) = stored_puzzles(1, "trumps")
    right, wrong = (board_of(row, answer(row)) for answer in (right_of, wrong_of))
    assert right.count('class="answer-card best"') == wrong.count('class="answer-card best"') == 1
    assert 'class="answer-card wrong"' not in right
    assert wrong.count('class="answer-card wrong"') == 1
    assert 'role="status"' in right
    assert "<button" not in right
