"""Scores of one round: every table is compared with the others that played the same decks.

Two sides share the 20 victory points of a match, by how far a side is ahead of what the other tables
made of the same cards. At tables of several sides the places count. In a knock-out only wins do.
Where few tables of a bracket play, the points at the table decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from games.tournaments.bracket_schedule import SECOND
from games.tournaments.deal_scores import AVERAGE, NOT_AT_FAULT, datum, matchpoints
from games.tournaments.event import EventEntrant, Place, Settings, TableResult
from games.tournaments.team_match import score_match
from games.tournaments.victory_points import BYE, LATE, TOTAL, blitz, victory_points

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
    """Return entrant id -> its result (score, margin and rank) in a round that has been played."""
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
    """Return True if only tables of one bracket are compared, and only where enough of them play."""
    return settings.scoring_version >= 2 and settings.format in BY_BRACKET


def _compared_bracket(settings: Settings, result: TableResult) -> str:
    """Return the bracket with whose tables a result is compared; "" for the main one, or for all.

    Groups are drawn to be equally strong, so all of them are compared.
    """
    second = _compares_by_bracket(settings) and result.stage.startswith(SECOND)
    return SECOND if second else ""


def score_bye(settings: Settings, entrant: int) -> Place:
    """Return the result of an entrant (id) that had a bye, as its `Place` in a game."""
    share = BYE / TOTAL
    return Place(entrant, round(share * best_score(settings), 2), percent=100 * share)


def late_score(settings: Settings, entrant: EventEntrant) -> float:
    """Return the points of an entrant that came late: LATE once, whatever it has missed."""
    if entrant.first_round == 1:
        return 0.0
    return round(LATE / TOTAL * best_score(settings), 2)


def best_score(settings: Settings) -> float:
    """Return the highest score of a game; with two sides, that of both together."""
    if settings.format == "knockout":
        return 1.0
    if settings.format == "daily":
        return 100.0
    return TOTAL if settings.size == 2 or settings.partners else float(settings.size)


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
        """Return the number of tables that played the deal that the fewest played; 0 without deals."""
        counts = (len(self.margins(deal, 0)) for deal in range(self.settings.deals))
        return min((count for count in counts if count), default=0)

    def margins(self, deal: int, side: int) -> list[float]:
        """Return a side's points ahead in a deal (from 0), for each table that played it."""
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
        """Return a side's share of the matchpoints for a deal (index from 0), from 0 to 1."""
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
    """Return what both sides of a table made of a round."""
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
    """Return the scores of both sides; `ahead` is the margin of the first over so many deals.

    A margin `at_table` varies as much as the cards do. Version 1 scaled it like a compared one.
    """
    if settings.format == "knockout":
        won = 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
        return won, 1 - won
    if not deals:
        return TOTAL / 2, TOTAL / 2
    uncompared = at_table and settings.scoring_version >= 2
    correlation = 0.0 if uncompared else settings.correlation
    full_score = blitz(deals, deviation=settings.deviation, correlation=correlation)
    return victory_points(ahead, full_score)


def _places(settings: Settings, result: TableResult, compared: _Compared) -> dict[int, Place]:
    """Return what the sides of a table of several made of a round: points by place."""
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
    """Return the scores of a table to which somebody has not come."""
    best = best_score(settings)
    present = best if settings.format == "knockout" else NOT_AT_FAULT * best
    places = {}
    for entrant in (one for side in result.sides for one in side):
        if entrant in result.forfeits:
            places[entrant] = Place(entrant, 0.0, percent=0.0, rank=2)
        else:
            places[entrant] = Place(entrant, round(present, 2), percent=100 * NOT_AT_FAULT)
    return places
