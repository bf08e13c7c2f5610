"""A match of two teams: two tables play the same decks, with the seats of the teams exchanged.

The first team has the first side at one table and the second side at the other, so that each hand
is played once by either team, by people who have not seen it before. What counts of a deal is the
difference between the two tables. Where bots of one level have the other side at both tables, a team
is a single entrant, and both teams have the first side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean
from typing import Final

from games.tournaments.deal_scores import AVERAGE, NOT_AT_FAULT
from games.tournaments.event import (
    EventEntrant,
    Game,
    Place,
    PlannedTable,
    RoundPlan,
    Settings,
    TableResult,
)
from games.tournaments.pairing import VERSION
from games.tournaments.standings import Line
from games.tournaments.victory_points import TOTAL, blitz, victory_points

SQUADS: Final = (1, 2)
"""Numbers of the teams."""


def plan(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Return the two tables of a match of two teams; None for any round but the first.

    Raises:
        ValueError: the teams do not have one entrant each, or two each.
    """
    if number > 1:
        return None
    first, second = ([one.id for one in entrants if one.squad == squad] for squad in SQUADS)
    if not 1 <= len(first) == len(second) <= 2:
        raise ValueError("two teams of one or two entrants each")
    tables = [(first[0], *second[1:]), (second[0], *first[1:])]
    return RoundPlan(tuple(PlannedTable(table) for table in tables), version=VERSION)


def score_match(settings: Settings, results: Sequence[TableResult]) -> dict[int, Place]:
    """Return entrant id -> its place in a match of two teams, the same for all of a team.

    A team of which somebody did not come has lost; if both did so, neither has points.
    """
    one, other = sorted(results, key=lambda result: result.number)
    first = frozenset((*one.sides[0], *(entrant for side in other.sides[1:] for entrant in side)))
    second = frozenset((*other.sides[0], *(entrant for side in one.sides[1:] for entrant in side)))
    forfeits = one.forfeits | other.forfeits
    if forfeits:
        return _forfeited((first, second), forfeits)
    swings = deal_swings(settings.deals, one, other)
    played = [swing for swing in swings if swing is not None]
    ahead = round(sum(played), 4)
    won, lost = TOTAL / 2, TOTAL / 2
    if played:
        width = blitz(
            len(played), deviation=settings.deviation, correlation=settings.correlation
        ) * sqrt(2)  # the difference of two tables varies more than one table does
        won, lost = victory_points(ahead, width)
    return {
        **_places(first, won, ahead, swings),
        **_places(second, lost, -ahead, [None if one is None else -one for one in swings]),
    }


def deal_swings(deals: int, one: TableResult, other: TableResult) -> list[float | None]:
    """Return the first team's lead in points over both tables, by deal; None where one is missing.

    >>> tables = [
    ...     TableResult(1, ((1,), (2,)), ((70, 50), (60, 60))),
    ...     TableResult(2, ((3,), (4,)), ((65, 55), None)),
    ... ]
    >>> deal_swings(2, *tables)
    [10, None]
    """
    return [
        None if mine is None or theirs is None else mine - theirs
        for mine, theirs in ((_margin(one, deal), _margin(other, deal)) for deal in range(deals))
    ]


def _margin(result: TableResult, deal: int) -> float | None:
    """Return how far the first side of a table is ahead in a deal; None if it was not played."""
    points = result.points[deal] if deal < len(result.points) else None
    return None if points is None else points[0] - points[1]


def _places(
    team: frozenset[int], score: float, margin: float, swings: Sequence[float | None]
) -> dict[int, Place]:
    """Return what the entrants of a team made of the match; `swings` are its own."""
    shares = [AVERAGE if one is None else 0.5 + 0.5 * ((one > 0) - (one < 0)) for one in swings]
    won = sum(one is not None and one > 0 for one in swings)
    rank = 1 if margin >= 0 else 2
    percent = round(100 * fmean(shares), 2)
    return {entrant: Place(entrant, score, margin, won, rank, percent) for entrant in team}


def _forfeited(teams: Sequence[frozenset[int]], forfeits: frozenset[int]) -> dict[int, Place]:
    """Return the scores of a match to which somebody of a team has not come."""
    found = {}
    for team in teams:
        lost = bool(team & forfeits)
        score, share = (0.0, 0.0) if lost else (NOT_AT_FAULT * TOTAL, NOT_AT_FAULT)
        for entrant in team:
            found[entrant] = Place(entrant, score, rank=1 + lost, percent=round(100 * share, 2))
    return found


def match_standings(entrants: Sequence[EventEntrant], lines: Sequence[Line]) -> list[Line]:
    """Return standings in which the entrants of a team share its score and its place.

    The place is 1 for the team with more points, or for both.
    """
    squads = {one.id: one.squad for one in entrants}
    scores = {
        squad: round(fmean(line.score for line in lines if squads[line.entrant] == squad), 2)
        for squad in set(squads.values())
    }
    best = max(scores.values(), default=0.0)
    found = []
    for line in sorted(lines, key=lambda line: (-scores[squads[line.entrant]], line.entrant)):
        score = scores[squads[line.entrant]]
        place = 1 if score == best else 2
        found.append(replace(line, place=place, score=score, decided_by="score"))
    return found
