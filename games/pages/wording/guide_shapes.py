"""Shapes of the guide: chapters, their sections, the figures they quote, the positions they ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from games.rules_text.presets import Text

Quoted: TypeAlias = tuple[str, str, Literal["points", "won", "expert"]]
"""A habit, its case, and what is said of it: points, deals won or how often the expert does it."""


@dataclass(frozen=True, slots=True)
class Play:
    """Question to the reader of the guide about a position, with the text of its answer.

    `position` is the name of the position.
    """

    position: str
    question: Text
    answer: Text


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a chapter of the guide: texts, maybe the plot of a habit, or a question."""

    title: Text
    texts: tuple[Text, ...]
    quotes: Mapping[str, Quoted] = field(default_factory=dict)
    plot: str = ""
    """The habit that is plotted."""
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of the guide: title, a line about it, and its sections."""

    slug: str
    title: Text
    line: Text
    """What it is about, in one sentence."""
    sections: tuple[Section, ...]
    theme: str = ""
    """The theme of puzzles about the same, one of `games.puzzles.THEMES`."""
