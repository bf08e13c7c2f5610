"""An entrant's result of each deal of a daily event, compared with all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.db.models import QuerySet

from games.tournaments.models import TournamentEntrant, TournamentGame
from games.tournaments.rules.deal_scores import datum
from games.tournaments.rules.round_scores import margin_of

Mark: TypeAlias = Literal["above", "level", "below", "none"]


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """An entrant's card points in one deal of a daily event, beside those of others."""

    number: int
    own: int | None
    """Points of the entrant's side; None: not played."""
    others: int
    """Points of all others at the table."""
    ahead: float
    """Points ahead of the mean of all who have played the deal."""
    mark: Mark


def own_deals(entrant: TournamentEntrant) -> list[OwnDeal]:
    """Return an entrant's results of a finished daily event, deal by deal; [] if unfinished.

    Show them to the entrant alone while the event runs.
    """
    own = _done(entrant).filter(places__entrant=entrant).first()
    if own is None:
        return []
    rows = _done(entrant).prefetch_related("places")
    played = [(game.points, game.places.all()[0].side) for game in rows]
    mine = next(place.side for place in own.places.all())
    return [_deal(number, points, mine, played) for number, points in enumerate(own.points, 1)]


def _done(entrant: TournamentEntrant) -> QuerySet[TournamentGame]:
    """Return a query of all finished games of the entrant's daily event."""
    games = TournamentGame.objects.filter(round__tournament=entrant.tournament_id)
    return games.exclude(done_at=None)


def _deal(
    number: int,
    points: Sequence[float] | None,
    side: int,
    played: Sequence[tuple[list[Sequence[float] | None], int]],
) -> OwnDeal:
    """Return an entrant's result of one deal, compared with everybody who played the deal."""
    if points is None:
        return OwnDeal(number, None, 0, 0.0, "none")
    margins = [
        margin_of(deal_points, other)
        for all_points, other in played
        if (deal_points := all_points[number - 1]) is not None
    ]
    margin = margin_of(points, side)
    own = round(points[side])
    ahead = round(margin - datum(margins), 1)
    return OwnDeal(number, own, round(sum(points)) - own, ahead, mark_of(margin, margins))


def mark_of(own: float, margins: Sequence[float]) -> Mark:
    """Return "above", "level" or "below": a margin in points compared with mean of `margins`.

    If `margins` has less than two, the margin is compared with 0.

    >>> mark_of(30, [30, 10]), mark_of(-5, [-5])
    ('above', 'below')
    """
    ahead = round(own - (datum(margins) if len(margins) > 1 else 0.0), 1)
    return "above" if ahead > 0 else "below" if ahead < 0 else "level"
