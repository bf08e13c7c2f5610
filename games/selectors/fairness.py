"""How the shuffles of the site have gone."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from games.stats.shuffles import shuffle_counts

KEY = "fairness-figures"
KEPT = 60
"""Seconds that the figures are kept, as everybody may ask."""


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """Deals, but for `nonces_missing` (seats) and what browsers reported (once a seat and deal)."""

    dealt: int
    shown: int
    """Over, so that the proof is public."""
    verified: int
    failed: int
    """Computed again by the server at the end: the same deck, or not."""
    dropped: int
    """Sealed and never dealt: the match ended before the cards."""
    clock_cuts: int
    incomplete: int
    """Without the nonce of at least one seat."""
    nonces_missing: int
    reported_bad: int
    """The server's own check found a fault, too."""
    reported_withheld: int
    """The proof does go without the number of who reported it."""
    reported_unfounded: int
    """The server's own check found nothing of what was reported."""


def fairness_figures() -> FairnessFigures:
    """The figures, at most a minute old."""
    figures: FairnessFigures | None = cache.get(KEY)
    if figures is None:
        figures = FairnessFigures(**shuffle_counts())
        cache.set(KEY, figures, KEPT)
    return figures
