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

from games.tournaments.rules.deal_scores import AVERAGE, NOT_AT_FAULT
from games.tournaments.rules.event import (
    EventEntrant,
    Game,
    Place,
    PlannedTable,
    RoundPlan,
    Settings,
    TableResult,
)
from games.tournaments.rules.pairing import VERSION
from games.tournaments.rules.standings import Line
from games.tournaments.rules.victory_points import TOTAL_POINTS, blitz, victory_points

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
    first, second = (
        [entrant.id for entrant in entrants if entrant.squad == squad] for squad in SQUADS
    )
    if not 1 <= len(first) == len(second) <= 2:
        raise ValueError("two teams of one or two entrants each")
    tables = [(first[0], *second[1:]), (second[0], *first[1:])]
    return RoundPlan(tuple(PlannedTable(table) for table in tables), version=VERSION)


def score_match(settings: Settings, results: Sequence[TableResult]) -> dict[int, Place]:
    """Return dict of entrant id -> its result in a match of two teams, equal within a team.

    A team of which somebody did not come has lost; if both did so, neither has points.
    """
    home, away = sorted(results, key=lambda result: result.number)
    first = frozenset((*home.sides[0], *(entrant for side in away.sides[1:] for entrant in side)))
    second = frozenset((*away.sides[0], *(entrant for side in home.sides[1:] for entrant in side)))
    forfeits = home.forfeits | away.forfeits
    if forfeits:
        return _forfeited((first, second), forfeits)
    swings = deal_swings(settings.deals, home, away)
    played = [swing for swing in swings if swing is not None]
    ahead = round(sum(played), 4)
    won, lost = TOTAL_POINTS / 2, TOTAL_POINTS / 2
    if played:
        width = blitz(
            len(played), deviation=settings.deviation, correlation=settings.correlation
        ) * sqrt(2)  # the difference of two tables varies more than one table does
        won, lost = victory_points(ahead, width)
    return {
        **_places(first, won, ahead, swings),
        **_places(second, lost, -ahead, [None if swing is None else -swing for swing in swings]),
    }


def deal_swings(deals: int, home: TableResult, away: TableResult) -> list[float | None]:
    """Return the first team's lead in points over both tables, by deal.

    A deal that one table has not played has None.

    >>> tables = [
    ...     TableResult(1, ((1,), (2,)), ((70, 50), (60, 60))),
    ...     TableResult(2, ((3,), (4,)), ((65, 55), None)),
    ... ]
    >>> deal_swings(2, *tables)
    [10, None]
    """
    return [
        None if mine is None or theirs is None else mine - theirs
        for mine, theirs in ((_margin(home, deal), _margin(away, deal)) for deal in range(deals))
    ]


def _margin(result: TableResult, deal: int) -> float | None:
    """Return the lead in points of a table's first side in a deal; None if not played."""
    points = result.points[deal] if deal < len(result.points) else None
    return None if points is None else points[0] - points[1]


def _places(
    team: frozenset[int], score: float, margin: float, swings: Sequence[float | None]
) -> dict[int, Place]:
    """Return the results of a team's entrants; `swings` are the team's leads by deal."""
    shares = [
        AVERAGE if swing is None else 0.5 + 0.5 * ((swing > 0) - (swing < 0)) for swing in swings
    ]
    won = sum(swing is not None and swing > 0 for swing in swings)
    rank = 1 if margin >= 0 else 2
    percent = round(100 * fmean(shares), 2)
    return {entrant: Place(entrant, score, margin, won, rank, percent) for entrant in team}


def _forfeited(teams: Sequence[frozenset[int]], forfeits: frozenset[int]) -> dict[int, Place]:
    """Return the results of a match of two teams in which some entrant did not come."""
    places = {}
    for team in teams:
        lost = bool(team & forfeits)
        score, share = (0.0, 0.0) if lost else (NOT_AT_FAULT * TOTAL_POINTS, NOT_AT_FAULT)
        for entrant in team:
            places[entrant] = Place(entrant, score, rank=1 + lost, percent=round(100 * share, 2))
    return places


def match_standings(entrants: Sequence[EventEntrant], lines: Sequence[Line]) -> list[Line]:
    """Return the standings of a match of two teams: entrants share their team's place.

    The place is 1 for the team with more points, or for both.
    """
    squads = {entrant.id: entrant.squad for entrant in entrants}
    scores = {
        squad: round(fmean(line.score for line in lines if squads[line.entrant] == squad), 2)
        for squad in set(squads.values())
    }
    best = max(scores.values(), default=0.0)
    ranked = []
    for line in sorted(lines, key=lambda line: (-scores[squads[line.entrant]], line.entrant)):
        score = scores[squads[line.entrant]]
        place = 1 if score == best else 2
        ranked.append(replace(line, place=place, score=score, decided_by="score"))
    return ranked
