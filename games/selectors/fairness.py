"""Figures of the site's shuffles and their proofs."""

from __future__ import annotations

from typing import Final, cast

from django.core.cache import cache

from games.answers.daily import Fairness
from games.record.fairness import SCHEME
from games.stats.shuffles import shuffle_counts

KEY: Final = "fairness-figures:2"
KEPT: Final = 60
"""Seconds for which the figures are cached."""


def fairness_figures() -> Fairness:
    """Return the figures of all shuffles of the site, at most KEPT seconds old."""
    figures: Fairness | None = cache.get(KEY)
    if figures is None:
        figures = cast("Fairness", {"scheme": SCHEME, **shuffle_counts()})
        cache.set(KEY, figures, KEPT)
    return figures
