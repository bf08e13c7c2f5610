"""Reads of how far a player has come with puzzles: latest answers, themes, and what was missed."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Count

from games.engine import CLASSIC_PRESET
from games.models import Player
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.selectors.puzzles import puzzles_of

MAX_MISSED: Final = 50
"""Number of missed puzzles, the oldest, from which the next is drawn."""


class LatestAnswer(NamedTuple):
    """A player's first answer to a puzzle: whether it was right, and the puzzle's theme."""

    right: bool
    theme: str


def latest_answers(
    player: int | None, limit: int, *, since: datetime | None = None
) -> list[LatestAnswer]:
    """Return the latest `limit` first answers of a player (row id) to puzzles, the oldest of them first.

    Only answers at or after `since` count. The list is empty for a stranger (None).
    """
    if player is None:
        return []
    rows = PuzzleAttempt.objects.filter(player=player)
    if since is not None:
        rows = rows.filter(answered_at__gte=since)
    latest = rows.order_by("-answered_at", "-id").values_list("right", "puzzle__theme")[:limit]
    return [LatestAnswer(right, theme) for right, theme in latest][::-1]


class ThemeProgress(NamedTuple):
    """Numbers of puzzles of a theme: all of them, and those that a player has tried."""

    puzzles: int
    tried: int


def theme_progress(player: Player, theme: str) -> ThemeProgress:
    """Return how far a player has come with one theme of puzzles."""
    tried = PuzzleAttempt.objects.filter(player=player, puzzle__theme=theme)
    return ThemeProgress(puzzles_of(theme).count(), tried.count())


def missed_puzzle(
    player: Player | None, theme: str = "", preset: str = "", *, after: str = ""
) -> Puzzle | None:
    """Return a puzzle whose first answer by a player was wrong, but not `after` (public id) again.

    None if the player has missed none, or no other.
    """
    if player is None:
        return None
    rows = PuzzleAttempt.objects.filter(
        player=player, right=False, puzzle__in=puzzles_of(theme, preset)
    )
    rows = rows.exclude(puzzle__public_id=after).order_by("answered_at", "id")
    missed = list(rows.values_list("puzzle", flat=True)[:MAX_MISSED])
    return Puzzle.objects.get(pk=secrets.choice(missed)) if missed else None


def presets_with_puzzles() -> list[str]:
    """Return the presets that have puzzles: the classic game first, then those with most."""
    rows = Puzzle.objects.values("preset").annotate(n=Count("pk")).order_by("-n", "preset")
    presets = [row["preset"] for row in rows]
    return sorted(presets, key=lambda preset: preset != CLASSIC_PRESET)
