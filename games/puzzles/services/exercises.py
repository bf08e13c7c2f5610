"""Answers to exercises, and the puzzle of the day."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django.db import IntegrityError, transaction

from games.models import DailyPuzzle, ExerciseTry, Mistake, Player
from games.puzzles import assess, is_still_right
from games.selectors.exercises import judgement_of, puzzle_candidates, puzzle_of, view_of

TRIED: Final = 5
"""Candidates for the puzzle of a day that are judged again at most."""
WORLDS: Final = 1000
"""Worlds in which they are."""


def answer(*, mistake: Mistake, card: str, player: Player | None) -> dict[str, Any] | None:
    """Judge the card that somebody chose in an exercise: the position before a mistake.

    Return the solution with `right` (the card is as good as the best) and `chosen`; None where the
    card cannot be played, or the solution is gone. A player's answer is stored, a stranger's (None)
    is not.
    """
    found = judgement_of(mistake)
    chosen = next((one for one in (found or {"cards": []})["cards"] if one["card"] == card), None)
    if found is None or chosen is None:
        return None
    if player is not None:
        _keep(mistake, card, player, right=chosen["right"])
    return {**found, "right": chosen["right"], "chosen": card}


@transaction.atomic
def _keep(mistake: Mistake, card: str, player: Player, *, right: bool) -> None:
    """Store a player's answer; later answers count as tries and can only turn `solved` to true."""
    first = {"first_card": card, "first_right": right, "solved": right}
    row, made = ExerciseTry.objects.select_for_update().get_or_create(
        player=player, mistake=mistake, defaults=first
    )
    if not made:
        row.tries += 1
        row.solved = row.solved or right
        row.save(update_fields=["tries", "solved", "tried_at"])


def daily_puzzle(*, day: date) -> DailyPuzzle | None:
    """Return the puzzle of a day, chosen now if the day has none; None where no position qualifies.

    Candidates are positions of public, finished matches. The choice follows from the day alone: it
    gives a place in the list of them, from where the first one is taken whose solution stays right
    with other random numbers.
    """
    found = puzzle_of(day)
    if found is not None:
        return found
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
    """Return the first candidate from a place on whose solution stays right; of a few, that place's
    own where none of them does."""
    for offset in range(min(TRIED, len(among))):
        chosen = among[(first + offset) % len(among)]
        mistake = Mistake.objects.select_related("match__record").get(pk=chosen)
        told, view = judgement_of(mistake), view_of(mistake)
        if told is None or view is None:
            continue
        if is_still_right(assess(view, f"puzzle/{day}", WORLDS), told["best"]):
            return chosen
    return among[first]
