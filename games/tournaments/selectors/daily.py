"""What an entrant made of each deal of a daily event, beside what all others made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.db.models import QuerySet

from games.models import TournamentEntrant, TournamentGame
from games.tournaments.deal_scores import datum
from games.tournaments.round_scores import margin_of

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
    """How far the entrant was ahead of the mean of all who have played the deal."""
    mark: Mark


def own_deals(entrant: TournamentEntrant) -> list[OwnDeal]:
    """Return the results of an entrant who has finished a daily event, deal by deal; [] before.

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
    """Return the games of the entrant's event that are done."""
    games = TournamentGame.objects.filter(round__tournament=entrant.tournament_id)
    return games.exclude(done_at=None)


def _deal(
    number: int,
    points: Sequence[float] | None,
    side: int,
    played: Sequence[tuple[list[Sequence[float] | None], int]],
) -> OwnDeal:
    """Return a deal with what others made of it."""
    if points is None:
        return OwnDeal(number, None, 0, 0.0, "none")
    margins = [
        margin_of(found, other)
        for all_points, other in played
        if (found := all_points[number - 1]) is not None
    ]
    margin = margin_of(points, side)
    own = round(points[side])
    ahead = round(margin - datum(margins), 1)
    return OwnDeal(number, own, round(sum(points)) - own, ahead, mark_of(margin, margins))


def mark_of(own: float, margins: Sequence[float]) -> Mark:
    """Return whether a margin in points is "above", "level" or "below" the mean of `margins`.

    It is compared with 0 where `margins` has less than two.

    >>> mark_of(30, [30, 10]), mark_of(-5, [-5])
    ('above', 'below')
    """
    ahead = round(own - (datum(margins) if len(margins) > 1 else 0.0), 1)
    return "above" if ahead > 0 else "below" if ahead < 0 else "level"
