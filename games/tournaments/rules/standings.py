"""Standings of a Swiss or a round robin, with the ways in which ties are broken.

In this order: the results of those who are level against each other, the scores of the opponents
(Buchholz) without the lowest, those weighted by the result (Sonneborn-Berger), deals won, fewer
byes, and a lot that follows from the seed. A bye counts as an opponent who had the same score and
drew every round after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Final

from games.tournaments.pairing import lot

HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an entrant in one round, as standings count it."""

    round: int
    score: float
    opponent: int | None
    """Id of the opponent; None for a bye, a forfeit or a round that was missed."""
    best: float = 20.0
    """The score that both sides of a match have together."""
    deals_won: int = 0
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings: one entrant with its score and its tie-breaks."""

    place: int
    """1 for the first."""
    entrant: int
    score: float
    direct: float
    """Score of the matches against those who are level."""
    buchholz: float
    sonneborn: float
    deals_won: int
    byes: int
    decided_by: str = field(default="score")
    """What puts the entrant before the next one: score, direct, buchholz, sonneborn, deals, byes or lot."""


HASHED_FIELDS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    dict.fromkeys(
        (1, 2),
        (
            "place", "entrant", "score", "direct", "buchholz", "sonneborn", "deals_won", "byes",
            "decided_by",
        ),
    )
)  # fmt: skip
"""Scoring version -> fields of a line that the fingerprint of standings covers.

A version that has been released never changes: give a new field of `Line` a default value, and list
it for a new version.
"""
TIE_BREAKS: Final = ("direct", "buchholz", "sonneborn", "deals", "byes", "lot")


def standings(results: Mapping[int, Sequence[Result]], *, rounds: int, seed: str) -> list[Line]:
    """Return the standings after so many rounds; `results` is entrant id -> its results."""
    scores = {entrant: sum(one.score for one in own) for entrant, own in results.items()}
    keys: dict[int, tuple[float, ...]] = {}
    lines: dict[int, Line] = {}
    for level in _levels(scores):
        met = _have_all_met(level, results)
        for entrant in level:
            own = results[entrant]
            line = Line(
                place=0,
                entrant=entrant,
                score=round(scores[entrant], 2),
                direct=round(_direct(own, level), 2) if met else 0.0,
                buchholz=round(_buchholz(own, scores, rounds), 2),
                sonneborn=round(_sonneborn(own, scores, rounds), 2),
                deals_won=sum(one.deals_won for one in own),
                byes=sum(one.bye for one in own),
            )
            lines[entrant] = line
            keys[entrant] = (
                line.score, line.direct, line.buchholz, line.sonneborn, line.deals_won, -line.byes,
            )  # fmt: skip
    order = sorted(lines, key=lambda one: (*(-value for value in keys[one]), lot(seed, one)))
    return [
        _placed(lines[entrant], place, keys, order) for place, entrant in enumerate(order, start=1)
    ]


def _levels(scores: Mapping[int, float]) -> Iterable[list[int]]:
    """Yield the ids of those who have equal scores."""
    order = sorted(scores, key=lambda one: round(scores[one], 2))
    for _score, level in groupby(order, key=lambda one: round(scores[one], 2)):
        yield list(level)


def _have_all_met(level: Sequence[int], results: Mapping[int, Sequence[Result]]) -> bool:
    """Return whether all of those who are level have met each other."""
    return all(set(level) - {one} <= {own.opponent for own in results[one]} for one in level)


def _direct(own: Sequence[Result], level: Sequence[int]) -> float:
    """Return the score of an entrant against those who are level."""
    return sum(one.score for one in own if one.opponent in level)


def _opponents(
    own: Sequence[Result], scores: Mapping[int, float], rounds: int
) -> list[tuple[float, Result]]:
    """Return the score of the opponent of each round with the result; a virtual one for a bye."""
    before: defaultdict[int, float] = defaultdict(float)
    for one in own:
        for later in range(one.round + 1, rounds + 1):
            before[later] += one.score
    found = []
    for one in own:
        if one.opponent is not None:
            found.append((scores[one.opponent], one))
        else:
            drawn = HALF * one.best * (rounds - one.round)
            found.append((before[one.round] + one.best - one.score + drawn, one))
    return found


def _buchholz(own: Sequence[Result], scores: Mapping[int, float], rounds: int) -> float:
    """Return the sum of the opponents' scores without the lowest."""
    met = sorted(value for value, _one in _opponents(own, scores, rounds))
    return sum(met[1:]) if len(met) > 1 else sum(met)


def _sonneborn(own: Sequence[Result], scores: Mapping[int, float], rounds: int) -> float:
    """Return the sum of the opponents' scores, each by the share of the points won against it."""
    return sum(value * one.score / one.best for value, one in _opponents(own, scores, rounds))


def _placed(
    line: Line, place: int, keys: Mapping[int, tuple[float, ...]], order: Sequence[int]
) -> Line:
    """Return a line with its place, and with what decides about the next one."""
    decided = "score"
    if place < len(order):
        own, following = keys[line.entrant], keys[order[place]]
        names = ("score", *TIE_BREAKS)
        unequal = (
            name for name, one, two in zip(names, own, following, strict=False) if one != two
        )
        decided = next(unequal, "lot")
    return Line(
        place, line.entrant, line.score, line.direct, line.buchholz, line.sonneborn,
        line.deals_won, line.byes, decided,
    )  # fmt: skip
