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
BLOCK: Final = 48
"""Number of neighbours that are paired together in a large field."""
MATCHED: Final = 512
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
    """What ranks entrants of equal score."""
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
    """Pair the entrants of a round, by this version of the algorithm.

    Raises:
        KeyError: there is no such version.
        ValueError: two entrants have one id, or the forbidden pairs leave somebody without a partner.
    """
    ranking = ranked(entrants, seed)
    if len({one.id for one in ranking}) < len(ranking):
        raise ValueError("two entrants have the same id")
    costs = _Costs(ranking, conditions or Conditions())
    if len(ranking) > MATCHED:
        mates = _pair_neighbours(ranking, costs)
    else:
        mates = _match(ranking, costs, FIRST_WINDOW[version])
    return _pairing(ranking, mates, seed)


def ranked(entrants: Iterable[Entrant], seed: str) -> list[Entrant]:
    """Return entrants by score, then by rating, then by a lot that follows from the seed."""
    return sorted(entrants, key=lambda one: (-one.score, -one.rating, lot(seed, one.id)))


def lot(seed: str, entrant: int) -> bytes:
    """Return the lot of an entrant (id), bytes that decide ties; it follows from the seed."""
    return hashlib.sha256(f"{seed} {entrant}".encode()).digest()


class _Costs:
    """Costs (penalties without unit) of pairs of ranks; whole numbers, so that sums are exact."""

    def __init__(self, ranking: Sequence[Entrant], conditions: Conditions) -> None:
        self.ranking = ranking
        self.conditions = conditions
        count = len(ranking)
        widest = ranking[0].score - ranking[-1].score if ranking else 0.0
        dearest = round(100 * widest * widest) + count + SAME_CLUB
        self.rematch = count * dearest + 1
        """Cost of a rematch: more than all else in a round can cost."""
        self.fewest_byes = min((one.byes for one in ranking), default=0)

    def allowed(self, one: Entrant, other: Entrant) -> bool:
        """Return whether two entrants may be paired at all."""
        return frozenset((one.id, other.id)) not in self.conditions.forbidden

    def of_pair(self, at: int, other: int) -> int:
        """Return the cost of pairing the entrants at two ranks (from 0)."""
        one, two = self.ranking[at], self.ranking[other]
        cost = round(100 * (one.score - two.score) ** 2) + abs(at - other)
        if self.conditions.clubs_apart and one.club is not None and one.club == two.club:
            cost += SAME_CLUB
        return cost + (self.rematch if two.id in one.met or one.id in two.met else 0)

    def of_bye(self, at: int) -> int:
        """Return the cost of a bye at a rank: lowest for the last score, far above for a second."""
        one, last = self.ranking[at], self.ranking[-1]
        again = (one.byes - self.fewest_byes) * self.rematch * len(self.ranking)
        return round(100 * (one.score - last.score) ** 2) + (len(self.ranking) - 1 - at) + again

    def total(self, mates: Mapping[int, int]) -> int:
        """Return the cost of a pairing, given as rank -> its mate's rank, or `BYE`."""
        return sum(
            self.of_bye(at) if mate == BYE else self.of_pair(at, mate)
            for at, mate in mates.items()
            if mate == BYE or at < mate
        )


def _match(ranking: Sequence[Entrant], costs: _Costs, window: int) -> dict[int, int]:
    """Return the mate of each rank in a matching of least cost.

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
    """Return the mates of a matching of least cost within a window of ranks; None without a whole one."""
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(ranking)))
    for at, one in enumerate(ranking):
        for other in range(at + 1, min(at + 1 + window, len(ranking))):
            if costs.allowed(one, ranking[other]):
                graph.add_edge(at, other, weight=-costs.of_pair(at, other))
    if len(ranking) % 2:
        for at in range(len(ranking)):
            graph.add_edge(at, BYE, weight=-costs.of_bye(at))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    mates = {rank: mate for pair in found for rank, mate in (pair, pair[::-1]) if rank != BYE}
    return mates if len(mates) == len(ranking) else None


def _pair_neighbours(ranking: Sequence[Entrant], costs: _Costs) -> dict[int, int]:
    """Return the mate of each rank in a large field: the bye, then blocks of neighbours.

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
    for start in range(0, len(ranks), BLOCK):
        block = waiting + ranks[start : start + BLOCK]
        found = _match_block(block, costs, last=start + BLOCK >= len(ranks))
        waiting = [rank for rank in block if rank not in found]
        mates.update(found)
    if waiting:
        _repair(waiting, mates, costs)
    return mates


def _match_block(block: Sequence[int], costs: _Costs, *, last: bool) -> dict[int, int]:
    """Return the mates of those in a block who can be paired without a rematch."""
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(block)
    for at, other in combinations(block, 2):
        cost = costs.of_pair(at, other)
        if cost < costs.rematch and costs.allowed(costs.ranking[at], costs.ranking[other]):
            # whoever waits for the next block is to be as low as possible
            graph.add_edge(at, other, weight=-cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return {rank: mate for pair in found for rank, mate in (pair, pair[::-1])}


def _repair(waiting: Sequence[int], mates: dict[int, int], costs: _Costs) -> None:
    """Pair those who are left over, by breaking up the pair nearest to them that helps."""
    left = list(waiting)
    while left:
        one, other = left.pop(), left.pop()
        if _fits(one, other, costs):
            mates[one], mates[other] = other, one
            continue
        for first in sorted(mates, key=lambda rank: abs(rank - one)):
            second = mates[first]
            if second != BYE and _fits(one, first, costs) and _fits(other, second, costs):
                mates.update({one: first, first: one, other: second, second: other})
                break
        else:
            mates[one], mates[other] = other, one


def _fits(at: int, other: int, costs: _Costs) -> bool:
    """Return whether two ranks may meet and have not met."""
    allowed = costs.allowed(costs.ranking[at], costs.ranking[other])
    return allowed and costs.of_pair(at, other) < costs.rematch


def _pairing(ranking: Sequence[Entrant], mates: Mapping[int, int], seed: str) -> Pairing:
    """Return the pairing of ids that mates of ranks make."""
    found = [(at, mate) for at, mate in sorted(mates.items()) if at < mate]
    pairs = [_by_lead(ranking[at], ranking[mate], seed) for at, mate in found]
    bye = next((ranking[at].id for at, mate in mates.items() if mate == BYE), None)
    again = sum(ranking[mate].id in ranking[at].met for at, mate in found)
    return Pairing(tuple(pairs), bye, again)


def _by_lead(one: Entrant, other: Entrant, seed: str) -> tuple[int, int]:
    """Return the ids of a pair, first the one who leads: who has led less often, else by lot."""
    if one.leads != other.leads:
        return (one.id, other.id) if one.leads < other.leads else (other.id, one.id)
    first, second = sorted((one, other), key=lambda entrant: lot(seed + " lead", entrant.id))
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
    place = {one.id: rank for rank, one in enumerate(ranking)}
    mates = {place[one]: place[other] for one, other in pairing.pairs}
    mates |= {mate: at for at, mate in mates.items()}
    if pairing.bye is not None:
        mates[place[pairing.bye]] = BYE
    return costs.total(mates)
