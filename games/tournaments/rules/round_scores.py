"""Scores of one round: every table is compared with the others that played the same decks.

Two sides share the 20 victory points of a match, by how far a side is ahead of what the other tables
made of the same cards. At tables of several sides the places count. In a knock-out only wins do.
Where few tables of a bracket play, the points at the table decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from games.tournaments.rules.bracket_schedule import SECOND
from games.tournaments.rules.deal_scores import AVERAGE, NOT_AT_FAULT, datum, matchpoints
from games.tournaments.rules.event import EventEntrant, Place, Settings, TableResult
from games.tournaments.rules.team_match import score_match
from games.tournaments.rules.victory_points import (
    BYE_POINTS,
    LATE_POINTS,
    TOTAL_POINTS,
    blitz,
    victory_points,
)

DATUM_TABLES: Final = 2
"""Number of tables from which a margin is compared with the mean of all."""
MIN_BRACKET_TABLES: Final = 4
"""Number of tables of one bracket from which the formats of BY_BRACKET compare, since version 2.

With fewer the mean of the tables is mostly the result of the table itself and of one other: it says
less about who played better than the points at the table do.
"""
BY_BRACKET: Final = ("knockout", "round_robin", "groups")
"""Formats in which only tables of one bracket are compared, since version 2."""


def score_round(settings: Settings, results: Sequence[TableResult]) -> dict[int, Place]:
    """Return a dict from entrant id to its result (score, margin, rank) in a played round."""
    if settings.format == "teams":
        return score_match(settings, results)
    places: dict[int, Place] = {}
    brackets: dict[str, list[TableResult]] = {}
    for result in results:
        brackets.setdefault(_compared_bracket(settings, result), []).append(result)
    for tables in brackets.values():
        compared = _Compared(settings, tables)
        for result in tables:
            if result.forfeits:
                places |= _forfeited(settings, result)
            elif len(result.sides) == 2:
                places |= _two_sides(settings, result, compared)
            else:
                places |= _places(settings, result, compared)
    return places


def _compares_by_bracket(settings: Settings) -> bool:
    """Return True if only tables of one bracket are compared, and only if enough play."""
    return settings.scoring_version >= 2 and settings.format in BY_BRACKET


def _compared_bracket(settings: Settings, result: TableResult) -> str:
    """Return the bracket whose tables a result is compared with; "" for the main one or all.

    Groups are drawn to be equally strong, so all of them are compared.
    """
    second = _compares_by_bracket(settings) and result.stage.startswith(SECOND)
    return SECOND if second else ""


def score_bye(settings: Settings, entrant: int) -> Place:
    """Return the result of an entrant (id) that had a bye, as its `Place` in a game."""
    share = BYE_POINTS / TOTAL_POINTS
    return Place(entrant, round(share * best_score(settings), 2), percent=100 * share)


def late_score(settings: Settings, entrant: EventEntrant) -> float:
    """Return the points that a late entrant gets once for all missed rounds."""
    if entrant.first_round == 1:
        return 0.0
    return round(LATE_POINTS / TOTAL_POINTS * best_score(settings), 2)


def best_score(settings: Settings) -> float:
    """Return the highest score of a tournament game; with two sides, of both together."""
    if settings.format == "knockout":
        return 1.0
    if settings.format == "daily":
        return 100.0
    return TOTAL_POINTS if settings.size == 2 or settings.partners else float(settings.size)


class _Compared:
    """The margins (points ahead) of each deal at the compared tables of a round, by side."""

    def __init__(self, settings: Settings, results: Sequence[TableResult]) -> None:
        self.settings = settings
        self.results = [result for result in results if not result.forfeits]
        self.at_table = not settings.compared or (
            _compares_by_bracket(settings) and self._fewest_tables() < MIN_BRACKET_TABLES
        )
        """True if the points at the table decide, without a comparison."""

    def _fewest_tables(self) -> int:
        """Return the least number of tables that played any one of the deals; 0 without deals."""
        counts = (len(self.margins(deal, 0)) for deal in range(self.settings.deals))
        return min((count for count in counts if count), default=0)

    def margins(self, deal: int, side: int) -> list[float]:
        """Return a side's margins (points ahead) in a deal (from 0), one for each table."""
        played = (result.points[deal] for result in self.results if deal < len(result.points))
        return [margin_of(points, side) for points in played if points is not None]

    def of_deal(self, result: TableResult, deal: int, side: int) -> float | None:
        """Return a side's margin in a deal (from 0) against other tables; None: not played."""
        points = result.points[deal] if deal < len(result.points) else None
        if points is None:
            return None
        own, margins = margin_of(points, side), self.margins(deal, side)
        if self.at_table or len(margins) < DATUM_TABLES:
            return own
        return own - datum(margins)

    def share(self, result: TableResult, deal: int, side: int) -> float:
        """Return a side's share (0 to 1) of the matchpoints of a deal (index from 0)."""
        points = result.points[deal] if deal < len(result.points) else None
        if points is None:
            return AVERAGE
        own, margins = margin_of(points, side), self.margins(deal, side)
        if self.at_table or len(margins) < DATUM_TABLES:
            return 0.5 + 0.5 * ((own > 0) - (own < 0))
        return matchpoints(margins)[margins.index(own)]

    def percent(self, result: TableResult, side: int) -> float:
        """Return a side's mean share of the matchpoints over all deals, in percent."""
        deals = range(self.settings.deals)
        return round(100 * fmean(self.share(result, deal, side) for deal in deals), 2)


