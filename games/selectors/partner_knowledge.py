"""Reads of partners who play as if they saw each other's cards, for people to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Avg, Sum

from games.conduct.partner_knowledge import (
    MIN_BAND,
    MIN_DECISIONS,
    Baseline,
    Evidence,
    baseline_of,
    is_suspicious,
    log_likelihood_ratio,
    z_score,
)
from games.models import PairDecisions, Rating
from games.stats.ratings import CENTRE

LOOK_BACK: Final = timedelta(days=365)
"""Period before now whose matches count as evidence."""
BAND_WIDTH: Final = 200
"""Width of a band of strength, in points of the ratings shown."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PartnerSuspicion:
    """A finding for moderators: two partners play as if they knew each other's cards."""

    players: Pair
    """Row ids of the two players, the lower one first."""
    evidence: Evidence
    baseline: Baseline
    band: int
    """The rating at which their band of strength begins."""
    pairs_in_band: int
    """Number of other pairs from which the baseline is computed."""
    z: float
    log_likelihood_ratio: float


def find_partner_suspicions(now: datetime) -> list[PartnerSuspicion]:
    """Return pairs suspected of knowing each other's cards, as of `now`, the clearest first."""
    pairs = _pairs(now)
    bands = _bands(pairs)
    by_band: dict[int, set[Pair]] = defaultdict(set)
    for pair, band in bands.items():
        by_band[band].add(pair)
    suspicions = []
    for pair, evidence in pairs.items():
        if not evidence.enough:
            continue
        others = by_band[bands[pair]] - {pair}
        if sum(pairs[other_pair].decisions >= MIN_DECISIONS for other_pair in others) < MIN_BAND:
            others = set(pairs) - {pair}
        baseline = baseline_of([pairs[other_pair] for other_pair in others])
        if is_suspicious(evidence, baseline):
            suspicions.append(
                PartnerSuspicion(
                    pair, evidence, baseline, bands[pair], len(others),
                    z_score(evidence, baseline), log_likelihood_ratio(evidence, baseline),
                )
            )  # fmt: skip
    return sorted(suspicions, key=lambda suspicion: (-suspicion.z, suspicion.players))


def _pairs(now: datetime) -> dict[Pair, Evidence]:
    """Return pair of partners -> the stored evidence on their decisions within LOOK_BACK."""
    rows = PairDecisions.objects.filter(finished_at__gt=now - LOOK_BACK, finished_at__lte=now)
    sums = rows.order_by().values_list("one", "other").annotate(
        decisions=Sum("decisions"), followed=Sum("followed"), deals=Sum("deals")
    )  # fmt: skip
    return {(player, partner): Evidence(*counts) for player, partner, *counts in sums}


def _bands(pairs: Collection[Pair]) -> dict[Pair, int]:
    """Return pair of partners -> rating band, by their mean rating in games with partners."""
    ratings = Rating.objects.filter(pool__endswith="-pairs").order_by()
    means = dict(ratings.values_list("player").annotate(mean=Avg("display")))
    return {
        pair: int(sum(means.get(player, CENTRE) for player in pair) / 2 // BAND_WIDTH * BAND_WIDTH)
        for pair in pairs
    }
