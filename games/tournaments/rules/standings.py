"""Standings of a Swiss or a round robin, with the ways in which ties are broken.

In this order: the results of those who are level against each other, the scores of the opponents
(Buchholz) without the lowest, those weighted by the result (Sonneborn-Berger), deals won, fewer
byes, and a lot that follows from the seed. A bye counts as an opponent who had the same score and
drew every round after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType
from typing import Final

from games.tournaments.rules.pairing import lot

HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an entrant in one round, in the form that the standings count."""

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
    """A line of the standings: one entrant with place, score and tie-breaks."""

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

A version that has been released never changes: give a new field of `Line` a default value. List the
field for a new version if it decides about places; otherwise list it nowhere.
"""
TIE_BREAKS: Final = ("direct", "buchholz", "sonneborn", "deals", "byes", "lot")


def standings(results: Mapping[int, Sequence[Result]], *, rounds: int, seed: str) -> list[Line]:
    """Return the standings after `rounds` rounds; `results` is entrant id -> its results."""
    scores = {entrant: sum(result.score for result in own) for entrant, own in results.items()}
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
                deals_won=sum(result.deals_won for result in own),
                byes=sum(result.bye for result in own),
            )
            lines[entrant] = line
            keys[entrant] = (
                line.score, line.direct, line.buchholz, line.sonneborn, line.deals_won, -line.byes,
            )  # fmt: skip
    order = sorted(
        lines, key=lambda entrant: (*(-value for value in keys[entrant]), lot(seed, entrant))
    )
    return [
        _placed(lines[entrant], place, keys, order) for place, entrant in enumerate(order, start=1)
    ]


def _levels(scores: Mapping[int, float]) -> Iterable[list[int]]:
    """Yield lists of the ids of entrants with equal scores."""
    order = sorted(scores, key=lambda entrant: round(scores[entrant], 2))
    for _score, level in groupby(order, key=lambda entrant: round(scores[entrant], 2)):
        yield list(level)


def _have_all_met(level: Sequence[int], results: Mapping[int, Sequence[Result]]) -> bool:
    """Return True if all entrants of equal score have met each other."""
    return all(
        set(level) - {entrant} <= {own.opponent for own in results[entrant]} for entrant in level
    )


def _direct(own: Sequence[Result], level: Sequence[int]) -> float:
    """Return an entrant's score in its games against entrants of equal score."""
    return sum(result.score for result in own if result.opponent in level)


def _opponents(
    own: Sequence[Result], scores: Mapping[int, float], rounds: int
) -> list[tuple[float, Result]]:
    """Return for each round (the opponent's score, the result); a bye has a virtual opponent."""
    before: defaultdict[int, float] = defaultdict(float)
    for result in own:
        for later in range(result.round + 1, rounds + 1):
            before[later] += result.score
    opponents = []
    for result in own:
        if result.opponent is not None:
            opponents.append((scores[result.opponent], result))
        else:
            drawn = HALF * result.best * (rounds - result.round)
            opponents.append((before[result.round] + result.best - result.score + drawn, result))
    return opponents


def _buchholz(own: Sequence[Result], scores: Mapping[int, float], rounds: int) -> float:
    """Return the Buchholz tie-break: the sum of all opponents' scores but the lowest."""
    met = sorted(value for value, _result in _opponents(own, scores, rounds))
    return sum(met[1:]) if len(met) > 1 else sum(met)


def _sonneborn(own: Sequence[Result], scores: Mapping[int, float], rounds: int) -> float:
    """Return the Sonneborn-Berger tie-break: opponents' scores weighted by points won."""
    return sum(
        value * result.score / result.best for value, result in _opponents(own, scores, rounds)
    )


def _placed(
    line: Line, place: int, keys: Mapping[int, tuple[float, ...]], order: Sequence[int]
) -> Line:
    """Return a standings' line with its place and the figure that puts it above the next."""
    decided = "score"
    if place < len(order):
        own, following = keys[line.entrant], keys[order[place]]
        names = ("score", *TIE_BREAKS)
        unequal = (
            name
            for name, own_value, next_value in zip(names, own, following, strict=False)
            if own_value != next_value
        )
        decided = next(unequal, "lot")
    return replace(line, place=place, decided_by=decided)
