"""Values of habits, as `tools.laboratory.habits` measured them.

A figure compares doing a thing whenever one can with never doing it, in the deals in which it
comes up: points of the own side and per cent of deals won, each with its standard error.

>>> figures()["play_seven"][0].case
'any'
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent / "habits.json"


@dataclass(frozen=True, slots=True)
class Value:
    """Mean of a measurement and its standard error, in the unit of the figure that contains it."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Figure:
    """Measured effect of a player's habit in one case: card points and deals won through it."""

    habit: str
    case: str
    came_up: float
    """Share of the deals in which it came up, from 0 to 1."""
    points: Value
    """Card points of the own side a deal: doing it, less than those of leaving it."""
    won: Value
    """Per cent of deals won: the same difference."""
    doing: Value
    """Card points of always doing it, less than those of deciding each time as the policy does."""
    leaving: Value
    """The same for never doing it."""
    expert: float | None
    """Share of such positions in which the expert does it; None where it was not asked."""


@dataclass(frozen=True, slots=True)
class Source:
    """The measurement from which the guide's figures come: how much was played, and when."""

    decks: int
    """Decks of each game, each played once for each seat with every habit and without it."""
    decisions: int
    """Choices of the learned policy."""
    expert_decisions: int
    measured_on: str
    """The day, in ISO format."""


@cache
def figures() -> dict[str, list[Figure]]:
    """Return name of a habit -> its figures, one for each case that was measured, in order."""
    figures_by_habit: dict[str, list[Figure]] = {}
    read = _read()
    does = {(row["habit"], row["case"]): row["does"] for row in read["expert"]["habits"]}
    for row in read["learned"]["habits"]:
        key = row["habit"], row["case"]
        measured = Figure(
            *key,
            came_up=row["came_up"],
            points=Value(*row["points"]),
            won=Value(*row["won"]),
            doing=Value(*row["doing"]),
            leaving=Value(*row["leaving"]),
            expert=does.get(key),
        )
        figures_by_habit.setdefault(measured.habit, []).append(measured)
    return figures_by_habit


def figure(habit: str, case: str) -> Figure:
    """Return the measured figure of a habit in one case, both given by name.

    Raises:
        KeyError: this habit was not measured in this case.
    """
    for measured in figures()[habit]:
        if measured.case == case:
            return measured
    raise KeyError((habit, case))


@cache
def source() -> Source:
    """Return the measurement (matches played, date) from which the guide's figures come."""
    read = _read()
    return Source(
        decks=read["learned"]["decks"],
        decisions=read["learned"]["decisions"],
        expert_decisions=read["expert"]["decisions"],
        measured_on=read["made"],
    )


def _read() -> Any:
    """Return the guide's measured figures, as JSON stored in a file."""
    return json.loads(FILE.read_text())
