"""Reads for the path of learning: stored steps, and scores against the house's bots."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count, F, Q

from games.models import PathStep, Player, Seat
from games.models.matches import MatchStatus
from games.models.people import PlayerKind

SCORE_CACHE_S: Final = 60
"""Seconds for which a player's scores against the house are cached."""

LESSON: Final = "lesson"
"""Name of the step of the lesson."""


class StepProgress(NamedTuple):
    """A player's progress on a step of the path that is stored."""

    done_at: datetime | None = None
    """Time at which the step was first done; None if it is only begun."""
    best: int | None = None
    """Most right answers, where a step counts them."""


class HouseScore(NamedTuple):
    """Numbers of matches a player has won and lost against one level of the house's bots."""

    won: int = 0
    lost: int = 0


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


def house_scores(player: int) -> dict[str, HouseScore]:
    """Return level of the house's bots -> the score of a player (row id) against it.

    Matches of two count that have ended with a winner. The answer may be a minute old.
    """
    key = f"house_scores:{player}"
    scores: dict[str, HouseScore] | None = cache.get(key)
    if scores is None:
        scores = _house_scores(player)
        cache.set(key, scores, SCORE_CACHE_S)
    return scores


def _house_scores(player: int) -> dict[str, HouseScore]:
    """Return the scores of `house_scores` from the database, in one query."""
    own = Seat.objects.filter(
        player=player,
        won__isnull=False,
        match__players=2,
        match__status=MatchStatus.FINISHED,
        match__seats__kind=PlayerKind.BOT,
        match__seats__player__bot__gt="",
    )
    rows = (
        own.order_by()
        .values(level=F("match__seats__player__bot"))
        .annotate(wins=Count("pk", filter=Q(won=True)), losses=Count("pk", filter=Q(won=False)))
    )
    return {row["level"]: HouseScore(row["wins"], row["losses"]) for row in rows}


def path_data(player: Player) -> list[Any]:
    """Return a player's stored steps of the path, for the download of their data."""
    return list(player.path_steps.order_by("pk").values("step", "done_at", "best"))
