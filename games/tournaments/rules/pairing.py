"""Pairing of a Swiss round by a matching of least cost.

Entrants meet others of about the same score whom they have not met. One of an odd number has a bye.
The result depends on the entrants and the seed alone, not on the order in which they are given.

>>> four = [Entrant(1, 12), Entrant(2, 12, leads=1), Entrant(3, 4), Entrant(4, 4, leads=1)]
>>> pair_round(four, seed="a").pairs
((1, 2), (3, 4))
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Final

import networkx

VERSION: Final = 2
"""Version of the algorithm, stored with each round, so that it can be computed again."""
FIRST_WINDOW: Final[Mapping[int, int]] = MappingProxyType({1: 24, VERSION: 12})
"""Version -> number of ranks by which two entrants may differ at first; doubled until all are paired."""
BLOCK_SIZE: Final = 48
"""Number of neighbours that are paired together in a large field."""
MAX_OPTIMAL_ENTRANTS: Final = 512
"""Number of entrants up to which the matching is optimal; above it neighbours are paired."""
SAME_CLUB: Final = 10_000
"""Cost of a pair from one club, where clubs are to be kept apart."""
BYE: Final = -1
"""The node of the bye in the matching; ids of entrants are not negative."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant before a round: a player, a pair or a team."""

    id: int
    score: float
    """Points so far, on any scale on which a gap of 10 is large."""
    rating: float = 0.0
    """Rating, which ranks entrants of equal score."""
    met: frozenset[int] = frozenset()
    """Ids of those whom the entrant has met."""
    byes: int = 0
    leads: int = 0
    """Number of matches led minus number of those that the other led."""
    club: int | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions that a pairing must respect beside the scores."""

    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs of ids that are never paired."""
    clubs_apart: bool = False
    """Whether entrants of one club are kept apart where possible."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Result of a pairing: pairs of ids, the highest scores first; the first of each pair leads."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    rematches: int = field(default=0)
    """Number of pairs who have met before, which could not be avoided."""


def pair_round(
    entrants: Iterable[Entrant],
    *,
    seed: str,
    conditions: Conditions | None = None,
    version: int = VERSION,
) -> Pairing:
    """Pair the entrants of a Swiss round by this version of the algorithm.

    Raises:
        KeyError: there is no such version.
        ValueError: two entrants have one id, or the forbidden pairs leave somebody without a partner.
    """
    ranking = ranked(entrants, seed)
    if len({entrant.id for entrant in ranking}) < len(ranking):
        raise ValueError("two entrants have the same id")
    costs = _Costs(ranking, conditions or Conditions())
    if len(ranking) > MAX_OPTIMAL_ENTRANTS:
        mates = _pair_neighbours(ranking, costs)
    else:
        mates = _match(ranking, costs, FIRST_WINDOW[version])
    return _pairing(ranking, mates, seed)


def ranked(entrants: Iterable[Entrant], seed: str) -> list[Entrant]:
    """Return entrants by score, then rating, then a lot derived from the seed."""
    return sorted(
        entrants, key=lambda entrant: (-entrant.score, -entrant.rating, lot(seed, entrant.id))
    )


def lot(seed: str, entrant: int) -> bytes:
    """Return an entrant's lot: bytes derived from the seed that decide between equal entrants."""
    return hashlib.sha256(f"{seed} {entrant}".encode()).digest()


class _Costs:
    """Costs (penalties, unitless) of pairings; integers, so that sums are exact."""

    def __init__(self, ranking: Sequence[Entrant], conditions: Conditions) -> None:
        self.ranking = ranking
        self.conditions = conditions
        count = len(ranking)
        widest = ranking[0].score - ranking[-1].score if ranking else 0.0
        dearest = round(100 * widest * widest) + count + SAME_CLUB
        self.rematch = count * dearest + 1
        """Cost of a rematch: more than all else in a round can cost."""
        self.fewest_byes = min((entrant.byes for entrant in ranking), default=0)

    def allowed(self, first: Entrant, other: Entrant) -> bool:
        """Return True if two entrants may be paired at all."""
        return frozenset((first.id, other.id)) not in self.conditions.forbidden

    def of_pair(self, at: int, other: int) -> int:
        """Return the cost of pairing the entrants at two ranks (counted from 0)."""
        first, second = self.ranking[at], self.ranking[other]
        cost = round(100 * (first.score - second.score) ** 2) + abs(at - other)
        if self.conditions.clubs_apart and first.club is not None and first.club == second.club:
            cost += SAME_CLUB
        return cost + (self.rematch if second.id in first.met or first.id in second.met else 0)

    def of_bye(self, at: int) -> int:
        """Return the cost of a bye for a rank: least for the last, very high for a second bye."""
        entrant, last = self.ranking[at], self.ranking[-1]
        again = (entrant.byes - self.fewest_byes) * self.rematch * len(self.ranking)
        return round(100 * (entrant.score - last.score) ** 2) + (len(self.ranking) - 1 - at) + again

    def total(self, mates: Mapping[int, int]) -> int:
        """Return the cost of a whole pairing, given as rank -> its partner's rank, or `BYE`."""
        return sum(
            self.of_bye(at) if mate == BYE else self.of_pair(at, mate)
            for at, mate in mates.items()
            if mate == BYE or at < mate
        )


