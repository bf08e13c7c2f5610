"""The table of a division: points, victory points, direct meetings, and missed rounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from games.leagues.rules.lots import lot
from games.tournaments.rules.victory_points import TOTAL_POINTS

WIN_POINTS: Final = 2
DRAW_POINTS: Final = 1
WALKOVER_VP: Final = (12.0, 0.0)
"""Victory points of a match to which one side did not come: of the other side, and its own."""
MISSED_TO_BOTTOM: Final = 2
"""Missed rounds that put an entrant below all who have missed fewer."""
MISSED_TO_LEAVE: Final = 3
"""Missed rounds that put an entrant out."""

Letter: TypeAlias = Literal["W", "D", "L"]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a league match: victory points of both sides, and absent entrants."""

    round: int
    home: int
    away: int
    home_vp: float
    away_vp: float
    missed: frozenset[int] = frozenset()
    played: bool = True
    """False: nobody played; somebody did not come, or has withdrawn."""

    def points(self, entrant: int) -> int:
        """Return an entrant's league points (2, 1 or 0) for this match; 0 if it was absent."""
        own, other = self.home_vp, self.away_vp
        if entrant == self.away:
            own, other = other, own
        if entrant in self.missed:
            return 0
        return WIN_POINTS if own > other else DRAW_POINTS if own == other else 0


@dataclass(slots=True)
class Line:
    """A line of a division's table: one entrant's results and place."""

    entrant: int
    place: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    vp: float = 0.0
    missed: int = 0
    out: bool = False
    """Plays no more: withdrawn, or has missed too many rounds."""
    annulled: bool = False
    """None of its results count."""
    decided_by: str = "points"
    """The figure that puts the entrant before the next: points, vp, direct, lot, missed, out."""
    form: list[Letter] = field(default_factory=list)
    """Its results in the order of the rounds."""


def walkover(round_number: int, home: int, away: int, missed: Collection[int]) -> Result:
    """Return the result of a league match to which the entrants in `missed` did not come.

    >>> result = walkover(1, 7, 8, [8])
    >>> result.points(7), result.points(8), result.home_vp
    (2, 0, 12.0)
    """
    won, lost = WALKOVER_VP
    return Result(
        round_number,
        home,
        away,
        home_vp=lost if home in missed else won,
        away_vp=lost if away in missed else won,
        missed=frozenset(missed),
        played=False,
    )


def is_valid_score(home_vp: float, away_vp: float) -> bool:
    """Return True if the sides of a league match can have these victory points.

    >>> is_valid_score(12, 8), is_valid_score(0, 0), is_valid_score(20, 1), is_valid_score(-1, 21)
    (True, True, False, False)
    """
    return min(home_vp, away_vp) >= 0 and home_vp + away_vp <= TOTAL_POINTS


def missed_rounds(results: Iterable[Result]) -> dict[int, int]:
    """Return entrant -> number of rounds missed, for those who have missed any."""
    missed: dict[int, int] = {}
    for result in results:
        for entrant in result.missed:
            missed[entrant] = missed.get(entrant, 0) + 1
    return missed


def out_of_play(results: Iterable[Result], withdrawn: Collection[int]) -> set[int]:
    """Return the entrants out of the season: withdrawn, or with MISSED_TO_LEAVE missed rounds."""
    absent = {
        entrant for entrant, count in missed_rounds(results).items() if count >= MISSED_TO_LEAVE
    }
    return absent | set(withdrawn)


def annulled_entrants(
    results: Sequence[Result], withdrawn: Collection[int], matches: Mapping[int, int]
) -> set[int]:
    """Return the entrants out of the season who have played less than half of their matches.

    `matches` is entrant -> number of its matches in the season.
    """
    out = out_of_play(results, withdrawn)
    played = dict.fromkeys(out, 0)
    for result in results:
        for entrant in {result.home, result.away} & out:
            played[entrant] += result.played
    return {entrant for entrant in out if 2 * played[entrant] < matches.get(entrant, 0)}


def league_table(
    seed: str,
    entrants: Sequence[int],
    results: Sequence[Result],
    *,
    withdrawn: Collection[int] = (),
    matches: Mapping[int, int] | None = None,
) -> list[Line]:
    """Return the table of a division, the first line first.

    `matches` is entrant -> number of its matches in the season. Order: those who are out last, and
    before them whoever has missed two rounds; among the others points, victory points, points of
    the meetings among those who are level, and the lot.
    """
    planned = matches if matches is not None else dict.fromkeys(entrants, len(entrants) - 1)
    annulled = annulled_entrants(results, withdrawn, planned)
    out = out_of_play(results, withdrawn)
    missed = missed_rounds(results)
    lines = {
        entrant: Line(
            entrant, missed=missed.get(entrant, 0), out=entrant in out, annulled=entrant in annulled
        )
        for entrant in entrants
    }
    counted = [result for result in results if not {result.home, result.away} & annulled]
    for result in sorted(counted, key=lambda result: result.round):
        _add(lines, result)
    return _ordered(seed, list(lines.values()), counted)


def _add(lines: Mapping[int, Line], result: Result) -> None:
    """Add the result of a match to the table lines of its two entrants."""
    for entrant, own_vp in ((result.home, result.home_vp), (result.away, result.away_vp)):
        line, points = lines[entrant], result.points(entrant)
        line.played += 1
        line.points += points
        line.vp = round(line.vp + own_vp, 2)
        line.won += points == WIN_POINTS
        line.drawn += points == DRAW_POINTS
        line.lost += points == 0
        line.form.append("W" if points == WIN_POINTS else "D" if points == DRAW_POINTS else "L")


def _ordered(seed: str, lines: list[Line], results: Sequence[Result]) -> list[Line]:
    """Return the lines in table order, with places and the figure that decides each."""
    direct = _direct_points(lines, results)

    def keys(line: Line) -> tuple[tuple[str, object], ...]:
        return (
            ("out", line.out),
            ("missed", line.missed >= MISSED_TO_BOTTOM),
            ("points", -line.points),
            ("vp", -line.vp),
            ("direct", -direct[line.entrant]),
            ("lot", lot(seed, line.entrant)),
        )

    ordered = sorted(lines, key=lambda line: tuple(value for _name, value in keys(line)))
    for place, line in enumerate(ordered, start=1):
        line.place = place
    for line, after in pairwise(ordered):
        differing = (
            name for (name, value), (_same, other) in zip(keys(line), keys(after), strict=True) if value != other
        )  # fmt: skip
        line.decided_by = next(differing, "lot")
    return ordered


def _direct_points(lines: Iterable[Line], results: Sequence[Result]) -> dict[int, int]:
    """Return entrant -> its points in matches against entrants of equal points."""
    level: dict[tuple[object, ...], set[int]] = {}
    for line in lines:
        score = (line.out, line.missed >= MISSED_TO_BOTTOM, line.points, line.vp)
        level.setdefault(score, set()).add(line.entrant)
    direct = {entrant: 0 for group in level.values() for entrant in group}
    for group in level.values():
        for result in results:
            if {result.home, result.away} <= group:
                for entrant in (result.home, result.away):
                    direct[entrant] += result.points(entrant)
    return direct
