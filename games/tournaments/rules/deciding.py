"""Rule that decides a game of a tournament, told to its players before all its tables are known."""

from __future__ import annotations

from typing import Literal, TypeAlias

from games.tournaments.rules.bracket_schedule import SECOND
from games.tournaments.rules.event import Format
from games.tournaments.rules.group_schedule import GROUP
from games.tournaments.rules.round_scores import BY_BRACKET, DATUM_TABLES, MIN_BRACKET_TABLES

Decider: TypeAlias = Literal["points", "difference", "difference_of_four"]
"""Measure that decides a game: the points at the table; the difference from the other tables that play the same
decks; or that difference if at least four tables finish, else the points."""


def decider(format: Format, *, compared: bool, scoring_version: int, tables: int) -> Decider:
    """Return how a tournament game is decided: by card points, or compared with other tables.

    `tables` is the number of tables with which the game can be compared: in a format of BY_BRACKET
    those of the game's bracket; see `is_second_bracket`. A forfeit can still leave fewer than four.
    "difference" is the mean difference from the other tables that play the same decks; with
    "difference_of_four" it counts only if at least four of them finish, otherwise the points do.

    >>> decider("swiss", compared=True, scoring_version=2, tables=3)
    'difference'
    >>> decider("knockout", compared=True, scoring_version=2, tables=3)
    'points'
    >>> decider("knockout", compared=True, scoring_version=2, tables=4)
    'difference_of_four'
    """
    if not compared or (tables < DATUM_TABLES and format not in ("teams", "daily")):
        return "points"
    if scoring_version < 2 or format not in BY_BRACKET:
        return "difference"
    return "points" if tables < MIN_BRACKET_TABLES else "difference_of_four"


def is_second_bracket(stage: str) -> bool:
    """Return True if games of this stage are compared only within the second bracket."""
    return stage.startswith(SECOND)


def is_played_on(format: Format, stage: str) -> bool:
    """Return True if a tied game is followed by another, False if the sides share its points.

    >>> is_played_on("knockout", "final"), is_played_on("groups", "group 1")
    (True, False)
    """
    return format == "knockout" or (format == "groups" and not stage.startswith(GROUP))