def margin_of(points: Sequence[float], side: int) -> float:
    """Return the points of a side minus those of the other, or minus the mean of all others."""
    others = [value for at, value in enumerate(points) if at != side]
    return points[side] - fmean(others)


def _two_sides(settings: Settings, result: TableResult, compared: _Compared) -> dict[int, Place]:
    """Return the results of both sides of a table in a round, by entrant id."""
    margins = [compared.of_deal(result, deal, 0) for deal in range(settings.deals)]
    played = [margin for margin in margins if margin is not None]
    total = round(sum(played), 4)
    won, lost = _shared(settings, total, len(played), at_table=compared.at_table)
    places = {}
    for side, (score, margin) in enumerate(((won, total), (lost, -total))):
        deals_won = sum(margin > 0 if side == 0 else margin < 0 for margin in played)
        percent = compared.percent(result, side)
        rank = 1 if margin >= 0 else 2
        for entrant in result.sides[side]:
            places[entrant] = Place(entrant, score, margin, deals_won, rank, percent)
    return places


def _shared(settings: Settings, ahead: float, deals: int, *, at_table: bool) -> tuple[float, float]:
    """Return the scores of both sides of a table; the first is `ahead` by so much over all deals.

    A margin `at_table` varies as much as the cards do. Version 1 scaled it like a compared one.
    """
    if settings.format == "knockout":
        won = 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
        return won, 1 - won
    if not deals:
        return TOTAL_POINTS / 2, TOTAL_POINTS / 2
    uncompared = at_table and settings.scoring_version >= 2
    correlation = 0.0 if uncompared else settings.correlation
    full_score = blitz(deals, deviation=settings.deviation, correlation=correlation)
    return victory_points(ahead, full_score)


def _places(settings: Settings, result: TableResult, compared: _Compared) -> dict[int, Place]:
    """Return the results at a table of three or more sides, by entrant id: points by rank."""
    margins = []
    for side in range(len(result.sides)):
        side_margins = [compared.of_deal(result, deal, side) for deal in range(settings.deals)]
        margins.append(round(sum(margin for margin in side_margins if margin is not None), 4))
    places = {}
    for side, entrants in enumerate(result.sides):
        better = sum(other > margins[side] for other in margins)
        level = sum(other == margins[side] for other in margins)
        # those who are level share the points of their places
        score = len(margins) - better - (level - 1) / 2
        won = sum(
            (margin := compared.of_deal(result, deal, side)) is not None and margin > 0
            for deal in range(settings.deals)
        )
        percent = compared.percent(result, side)
        for entrant in entrants:
            places[entrant] = Place(entrant, score, margins[side], won, better + 1, percent)
    return places


def _forfeited(settings: Settings, result: TableResult) -> dict[int, Place]:
    """Return the results at a table that a side forfeited by not coming, by entrant id."""
    best = best_score(settings)
    present = best if settings.format == "knockout" else NOT_AT_FAULT * best
    places = {}
    for entrant in (member for side in result.sides for member in side):
        if entrant in result.forfeits:
            places[entrant] = Place(entrant, 0.0, percent=0.0, rank=2)
        else:
            places[entrant] = Place(entrant, round(present, 2), percent=100 * NOT_AT_FAULT)
    return places
