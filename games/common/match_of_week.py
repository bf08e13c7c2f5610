"""The rule by which the match of the week is chosen among the matches that people finished in it.

The choice is a pure function of stored facts, so that everybody can check it. Which matches it looks
at is a question of who played: `games.selectors.match_of_week` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

MIN_DEALS: Final = 2
"""Number of deals from which a match can be chosen."""
MIN_SIDES: Final = 2
"""Number of sides between which a deal is decided."""


class Candidate(NamedTuple):
    """Facts of a finished match that has a winner."""

    match: int
    """Row id of the match."""
    by_points: bool
    """True if the score of the match counts card points; False if it counts deals."""
    margin: int
    """Distance between winners and losers in the score."""
    winners: tuple[int, ...]
    """Sides that won the match."""
    deals: int
    last_deal: tuple[int, ...]
    """Points of each side in the last deal; () if it was not played out or had an auction."""
    rating: float
    """Mean rating of the players in this kind of match."""
    ended_at: float
    """Time of the end, in seconds since the epoch."""


class Choice(NamedTuple):
    """The match (row id) that the rule chooses, and the card points by which it was decided."""

    match: int
    points: int


def choose(candidates: Iterable[Candidate]) -> Choice | None:
    """Return the match that was decided by the fewest card points; None if none went to its end.

    Of matches decided by equally many points it is the one with more deals, then the one with the
    higher mean rating, then the one that ended first.

    >>> long = Candidate(1, False, 1, (0,), 5, (61, 59), 1500.0, 20.0)
    >>> short = Candidate(2, False, 1, (1,), 3, (59, 61), 1700.0, 10.0)
    >>> clear = Candidate(3, False, 2, (0,), 5, (61, 59), 1900.0, 10.0)
    >>> choose([short, clear, long])
    Choice(match=1, points=2)
    >>> choose([clear]) is None
    True
    """
    decided = [
        (points, -candidate.deals, -candidate.rating, candidate.ended_at, candidate.match)
        for candidate in candidates
        if (points := points_at_end(candidate)) is not None
    ]
    if not decided:
        return None
    best = min(decided)
    return Choice(match=best[-1], points=best[0])


def points_at_end(candidate: Candidate) -> int | None:
    """Return by how many card points a match was decided at its end; None if it was decided before.

    Where the score counts card points, these are the points between winner and loser. Where it counts
    deals, the match must have gone to its last deal, which its winner won: these are the points between
    the two best sides of that deal.

    >>> points_at_end(Candidate(1, True, 14, (0,), 4, (80, 40), 1500.0, 0.0))
    14
    >>> points_at_end(Candidate(1, False, 1, (1,), 3, (50, 70), 1500.0, 0.0))
    20
    """
    if candidate.deals < MIN_DEALS or candidate.margin < 1 or len(candidate.last_deal) < MIN_SIDES:
        return None
    if candidate.by_points:
        return candidate.margin
    best, second = sorted(candidate.last_deal, reverse=True)[:MIN_SIDES]
    won_last = candidate.last_deal.index(best) in candidate.winners
    return best - second if candidate.margin == 1 and won_last and best > second else None
