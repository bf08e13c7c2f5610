"""Reads of players who favour one opponent at tables with more than two sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Avg, Sum

from games.conduct.opponent_favours import favour_score, is_favour
from games.conduct.partner_knowledge import (
    MIN_BAND,
    MIN_DECISIONS,
    Baseline,
    Evidence,
    baseline_of,
    log_likelihood_ratio,
)
from games.models import OpponentDecisions, Rating
from games.selectors.partner_knowledge import BAND_WIDTH, LOOK_BACK
from games.stats.ratings import CENTRE

MANY_SIDED_POOLS: Final = ("3", "4-individual", "6-pairs")
"""Pools of base games with more than two sides, whose ratings say how strong a player is there."""

PlayerAndOpponent = tuple[int, int]
"""Row ids of a player and an opponent."""


@dataclass(frozen=True, slots=True)
class FavourSuspicion:
    """A finding for moderators: a player plays into the hands of one opponent.

    The favour stands out against the player's other opponents and against other players. `player`
    and `opponent` are row ids.
    """

    player: int
    opponent: int
    evidence: Evidence
    others: Evidence
    """Evidence on all other opponents of the player."""
    baseline: Baseline
    band: int
    """The rating at which the player's band of strength begins."""
    z: float
    """The lesser of the two scores; see `favour_score`."""
    log_likelihood_ratio: float


def find_favour_suspicions(now: datetime) -> list[FavourSuspicion]:
    """Return suspicions of players who favour one opponent, as of `now`, clearest first."""
    rows = _decisions(now)
    others = _others(rows)
    bands = _bands({player for player, _ in rows})
    by_band: dict[int, list[PlayerAndOpponent]] = defaultdict(list)
    for pair in rows:
        by_band[bands[pair[0]]].append(pair)
    suspicions = []
    for pair, evidence in rows.items():
        if not evidence.enough:
            continue
        baseline = _baseline(pair, rows, by_band[bands[pair[0]]])
        if is_favour(evidence, others[pair], baseline):
            suspicions.append(
                FavourSuspicion(
                    *pair, evidence, others[pair], baseline, bands[pair[0]],
                    favour_score(evidence, others[pair], baseline),
                    log_likelihood_ratio(evidence, baseline),
                )
            )  # fmt: skip
    return sorted(
        suspicions, key=lambda suspicion: (-suspicion.z, suspicion.player, suspicion.opponent)
    )


def _baseline(
    pair: PlayerAndOpponent,
    rows: Mapping[PlayerAndOpponent, Evidence],
    band: Collection[PlayerAndOpponent],
) -> Baseline:
    """Return how comparable players treat opponents: of the same rating band, or all if too few."""
    alike = [rows[other] for other in band if other[0] not in pair]
    if sum(each.decisions >= MIN_DECISIONS for each in alike) < MIN_BAND:
        alike = [evidence for other, evidence in rows.items() if other[0] not in pair]
    return baseline_of(alike)


def _decisions(now: datetime) -> dict[PlayerAndOpponent, Evidence]:
    """Return (player, opponent) -> the stored evidence on favours within LOOK_BACK."""
    rows = OpponentDecisions.objects.filter(finished_at__gt=now - LOOK_BACK, finished_at__lte=now)
    sums = rows.order_by().values_list("player", "opponent").annotate(
        decisions=Sum("decisions"), followed=Sum("followed"), deals=Sum("deals")
    )  # fmt: skip
    return {(player, opponent): Evidence(*counts) for player, opponent, *counts in sums}


def _others(rows: Mapping[PlayerAndOpponent, Evidence]) -> dict[PlayerAndOpponent, Evidence]:
    """Return (player, opponent) -> the evidence on the player's other opponents, summed."""
    total: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (player, _), evidence in rows.items():
        for at, number in enumerate((evidence.decisions, evidence.followed, evidence.deals)):
            total[player][at] += number
    return {
        pair: Evidence(
            total[pair[0]][0] - evidence.decisions,
            total[pair[0]][1] - evidence.followed,
            total[pair[0]][2] - evidence.deals,
        )
        for pair, evidence in rows.items()
    }


def _bands(players: Collection[int]) -> dict[int, int]:
    """Return player -> rating band, by the mean rating in games with more than two sides."""
    ratings = Rating.objects.filter(pool__in=MANY_SIDED_POOLS).order_by()
    means = dict(ratings.values_list("player").annotate(mean=Avg("display")))
    return {player: int(means.get(player, CENTRE) // BAND_WIDTH * BAND_WIDTH) for player in players}
