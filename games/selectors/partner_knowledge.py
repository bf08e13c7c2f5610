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
"""Period whose matches count."""
BAND: Final = 200
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
    """Number of other pairs that the baseline stands on."""
    z: float
    log_likelihood_ratio: float


def find_partner_suspicions(now: datetime) -> list[PartnerSuspicion]:
    """Return the pairs that seem to know each other's cards, as of `now`, the clearest first."""
    pairs = _pairs(now)
    bands = _bands(pairs)
    by_band: dict[int, set[Pair]] = defaultdict(set)
    for pair, band in bands.items():
        by_band[band].add(pair)
    found = []
    for pair, evidence in pairs.items():
        if not evidence.enough:
            continue
        others = by_band[bands[pair]] - {pair}
        if sum(pairs[one].decisions >= MIN_DECISIONS for one in others) < MIN_BAND:
            others = set(pairs) - {pair}
        baseline = baseline_of([pairs[one] for one in others])
        if is_suspicious(evidence, baseline):
            found.append(
                PartnerSuspicion(
                    pair, evidence, baseline, bands[pair], len(others),
                    z_score(evidence, baseline), log_likelihood_ratio(evidence, baseline),
                )
            )  # fmt: skip
    return sorted(found, key=lambda one: (-one.z, one.players))


def _pairs(now: datetime) -> dict[Pair, Evidence]:
    """Return what is stored of all partners within LOOK_BACK."""
    rows = PairDecisions.objects.filter(finished_at__gt=now - LOOK_BACK, finished_at__lte=now)
    sums = rows.order_by().values_list("one", "other").annotate(
        decisions=Sum("decisions"), followed=Sum("followed"), deals=Sum("deals")
    )  # fmt: skip
    return {(one, other): Evidence(*found) for one, other, *found in sums}


def _bands(pairs: Collection[Pair]) -> dict[Pair, int]:
    """Return the band of each pair, by the mean of their ratings in games with partners."""
    ratings = Rating.objects.filter(pool__endswith="-pairs").order_by()
    means = dict(ratings.values_list("player").annotate(mean=Avg("display")))
    return {
        pair: int(sum(means.get(one, CENTRE) for one in pair) / 2 // BAND * BAND) for pair in pairs
    }
