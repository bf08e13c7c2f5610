"""Figures that show two partners who play as if each saw the other's cards.

A decision counts where a player's own cards ask for one card, and those of the player and the
partner together for another one. Whoever follows the second clearly more often than others do may
know what cannot be known, or play by signs that nobody noticed. One play never says anything.

>>> found = Evidence(decisions=400, followed=200, deals=90)
>>> round(z_score(found, Baseline(share=0.3)), 1), is_suspicious(found, Baseline(share=0.3))
(8.7, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log, sqrt
from statistics import median
from typing import Final

MIN_DECISIONS: Final = 200
"""Decisions that count below which two partners are not judged."""
MIN_DEALS: Final = 60
"""Deals together below which two partners are not judged."""
QUEUE_Z: Final = 4.0
"""Standard deviations above the baseline from which people look at two partners."""
MIN_BAND: Final = 10
"""Pairs of a band that a baseline needs; with fewer it is that of everybody."""
LOWEST_SHARE: Final = 0.01
"""Least share of a baseline, so that its variance is not 0."""
NORMAL_MEDIAN: Final = 0.6745
"""Median of the absolute value of a standard normal variable."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts of two partners' decisions, and of those that only both hands together explain."""

    decisions: int
    """Number of decisions of both partners that count."""
    followed: int
    """Number of these decisions in which the card was played that both hands ask for."""
    deals: int
    """Number of deals that the two played together."""

    @property
    def share(self) -> float:
        """Return the share (0 to 1) of the counted decisions that follow the partner's cards."""
        return self.followed / self.decisions if self.decisions else 0.0

    @property
    def enough(self) -> bool:
        """Return True if there are enough decisions and deals to judge the two partners."""
        return self.decisions >= MIN_DECISIONS and self.deals >= MIN_DEALS


@dataclass(frozen=True, slots=True)
class Baseline:
    """Share of choices in which usual pairs play as if they saw each other's cards."""

    share: float
    """Share of their decisions that follow the partner's cards."""
    dispersion: float = 1.0
    """Factor of the variance between pairs, compared with chance alone; never less than 1."""


def baseline_of(others: Sequence[Evidence]) -> Baseline:
    """Return the share of decisions that usual pairs take as if they saw each other's cards.

    `others` has the counts of each pair of about the same strength. The share is the median of
    theirs, weighted by their decisions; the dispersion, how widely pairs differ, is the squared
    median of the absolute z-scores over that of the normal curve (the median absolute deviation,
    Hampel 1974). So the few pairs that stand out hardly change either.
    """
    known = sorted((pair for pair in others if pair.decisions), key=lambda pair: pair.share)
    if not known:
        return Baseline(LOWEST_SHARE)
    total = list(accumulate(pair.decisions for pair in known))
    middle = known[next(at for at, sum_ in enumerate(total) if 2 * sum_ >= total[-1])]
    plain = Baseline(min(max(middle.share, LOWEST_SHARE), 1 - LOWEST_SHARE))
    scores = [abs(z_score(pair, plain)) for pair in known]
    return Baseline(plain.share, max(1.0, (median(scores) / NORMAL_MEDIAN) ** 2))


def z_score(pair: Evidence, baseline: Baseline) -> float:
    """Return by how many standard deviations a pair's share is above that of usual pairs."""
    if not pair.decisions:
        return 0.0
    share = baseline.share
    variance = baseline.dispersion * share * (1 - share) / pair.decisions
    return (pair.share - share) / sqrt(variance)


def log_likelihood_ratio(pair: Evidence, baseline: Baseline) -> float:
    """Return the natural log of how much likelier a pair's decisions are by its own share.

    They are compared with the share of usual pairs, `baseline`: Wilks' likelihood ratio of a
    binomial share, divided by the dispersion; 0.0 where the pair's share is not above theirs.
    """
    if pair.share <= baseline.share:
        return 0.0
    missed = pair.decisions - pair.followed
    ratio = pair.followed * log(pair.share / baseline.share)
    if missed:
        ratio += missed * log((1 - pair.share) / (1 - baseline.share))
    return ratio / baseline.dispersion


def is_suspicious(pair: Evidence, baseline: Baseline) -> bool:
    """Return True if a person should check whether two partners know each other's cards."""
    return pair.enough and z_score(pair, baseline) > QUEUE_Z
