"""Rules for substitutes of absent players in league matches."""

from __future__ import annotations

from typing import Final

MAX_SUBSTITUTES: Final = 2
"""Substitutes of one side in one match."""
MAX_RATING_DIFFERENCE: Final = 3.0
"""Rating (mu) by which a substitute may be stronger or weaker than who is absent."""


def is_alike(substitute_mu: float, absent_mu: float) -> bool:
    """Return True if a substitute is about as strong as the absent player, by rating (mu).

    >>> is_alike(25.0, 28.0), is_alike(29.0, 25.0)
    (True, False)
    """
    return abs(substitute_mu - absent_mu) <= MAX_RATING_DIFFERENCE
