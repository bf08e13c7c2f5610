"""Puzzles: storing them, and answers, of which the first may move two ratings."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson
from django.db import transaction

from games.common.errors import PuzzleError
from games.engine import PlayerView
from games.models import Match, Player, Seat
from games.models.people import PlayerKind
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating, PuzzleRun
from games.puzzles.rules import CheckedChoice
from games.puzzles.rules.solution import solution_of
from games.puzzles.selectors.puzzles import position_for
from games.stats.ratings import (
    CENTRE,
    PER_MU,
    START_MU,
    Standing,
    deviation,
    rate_match,
)

SOLVER_SIGMA: Final = 25 / 3
"""Sigma of a new solver's rating; puzzles have no luck, so solvers differ more than players do."""
PUZZLE_SIGMA: Final = SOLVER_SIGMA * 0.6
"""Sigma of a new puzzle, whose first rating follows from which bots solve it."""
SETTLED_AFTER: Final = 5
"""Rated answers after which a rating of solvers or puzzles is no longer provisional."""


class PuzzleStanding(Standing):
    """Rating of a solver or a puzzle, with the number of answers by which it has settled."""

    @property
    def provisional(self) -> bool:
        """Return True if the rating is based on too few answers to be reliable."""
        return self.matches < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class AnsweredPuzzle:
    """Result of an answer to a puzzle: right or wrong, and the change of the player's rating."""

    right: bool
    answer: str
    first: bool
    """Whether it was the player's first answer to this puzzle; True for strangers."""
    rated: bool
    """Whether it moved ratings."""
    before: int | None = None
    """The player's rating before, where the answer moved it."""
    after: int | None = None


def store_puzzle(
    *,
    view: PlayerView,
    checked: CheckedChoice,
    match: Match | None = None,
    at: str = "",
    deal: Mapping[str, Any] | None = None,
) -> bool:
    """Store a puzzle with its first rating; return False if it is already stored.

    `view` is the position, `checked` its theme, solution and first rating. It is from a `match`, at a place of its
    review (`at`, such as "d2t3c1"), or from a `deal` that is stored with it.
    """
    values = {
        "preset": view.rules.ruleset.preset,
        "players": view.rules.players,
        "theme": checked.theme,
        "position": position_for(view),
        "solution": solution_of(checked.assessment),
        "mu": START_MU + (checked.rating - CENTRE) / PER_MU,
        "sigma": PUZZLE_SIGMA,
        "display": checked.rating,
    }
    if deal is not None:
        values["deal"] = deal
        return Puzzle.objects.get_or_create(public_id=deal_id(deal), defaults=values)[1]
    values["public_id"] = secrets.token_hex(5)
    return Puzzle.objects.get_or_create(match=match, at=at, defaults=values)[1]


def deal_id(deal: Mapping[str, Any]) -> str:
    """Return the public id of a stored deal's puzzle: 10 hexadecimal digits of its hash."""
    body = orjson.dumps(deal, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(body).hexdigest()[:10]


def answer_puzzle(
    *, puzzle: Puzzle, answer: str, player: Player | None, now: datetime
) -> AnsweredPuzzle:
    """Judge an answer to a puzzle; a player's first answer is stored, and may change ratings.

    An account of a person is rated, unless the person sat in the match; guests, programs and
    strangers (None) are not. Locks the player's rating, then the puzzle.

    Raises:
        PuzzleError: `no_choice`: that cannot be chosen there.
    """
    right = is_right(puzzle, answer)
    if player is None:
        return AnsweredPuzzle(right, answer, first=True, rated=False)
    with transaction.atomic():
        standing = locked_rating(player)
        mode = PuzzleAttempt.Mode.SINGLE
        row = add_attempt(puzzle, player, answer, mode=mode, now=now)
        if row is None:
            return AnsweredPuzzle(right, answer, first=False, rated=False)
        if not _may_be_rated(puzzle, player):
            return AnsweredPuzzle(right, answer, first=True, rated=False)
        before = standing.display
        _move(standing, puzzle, row)
    return AnsweredPuzzle(right, answer, True, True, before, standing.display)


def is_right(puzzle: Puzzle, answer: str) -> bool:
    """Return True if an answer to a puzzle is the right one.

    Raises:
        PuzzleError: `no_choice`: that cannot be chosen there.
    """
    if answer not in puzzle.position["choices"]:
        raise PuzzleError("no_choice")
    return bool(answer == puzzle.solution["best"])


def locked_rating(player: Player) -> PuzzleRating:
    """Return a player's puzzle rating, locked; it is created if there is none."""
    first = {"mu": START_MU, "sigma": SOLVER_SIGMA, "display": CENTRE}
    row, _created = PuzzleRating.objects.select_for_update().get_or_create(
        player=player, defaults=first
    )
    return row


def add_attempt(
    puzzle: Puzzle, player: Player, answer: str, *, mode: str, now: datetime
) -> PuzzleAttempt | None:
    """Store a player's first answer to a puzzle, not rated yet; None if it is not the first.

    Needs the transaction of the caller, which holds the player's rating.
    """
    row, created = PuzzleAttempt.objects.get_or_create(
        player=player,
        puzzle=puzzle,
        defaults={
            "mode": mode,
            "answer": answer,
            "right": is_right(puzzle, answer),
            "rated": False,
            "puzzle_rating": puzzle.display,
            "answered_at": now,
        },
    )
    return row if created else None


def _may_be_rated(puzzle: Puzzle, player: Player) -> bool:
    """Return True if a player's answer is rated: a person's who did not play the deal."""
    if player.kind != PlayerKind.HUMAN:
        return False
    return not Seat.objects.filter(match=puzzle.match_id, player=player).exists()


def _move(own: PuzzleRating, puzzle: Puzzle, attempt: PuzzleAttempt) -> None:
    """Rate a first answer as a match of player against puzzle; store attempt and both ratings."""
    other = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    held = {
        0: PuzzleStanding(own.mu, own.sigma, own.attempts, own.best),
        1: PuzzleStanding(other.mu, other.sigma, other.attempts),
    }
    attempt.puzzle_rating = other.display
    rate_match(held, [[0], [1]], [0, 1] if attempt.right else [1, 0])
    for row, standing in ((own, held[0]), (other, held[1])):
        row.mu, row.sigma, row.display = standing.mu, standing.sigma, standing.display
        row.attempts += 1
    own.best = held[0].best
    own.solved += attempt.right
    other.solved += attempt.right
    own.save()
    other.save(update_fields=["mu", "sigma", "display", "attempts", "solved"])
    attempt.rated, attempt.rating = True, own.display
    attempt.deviation = deviation(own.sigma)
    attempt.save(update_fields=["rated", "rating", "deviation", "puzzle_rating"])


@transaction.atomic
def forget_puzzles(*, user_id: int) -> None:
    """Delete the puzzle rating, answers and runs of a deleted account."""
    PuzzleRating.objects.filter(player__user=user_id).delete()
    PuzzleAttempt.objects.filter(player__user=user_id).delete()
    PuzzleRun.objects.filter(player__user=user_id).delete()
