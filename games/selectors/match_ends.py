"""Reads of the match that has just ended at a table: time, ratings, series.

All of it is written in the transaction that ends the match, so that it is there as soon as the
table is finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from django.db.models import OuterRef, Subquery, Sum

from games.models import (
    DailyTry,
    Follow,
    Match,
    MatchAnalysis,
    Player,
    RatingPoint,
    RatingRefund,
    Seat,
    Table,
    TableSeat,
)
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.daily_par import par_of
from games.stats.ratings import CENTRE, PER_MU

Json: TypeAlias = dict[str, Any]
Sides: TypeAlias = list[frozenset[int]]
"""The players (ids) of each side of a match, in the order of its sides."""

SERIES_LIMIT: Final = 100
"""Maximum number of matches at one table that a series counts."""
OVER: Final = (MatchStatus.FINISHED, MatchStatus.HELD, MatchStatus.ABANDONED)


def end_json(table: Table) -> Json | None:
    """Return facts about a table's finished match besides its score; None while it waits or plays.

    `seconds` is its duration (None where that is not public yet), `ratings` each seat's rating
    before and after, or None, `series` the matches won by each side since these players sat down
    together, `daily` the day and par of a deal of the day, `ended_by` what ended it, and `analysis`
    whether an analysis exists or is queued.
    """
    match = table.match
    if table.status != TableStatus.FINISHED or match is None:
        return None
    tried = DailyTry.objects.filter(match=match).select_related("daily").first()
    finished = match.finished_at or (tried and tried.finished_at)
    return {
        "seconds": round((finished - match.started_at).total_seconds()) if finished else None,
        "ended_by": match.ended_by or None,
        "ratings": _ratings(match),
        "series": _series(table, match),
        "daily": _daily(tried),
        "analysis": MatchAnalysis.objects.filter(match=match).exists(),
    }


def _daily(tried: DailyTry | None) -> Json | None:
    """Return the day of a try at a daily deal, and par where the try was played to its end."""
    if tried is None:
        return None
    par = None if tried.points is None else par_of(tried.daily_id)
    return {"day": tried.daily.day.isoformat(), "par": par}


def _ratings(match: Match) -> list[Json | None]:
    """Return by seat how the match moved its player's rating.

    None where it did not, or where the player's figures are private.
    """
    earlier = RatingPoint.objects.filter(
        rating=OuterRef("rating"), number=OuterRef("number") - 1
    ).values("display")
    public = RatingPoint.objects.filter(match=match, rating__player__figures_private=False)
    refunds = RatingRefund.objects.filter(
        player=OuterRef("rating__player"),
        pool=OuterRef("rating__pool"),
        number=OuterRef("number") - 1,
    )
    refunded = refunds.order_by().values("player").annotate(sum=Sum("mu")).values("sum")
    points = public.annotate(before=Subquery(earlier), refunded=Subquery(refunded))
    names = ("rating__player", "rating__pool", "before", "refunded", "display")
    moved = {
        player: {
            "pool": pool,
            "before": (CENTRE if before is None else before) + round(PER_MU * (more or 0.0)),
            "after": after,
        }
        for player, pool, before, more, after in points.values_list(*names)
    }
    seats = Seat.objects.filter(match=match).order_by("seat")
    return [moved.get(player) for player in seats.values_list("player", flat=True)]


def _series(table: Table, match: Match) -> list[int]:
    """Return how many of the latest matches at a table each side of this match has won.

    The series goes back to the first match in a row that the same players played in the same
    partnerships, at any seats. Drawn and abandoned matches count for nobody.
    """
    over = Match.objects.filter(table=table, status__in=OVER).order_by("-pk")
    matches = list(over.values_list("pk", "sides", "winners")[:SERIES_LIMIT])
    players: dict[int, dict[int, int]] = {}
    seats = Seat.objects.filter(match__in=[pk for pk, _sides, _winners in matches])
    for pk, seat, player in seats.values_list("match", "seat", "player"):
        players.setdefault(pk, {})[seat] = player
    ours = _players_by_side(match.sides, players.get(match.pk, {}))
    wins = [0] * len(ours)
    for pk, sides, winners in matches:
        theirs = _players_by_side(sides, players.get(pk, {}))
        if set(theirs) != set(ours):
            break
        for side in winners or ():
            wins[ours.index(theirs[side])] += 1
    return wins


def _players_by_side(sides: Sequence[Sequence[int]], players: dict[int, int]) -> Sides:
    """Return the players of each side; `players` has their ids by seat."""
    return [frozenset(players[seat] for seat in side if seat in players) for side in sides]


def followable_seats(
    seats: Sequence[TableSeat], viewers: Sequence[Player | None]
) -> dict[int, list[int]]:
    """Return viewer (player id) -> seats of people with accounts whom the viewer may follow.

    People who are followed already are left out; viewers without an account have no entry.
    """
    members = [
        viewer for viewer in viewers if viewer is not None and viewer.kind == PlayerKind.HUMAN
    ]
    if not members:
        return {}
    followed = set(
        Follow.objects.filter(follower__in=members).values_list("follower_id", "followed_id")
    )
    return {
        viewer.pk: [
            place.seat
            for place in seats
            if place.player is not None
            and place.player.kind == PlayerKind.HUMAN
            and place.player_id != viewer.pk
            and (viewer.pk, place.player_id) not in followed
        ]
        for viewer in members
    }
