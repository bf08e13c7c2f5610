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
    """A position in the guide that the reader is asked about, with the text of the answer."""

    position: str
    question: Text
    answer: Text


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a chapter: texts, and optionally the plot of a habit or a position."""

    title: Text
    texts: tuple[Text, ...]
    quotes: Mapping[str, Quoted] = field(default_factory=dict)
    plot: str = ""
    """The habit that is plotted."""
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the guide."""

    slug: str
    title: Text
    line: Text
    """What it is about, in one sentence."""
    sections: tuple[Section, ...]
    theme: str = ""
    """The theme of puzzles about the same, one of `games.puzzles.THEMES`."""
