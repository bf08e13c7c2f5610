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
from games.selectors.partner_knowledge import BAND, LOOK_BACK
from games.stats.ratings import CENTRE

POOLS: Final = ("3", "4-individual", "6-pairs")
"""Pools of base games with more than two sides, whose ratings say how strong a player is there."""

Towards = tuple[int, int]
"""Row ids of a player and an opponent."""


@dataclass(frozen=True, slots=True)
class FavourSuspicion:
    """A finding for moderators: a player plays into the hands of one opponent.

    It stands out against the player's other opponents and against other players. `player` and
    `opponent` are row ids.
    """

    player: int
    opponent: int
    evidence: Evidence
    others: Evidence
    """What counts for all other opponents of the player."""
    baseline: Baseline
    band: int
    """The rating at which the player's band of strength begins."""
    z: float
    """The lesser of the two scores; see `favour_score`."""
    log_likelihood_ratio: float


def find_favour_suspicions(now: datetime) -> list[FavourSuspicion]:
    """Return the suspicions of favoured opponents as of `now`, the clearest first, for moderators."""
    rows = _decisions(now)
    others = _others(rows)
    bands = _bands({player for player, _ in rows})
    by_band: dict[int, list[Towards]] = defaultdict(list)
    for one in rows:
        by_band[bands[one[0]]].append(one)
    found = []
    for one, evidence in rows.items():
        if not evidence.enough:
            continue
        baseline = _baseline(one, rows, by_band[bands[one[0]]])
        if is_favour(evidence, others[one], baseline):
            found.append(
                FavourSuspicion(
                    *one, evidence, others[one], baseline, bands[one[0]],
                    favour_score(evidence, others[one], baseline),
                    log_likelihood_ratio(evidence, baseline),
                )
            )  # fmt: skip
    return sorted(found, key=lambda one: (-one.z, one.player, one.opponent))


def _baseline(
    one: Towards, rows: Mapping[Towards, Evidence], band: Collection[Towards]
) -> Baseline:
    """Return how other players of the same band play; of everybody where those are few."""
    alike = [rows[other] for other in band if other[0] not in one]
    if sum(each.decisions >= MIN_DECISIONS for each in alike) < MIN_BAND:
        alike = [evidence for other, evidence in rows.items() if other[0] not in one]
    return baseline_of(alike)


def _decisions(now: datetime) -> dict[Towards, Evidence]:
    """Return what is stored of all players and their opponents within LOOK_BACK."""
    rows = OpponentDecisions.objects.filter(finished_at__gt=now - LOOK_BACK, finished_at__lte=now)
    sums = rows.order_by().values_list("player", "opponent").annotate(
        decisions=Sum("decisions"), followed=Sum("followed"), deals=Sum("deals")
    )  # fmt: skip
    return {(player, opponent): Evidence(*found) for player, opponent, *found in sums}


def _others(rows: Mapping[Towards, Evidence]) -> dict[Towards, Evidence]:
    """Return for a player and an opponent what counts for the player's other opponents."""
    total: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (player, _), found in rows.items():
        for at, number in enumerate((found.decisions, found.followed, found.deals)):
            total[player][at] += number
    return {
        one: Evidence(
            total[one[0]][0] - found.decisions,
            total[one[0]][1] - found.followed,
            total[one[0]][2] - found.deals,
        )
        for one, found in rows.items()
    }


def _bands(players: Collection[int]) -> dict[int, int]:
    """Return the band of each player, by the mean of the ratings in games with more than two sides."""
    ratings = Rating.objects.filter(pool__in=POOLS).order_by()
    means = dict(ratings.values_list("player").annotate(mean=Avg("display")))
    return {player: int(means.get(player, CENTRE) // BAND * BAND) for player in players}
