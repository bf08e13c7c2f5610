"""Series of tournaments: their events, and the common table of the players."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from games.tournaments.answers import Series
from games.tournaments.models import Tournament, TournamentMember, TournamentSeries
from games.tournaments.models.tournaments import TournamentStatus
from games.tournaments.selectors.tournaments import tournament_json, with_counts

LATEST: Final = 52
"""Number of finished events of a series that count."""


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One player's line in the common ranking of a series of tournaments."""

    place: int
    name: str
    points: float
    """Sum of the best results, each from 0 to 100."""
    events: int
    best: int
    """The player's best place in one event."""


def series_or_none(public_id: str) -> TournamentSeries | None:
    """Return the series with this public id, or None."""
    if not public_id.isalnum():
        return None
    series = TournamentSeries.objects.select_related("creator")
    return series.filter(public_id=public_id).first()


def series_events(series: TournamentSeries) -> list[Tournament]:
    """Return the public events of a series that are announced or over, the latest first."""
    shown = Tournament.objects.filter(
        series=series, visibility=Tournament.Visibility.PUBLIC
    ).exclude(status__in=(TournamentStatus.DRAFT, TournamentStatus.CANCELLED))
    return list(with_counts(shown).order_by("-starts_at")[: LATEST + 1])


def series_json(series: TournamentSeries) -> Series:
    """Return a series as the API shows it."""
    return {
        "id": series.public_id,
        "name": series.name,
        "every_days": series.every_days,
        "best_of": series.best_of,
        "events": [tournament_json(event) for event in series_events(series)],
        "results": [
            {
                "place": line.place,
                "player": line.name,
                "points": line.points,
                "events": line.events,
                "best": line.best,
            }
            for line in series_table(series)
        ],
    }


def series_table(series: TournamentSeries) -> list[SeriesLine]:
    """Return the common ranking of a series' players over its LATEST finished events.

    A place in an event of n entrants is worth 100 points for the first down to 100/n for the last.
    Only a player's `best_of` best results count, where the series says so. Players count and not
    pairs, so that partners may change; house bots and entrants without a place are left out.
    """
    finished = Tournament.objects.filter(
        series=series,
        visibility=Tournament.Visibility.PUBLIC,
        status=TournamentStatus.FINISHED,
    ).annotate(placed=Count("entrants", filter=Q(entrants__place__isnull=False)))
    sizes = dict(finished.order_by("-starts_at").values_list("pk", "placed")[:LATEST])
    rows = TournamentMember.objects.filter(
        tournament__in=sizes, left_at=None, entrant__place__isnull=False, player__bot=""
    ).values_list("player__name", "tournament", "entrant__place")
    results: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for name, event, place in rows:
        assert place is not None
        size = sizes[event]
        results[name].append((100 * (size - place + 1) / size, place))
    return _table(results, series.best_of)


def _table(results: dict[str, list[tuple[float, int]]], best_of: int) -> list[SeriesLine]:
    """Return the ranking's lines from each player's (points, place) list, best first."""
    summed = []
    for name, results_of_player in results.items():
        counted = sorted((points for points, _place in results_of_player), reverse=True)[
            : best_of or None
        ]
        summed.append((round(sum(counted), 1), name, results_of_player))
    summed.sort(key=lambda one: (-one[0], one[1]))
    lines: list[SeriesLine] = []
    for at, (points, name, results_of_player) in enumerate(summed, start=1):
        level = lines and lines[-1].points == points
        place = lines[-1].place if level else at
        best = min(place for _points, place in results_of_player)
        lines.append(SeriesLine(place, name, points, len(results_of_player), best))
    return lines