def _match(ranking: Sequence[Entrant], costs: _Costs, window: int) -> dict[int, int]:
    """Return a dict from each rank to its partner's rank in a pairing of least cost.

    Ranks far apart are considered only where neighbours cannot all be paired without a rematch.
    """
    while window < len(ranking):
        mates = _least_cost(ranking, costs, window)
        if mates is not None and costs.total(mates) < costs.rematch:
            return mates
        window *= 2
    mates = _least_cost(ranking, costs, len(ranking))
    if mates is None:
        raise ValueError("the forbidden pairs leave somebody without a partner")
    return mates


def _least_cost(ranking: Sequence[Entrant], costs: _Costs, window: int) -> dict[int, int] | None:
    """Return the least-cost pairing of ranks at most `window` apart; None if some stay alone."""
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(ranking)))
    for at, entrant in enumerate(ranking):
        for other in range(at + 1, min(at + 1 + window, len(ranking))):
            if costs.allowed(entrant, ranking[other]):
                graph.add_edge(at, other, weight=-costs.of_pair(at, other))
    if len(ranking) % 2:
        for at in range(len(ranking)):
            graph.add_edge(at, BYE, weight=-costs.of_bye(at))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    mates = {rank: mate for pair in matching for rank, mate in (pair, pair[::-1]) if rank != BYE}
    return mates if len(mates) == len(ranking) else None


def _pair_neighbours(ranking: Sequence[Entrant], costs: _Costs) -> dict[int, int]:
    """Return the pairing of a large field as a dict of ranks, matched in blocks of neighbours.

    Each block is matched with least cost. Those for whom that leaves a rematch only change places
    with the block below.
    """
    ranks = list(range(len(ranking)))
    mates: dict[int, int] = {}
    if len(ranks) % 2:
        bye = min(ranks, key=costs.of_bye)
        mates[bye] = BYE
        ranks.remove(bye)
    waiting: list[int] = []
    for start in range(0, len(ranks), BLOCK_SIZE):
        block = waiting + ranks[start : start + BLOCK_SIZE]
        matched = _match_block(block, costs, last=start + BLOCK_SIZE >= len(ranks))
        waiting = [rank for rank in block if rank not in matched]
        mates.update(matched)
    if waiting:
        _repair(waiting, mates, costs)
    return mates


def _match_block(block: Sequence[int], costs: _Costs, *, last: bool) -> dict[int, int]:
    """Return the pairs of a block's ranks that need no rematch, as a dict of ranks."""
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(block)
    for at, other in combinations(block, 2):
        cost = costs.of_pair(at, other)
        if cost < costs.rematch and costs.allowed(costs.ranking[at], costs.ranking[other]):
            # whoever waits for the next block is to be as low as possible
            graph.add_edge(at, other, weight=-cost)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return {rank: mate for pair in matching for rank, mate in (pair, pair[::-1])}


def _repair(waiting: Sequence[int], mates: dict[int, int], costs: _Costs) -> None:
    """Pair the ranks left over in `mates`, splitting the nearest pair that avoids rematches."""
    left = list(waiting)
    while left:
        rank_left, other = left.pop(), left.pop()
        if _fits(rank_left, other, costs):
            mates[rank_left], mates[other] = other, rank_left
            continue
        for first in sorted(mates, key=lambda rank: abs(rank - rank_left)):
            second = mates[first]
            if second != BYE and _fits(rank_left, first, costs) and _fits(other, second, costs):
                mates.update({rank_left: first, first: rank_left, other: second, second: other})
                break
        else:
            mates[rank_left], mates[other] = other, rank_left


def _fits(at: int, other: int, costs: _Costs) -> bool:
    """Return True if the entrants at two ranks may meet and have not met before."""
    allowed = costs.allowed(costs.ranking[at], costs.ranking[other])
    return allowed and costs.of_pair(at, other) < costs.rematch


def _pairing(ranking: Sequence[Entrant], mates: Mapping[int, int], seed: str) -> Pairing:
    """Return the pairing by entrant ids from a dict of paired ranks."""
    pairs_of_ranks = [(at, mate) for at, mate in sorted(mates.items()) if at < mate]
    pairs = [_by_lead(ranking[at], ranking[mate], seed) for at, mate in pairs_of_ranks]
    bye = next((ranking[at].id for at, mate in mates.items() if mate == BYE), None)
    again = sum(ranking[mate].id in ranking[at].met for at, mate in pairs_of_ranks)
    return Pairing(tuple(pairs), bye, again)


def _by_lead(left: Entrant, right: Entrant, seed: str) -> tuple[int, int]:
    """Return a pair's ids; first who leads: who led less often before, else by lot."""
    if left.leads != right.leads:
        return (left.id, right.id) if left.leads < right.leads else (right.id, left.id)
    first, second = sorted((left, right), key=lambda entrant: lot(seed + " lead", entrant.id))
    return first.id, second.id


def cost_of(
    entrants: Collection[Entrant],
    pairing: Pairing,
    *,
    seed: str,
    conditions: Conditions | None = None,
) -> int:
    """Return the penalty of a pairing (score gaps, rematches, ...), no unit; lower is better."""
    ranking = ranked(entrants, seed)
    costs = _Costs(ranking, conditions or Conditions())
    place = {entrant.id: rank for rank, entrant in enumerate(ranking)}
    mates = {place[entrant]: place[other] for entrant, other in pairing.pairs}
    mates |= {mate: at for at, mate in mates.items()}
    if pairing.bye is not None:
        mates[place[pairing.bye]] = BYE
    return costs.total(mates)
