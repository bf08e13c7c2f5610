"""Lots drawn from the public seed of a season, so that anybody can draw them again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def lot(seed: str, entrant: int) -> str:
    """Return an entrant's (id) lot as hex; the lowest lot comes first.

    >>> lot("5e", 1) == lot("5e", 1), lot("5e", 1) == lot("5e", 2)
    (True, False)
    """
    return hashlib.sha256(f"brisca-league/1 {seed} {entrant}".encode()).hexdigest()


def drawn(seed: str, entrants: Iterable[int]) -> list[int]:
    """Return entrants (ids) in the order of their lots.

    >>> sorted(drawn("5e", [3, 1, 2]))
    [1, 2, 3]
    """
    return sorted(entrants, key=lambda entrant: lot(seed, entrant))
