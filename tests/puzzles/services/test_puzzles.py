"""Answers to puzzles: the first one is rated; streaks and rushes are counted by the server."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from accounts.services import close_account
from games.common.errors import PuzzleError
from games.models.people import PlayerKind
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating, PuzzleRun
from games.puzzles.selectors.puzzle_progress import theme_progress
from games.puzzles.selectors.puzzles import (
    CLASSIC_UNTIL_ANSWERS,
    NEAREST_PUZZLES,
    next_puzzle,
    rating_of,
    theme_counts,
)
from games.puzzles.services.puzzles import answer_puzzle
from games.puzzles.services.runs import RUSH_DURATION, answer_run, end_run, start_run
from games.site.personal_data import personal_data
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of
from tests.stats.support import stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def puzzle() -> Puzzle:
    return stored_puzzles(1)[0]


def answered(puzzle, choice, who, **how):
    return answer_puzzle(puzzle=puzzle, answer=choice, player=who, now=NOW, **how)


def test_a_right_answer_lifts_the_player_and_lowers_the_puzzle(puzzle):
    ana, before = player_without_account("Ana"), puzzle.display
    result = answered(puzzle, right_of(puzzle), ana)
    puzzle.refresh_from_db()
    assert (result.right, result.rated) == (True, True)
    assert result.after > result.before == 1500
    assert puzzle.display < before
    assert (puzzle.attempts, puzzle.solved) == (1, 1)


def test_a_wrong_answer_does_the_opposite(puzzle):
    result = answered(puzzle, wrong_of(puzzle), player_without_account("Ana"))
    before = puzzle.display
    puzzle.refresh_from_db()
    assert result.after < result.before
    assert puzzle.display > before
    assert (puzzle.attempts, puzzle.solved) == (1, 0)


def test_only_the_first_answer_counts(puzzle):
    ana = player_without_account("Ana")
    first = answered(puzzle, wrong_of(puzzle), ana)
    again = answered(puzzle, right_of(puzzle), ana)
    assert (again.right, again.first, again.rated) == (True, False, False)
    assert rating_of(ana)["rating"] == first.after
    assert PuzzleAttempt.objects.get().answer == wrong_of(puzzle)


@pytest.mark.parametrize("kind", [PlayerKind.GUEST, PlayerKind.BOT])
def test_guests_and_programs_solve_without_a_rating(puzzle, kind):
    result = answered(puzzle, right_of(puzzle), player_without_account("Nadie", kind))
    puzzle.refresh_from_db()
    assert (result.right, result.first, result.rated) == (True, True, False)
    assert puzzle.attempts == 0


def test_strangers_solve_without_being_kept(puzzle):
    assert answered(puzzle, right_of(puzzle), None).right
    assert not PuzzleAttempt.objects.exists()


def test_who_sat_in_the_match_is_not_rated_and_not_asked(puzzle):
    match = stored()
    Puzzle.objects.update(match=match, at="d1t1c1")
    puzzle.refresh_from_db()
    assert not answered(puzzle, right_of(puzzle), player_without_account("Ana")).rated
    assert next_puzzle(player_without_account("Berta")) is None
    assert next_puzzle(player_without_account("Carles")) == puzzle


def test_what_cannot_be_chosen_is_refused_and_kept_nowhere(puzzle):
    with pytest.raises(PuzzleError, match="no_choice"):
        answered(puzzle, "O99", player_without_account("Ana"))
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRating.objects.exists()


def test_the_next_puzzle_is_one_that_was_not_answered_and_of_the_theme():
    rows = stored_puzzles(4)
    ana, theme = player_without_account("Ana"), rows[0].theme
    for row in rows:
        if row.theme == theme:
            assert next_puzzle(ana, theme).theme == theme
            answered(row, right_of(row), ana)
    assert next_puzzle(ana, theme) is None
    counts = {row["theme"]: row for row in theme_counts(ana)}
    assert counts[theme]["solved"] == counts[theme]["tried"] == counts[theme]["puzzles"]
    assert theme_progress(ana, theme) == (counts[theme]["puzzles"], counts[theme]["tried"])


def of_games(presets):
    """Store a puzzle of each of these presets, the first the nearest to a new solver."""
    rows = stored_puzzles(len(presets))[: len(presets)]
    for number, (row, preset) in enumerate(zip(rows, presets, strict=True)):
        row.preset, row.display = preset, 1000 + 100 * number
        row.save()
    return rows


OTHERS = ["chiamata"] * (CLASSIC_UNTIL_ANSWERS + NEAREST_PUZZLES) + ["ludoteka"]


def test_who_has_answered_hardly_any_puzzle_is_asked_about_the_classic_game_first():
    *_others, classic = of_games(OTHERS)
    ana = player_without_account("Ana")
    assert next_puzzle(None) == next_puzzle(ana) == classic
    assert start_run(player=ana, mode="streak", now=NOW).puzzle == classic
    answered(classic, right_of(classic), ana)
    assert next_puzzle(ana).preset == "chiamata", "none of the classic game is left"


def test_who_has_answered_some_puzzles_is_asked_about_any_game():
    rows = of_games(OTHERS)
    ana = player_without_account("Ana")
    for row in rows[:5]:
        answered(row, right_of(row), ana)
    PuzzleRating.objects.filter(player=ana).update(display=1000)
    assert next_puzzle(ana).preset == "chiamata"


def test_a_streak_ends_with_the_first_wrong_answer():
    stored_puzzles(6)
    ana = player_without_account("Ana")
    run = start_run(player=ana, mode="streak", now=NOW)
    for _ in range(3):
        assert step(run, ana, right_of)
    assert not step(run, ana, wrong_of)
    run.refresh_from_db()
    assert (run.right, run.wrong, run.finished_at) == (3, 1, NOW)
    assert rating_of(ana)["best_streak"] == 3
    assert rating_of(ana)["attempts"] == 0, "a run moves no rating"
    with pytest.raises(PuzzleError, match="run_over"):
        answer_run(run=run.public_id, puzzle="x", answer="O1", player=ana, now=NOW)


def step(run, who, choose, *, now=NOW):
    run.refresh_from_db()
    given = {"puzzle": run.puzzle.public_id, "answer": choose(run.puzzle)}
    return answer_run(run=run.public_id, player=who, now=now, **given)


def test_no_puzzle_comes_twice_in_a_run_and_it_ends_with_the_last():
    stored_puzzles(3)
    ana = player_without_account("Ana")
    run = start_run(player=ana, mode="streak", now=NOW)
    for _ in range(Puzzle.objects.count()):
        step(run, ana, right_of)
    run.refresh_from_db()
    asked = [pk for pk, _answer, _right in run.answers]
    assert len(set(asked)) == len(asked) == Puzzle.objects.count()
    assert run.finished_at is not None


def test_a_rush_lasts_three_minutes_by_the_clock_of_the_server():
    stored_puzzles(6)
    ana = player_without_account("Ana")
    run = start_run(player=ana, mode="rush", now=NOW)
    assert step(run, ana, right_of, now=NOW + RUSH_DURATION - timedelta(seconds=1))
    with pytest.raises(PuzzleError, match="run_over"):
        step(run, ana, right_of, now=NOW + RUSH_DURATION + timedelta(seconds=2))
    end_run(run=run.public_id, player=ana, now=NOW + RUSH_DURATION + timedelta(hours=1))
    run.refresh_from_db()
    assert (run.right, run.finished_at) == (1, NOW + RUSH_DURATION)
    assert rating_of(ana)["best_rush"] == 1


def test_three_wrong_answers_end_a_rush():
    stored_puzzles(6)
    ana = player_without_account("Ana")
    run = start_run(player=ana, mode="rush", now=NOW)
    for _ in range(3):
        step(run, ana, wrong_of)
    run.refresh_from_db()
    assert run.finished_at is not None


def test_a_run_takes_answers_to_the_puzzle_it_asks_alone_and_of_its_player():
    rows = stored_puzzles(3)
    ana = player_without_account("Ana")
    run = start_run(player=ana, mode="rush", now=NOW)
    other = next(row for row in rows if row.pk != run.puzzle_id)
    with pytest.raises(PuzzleError, match="not_asked"):
        answer_run(
            run=run.public_id, puzzle=other.public_id, answer=right_of(other), player=ana, now=NOW
        )
    with pytest.raises(PuzzleError, match="no_run"):
        step(run, player_without_account("Berta"), right_of)


def test_what_was_seen_in_a_run_is_not_rated_later():
    row = stored_puzzles(1)[0]
    ana = player_without_account("Ana")
    step(start_run(player=ana, mode="streak", now=NOW), ana, wrong_of)
    assert not answered(row, right_of(row), ana).rated


def test_a_new_run_ends_the_one_before():
    stored_puzzles(3)
    ana = player_without_account("Ana")
    first = start_run(player=ana, mode="rush", now=NOW)
    start_run(player=ana, mode="streak", now=NOW)
    first.refresh_from_db()
    assert first.finished_at == NOW
    assert PuzzleRun.objects.filter(finished_at=None).count() == 1


@pytest.mark.parametrize(("mode", "code"), [("forever", "unknown_mode"), ("rush", "no_puzzle")])
def test_a_run_that_cannot_begin_is_refused(mode, code):
    with pytest.raises(PuzzleError, match=code):
        start_run(player=player_without_account("Ana"), mode=mode, now=NOW)
    assert not PuzzleRun.objects.exists()


def test_answers_are_told_to_whom_they_are_of_and_go_with_the_account(puzzle):
    ana = player_without_account("Ana")
    ana.user = User.objects.create_user("Ana", "ana@example.org", "secret-word")
    ana.save()
    answered(puzzle, right_of(puzzle), ana)
    start_run(player=ana, mode="streak", now=NOW)
    result = personal_data(ana.user_id)["puzzles"]
    assert result["attempts"][0]["puzzle__public_id"] == puzzle.public_id
    assert result["rating"]["attempts"] == 1
    assert len(result["runs"]) == 1
    close_account(user=ana.user)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRating.objects.exists()
    assert not PuzzleRun.objects.exists()
