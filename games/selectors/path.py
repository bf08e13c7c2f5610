"""Reads for the path of learning: the stored steps."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from games.models import PathStep, Player

LESSON: Final = "lesson"
"""Name of the step of the lesson."""


class StepProgress(NamedTuple):
    """A player's progress on a step of the path that is stored."""

    done_at: datetime | None = None
    """Time at which the step was first done; None if it is only begun."""
    best: int | None = None
    """Most right answers, where a step counts them."""


def better_progress(first: StepProgress, second: StepProgress) -> StepProgress:
    """Return two records of the same step as one: the earlier day, and the higher count.

    >>> better_progress(StepProgress(None, 7), StepProgress(None, 9)).best
    9
    """
    days = [day for day in (first.done_at, second.done_at) if day is not None]
    counts = [count for count in (first.best, second.best) if count is not None]
    return StepProgress(min(days, default=None), max(counts, default=None))


def stored_steps(player: int) -> dict[str, StepProgress]:
    """Return step -> progress of a player (row id), for the steps that have a row."""
    rows = PathStep.objects.filter(player=player).values_list("step", "done_at", "best")
    return {step: StepProgress(done_at, best) for step, done_at, best in rows}


def path_data(player: Player) -> list[Any]:
    """Return a player's stored steps of the path, for the download of their data."""
    return list(player.path_steps.order_by("pk").values("step", "done_at", "best"))
