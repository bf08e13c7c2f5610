"""Answers to exercises, and the puzzle of the day."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django.db import IntegrityError, transaction

from games.models import DailyPuzzle, ExerciseTry, Mistake, Player
from games.puzzles.rules import assess, is_still_right
from games.puzzles.selectors.exercises import judgement_of, puzzle_candidates, puzzle_of, view_of

MAX_CHECKED_CANDIDATES: Final = 5
"""Candidates for the puzzle of a day that are judged again at most."""
CHECKING_WORLDS: Final = 1000
"""Worlds in which they are."""


def answer(*, mistake: Mistake, card: str, player: Player | None) -> dict[str, Any] | None:
    """Return the judgement of a card that a visitor chose in an exercise; store a player's.

    It is the solution with `right` (the card is as good as the best) and `chosen`; None where the
    card cannot be played, or the solution is gone. A stranger's (None) answer is not stored.
    """
    solution = judgement_of(mistake)
    chosen = next(
        (option for option in (solution or {"cards": []})["cards"] if option["card"] == card), None
    )
    if solution is None or chosen is None:
        return None
    if player is not None:
        _keep(mistake, card, player, right=chosen["right"])
    return {**solution, "right": chosen["right"], "chosen": card}


@transaction.atomic
def _keep(mistake: Mistake, card: str, player: Player, *, right: bool) -> None:
    """Store a player's answer to an exercise; later answers count as tries, and may solve it."""
    first = {"first_card": card, "first_right": right, "solved": right}
    row, created = ExerciseTry.objects.select_for_update().get_or_create(
        player=player, mistake=mistake, defaults=first
    )
    if not created:
        row.tries += 1
        row.solved = row.solved or right
        row.save(update_fields=["tries", "solved", "tried_at"])


def daily_puzzle(*, day: date) -> DailyPuzzle | None:
    """Return the puzzle of a day, chosen now if it has none; None if no position qualifies.

    Candidates are positions of public, finished matches. The choice follows from the day alone: it
    gives a place in the list of them, from where the first one is taken whose solution stays right
    with other random numbers.
    """
    stored = puzzle_of(day)
    if stored is not None:
        return stored
    among = puzzle_candidates()
    if not among:
        return None
    number = int.from_bytes(hashlib.sha256(f"puzzle/{day}".encode()).digest()[:8], "big")
    chosen = _clear_one(among, number % len(among), day)
    try:
        with transaction.atomic():
            # one that was chosen when more was asked gives way
            DailyPuzzle.objects.update_or_create(day=day, defaults={"mistake_id": chosen})
    except IntegrityError:  # somebody else asked at the same moment
        pass
    return puzzle_of(day)


def _clear_one(among: Sequence[int], first: int, day: date) -> int:
    """Return the first candidate for a daily puzzle, from index `first` on, that stays clear.

    Its solution must stay right with other random numbers. After MAX_CHECKED_CANDIDATES without one
    it is the candidate at `first`.
    """
    for offset in range(min(MAX_CHECKED_CANDIDATES, len(among))):
        chosen = among[(first + offset) % len(among)]
        mistake = Mistake.objects.select_related("match__record").get(pk=chosen)
        solution, view = judgement_of(mistake), view_of(mistake)
        if solution is None or view is None:
            continue
        if is_still_right(assess(view, f"puzzle/{day}", CHECKING_WORLDS), solution["best"]):
            return chosen
    return among[first]
