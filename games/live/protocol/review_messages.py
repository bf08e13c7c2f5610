"""What a review room tells, beside what all sockets tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ReviewNews:
    """How it stands in a review room: who leads, where they are, whether they try a line."""

    match: str
    people: int
    leader: str | None
    leads: bool
    at: str | None
    trying: bool


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """Where other cards lead from a place of a finished match, with all cards open."""

    who: str
    shown: bool
    """Who leads shows it to all."""
    deal: int
    plays: int
    line: list[int]
    view: dict[str, Any]
