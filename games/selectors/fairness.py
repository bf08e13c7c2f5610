"""Figures of the site's shuffles and their proofs."""

from __future__ import annotations

from typing import Final, cast

from django.core.cache import cache

from games.answers.daily import Fairness
from games.record.fairness import SCHEME
from games.stats.shuffles import shuffle_counts

FIGURES_CACHE_KEY: Final = "fairness-figures:2"
FIGURES_CACHE_S: Final = 60
"""Seconds for which the figures are cached."""


def fairness_figures() -> Fairness:
    """Return the site's counts of shuffles and proofs, at most FIGURES_CACHE_S seconds old."""
    figures: Fairness | None = cache.get(FIGURES_CACHE_KEY)
    if figures is None:
        figures = cast("Fairness", {"scheme": SCHEME, **shuffle_counts()})
        cache.set(FIGURES_CACHE_KEY, figures, FIGURES_CACHE_S)
    return figures
