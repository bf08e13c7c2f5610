"""Runs of puzzles: a streak until the first wrong answer, and a rush of three minutes.

The server gives each puzzle, counts the time, and takes one answer to each. Runs move no rating.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from games.common.errors import PuzzleError
from games.models import Player
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRun
from games.puzzles.selectors.puzzles import puzzle_for_run, run_of
from games.puzzles.services.puzzles import add_attempt, is_right, locked_rating

RUSH_DURATION: Final = timedelta(minutes=3)
"""Duration of a rush."""
ANSWER_GRACE: Final = timedelta(seconds=1)
"""Time after its end for which an answer that was on its way still counts."""
MAX_WRONG: Final = {"streak": 1, "rush": 3}
"""Mode -> wrong answers that end a run."""
MAX_PUZZLES_A_RUN: Final = 1000
"""Most answers of one run."""


def start_run(*, player: Player, mode: str, now: datetime) -> PuzzleRun:
    """Begin a run of puzzles for a player, with its first puzzle; an open run ends.

    Raises:
        PuzzleError: `unknown_mode`; `no_puzzle`: there is none; `conflict`: another began just now.
    """
    if mode not in MAX_WRONG:
        raise PuzzleError("unknown_mode")
    try:
        with transaction.atomic():
            locked_rating(player)
            for open_run in PuzzleRun.objects.filter(player=player, finished_at=None):
                _finish(open_run, now)
            run = PuzzleRun(player=player, mode=mode, started_at=now)
            run.ends_at = now + RUSH_DURATION if mode == PuzzleAttempt.Mode.RUSH else None
            run.puzzle = puzzle_for_run(run)
            if run.puzzle is None:
                raise PuzzleError("no_puzzle")
            run.save()
    except IntegrityError:
        raise PuzzleError("conflict") from None
    return run


@transaction.atomic
def answer_run(*, run: str, puzzle: str, answer: str, player: Player, now: datetime) -> bool:
    """Store the answer to the current puzzle of a run (public id), and choose the next puzzle.

    Return whether it was right. An answer that comes too late, or a second time, counts as nothing.
    Locks the player's rating, then the run.

    Raises:
        PuzzleError: `no_run`; `run_over`; `not_asked`: another puzzle is to be solved; `no_choice`.
    """
    locked_rating(player)
    row = PuzzleRun.objects.select_for_update().filter(public_id=run, player=player).first()
    if row is None:
        raise PuzzleError("no_run")
    if row.finished_at is not None or is_late(row, now):
        raise PuzzleError("run_over")
    asked = row.puzzle
    if asked is None or asked.public_id != puzzle:
        raise PuzzleError("not_asked")
    right = is_right(asked, answer)
    add_attempt(asked, player, answer, mode=row.mode, now=now)
    _count(row, asked, answer, right=right)
    ended = row.wrong >= MAX_WRONG[row.mode] or len(row.answers) >= MAX_PUZZLES_A_RUN
    row.puzzle = None if ended else puzzle_for_run(row)
    if row.puzzle is None:
        _finish(row, now)
    else:
        row.save()
    return right


@transaction.atomic
def end_run(*, run: str, player: Player, now: datetime) -> None:
    """End a player's open run of puzzles (public id), as the player leaves or time is up."""
    locked_rating(player)
    row = PuzzleRun.objects.select_for_update().filter(public_id=run, player=player).first()
    if row is not None and row.finished_at is None:
        _finish(row, now)


def current_run(*, run: str, player: Player, now: datetime) -> PuzzleRun | None:
    """Return a player's run of puzzles (public id), ended if time is up; None without one."""
    row = run_of(player, run)
    if row is None or row.finished_at is not None or not is_late(row, now):
        return row
    end_run(run=run, player=player, now=now)
    return run_of(player, run)


def is_late(run: PuzzleRun, now: datetime) -> bool:
    """Return True if the time for this run of puzzles is up."""
    return run.ends_at is not None and now > run.ends_at + ANSWER_GRACE


def _count(run: PuzzleRun, puzzle: Puzzle, answer: str, *, right: bool) -> None:
    """Add an answer to a run of puzzles."""
    run.answers = [*run.answers, [puzzle.pk, answer, right]]
    run.right += right
    run.wrong += not right


def _finish(run: PuzzleRun, now: datetime) -> None:
    """End a run of puzzles, and store it as the player's record if it is one."""
    run.puzzle = None
    run.finished_at = now if run.ends_at is None else min(now, run.ends_at)
    run.save()
    rating = locked_rating(run.player)
    field = f"best_{run.mode}"
    if run.right > getattr(rating, field):
        setattr(rating, field, run.right)
        rating.save(update_fields=[field])
