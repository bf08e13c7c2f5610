"""Reads of the match that has just ended at a table: time, ratings, series.

All of it is written in the transaction that ends the match, so that it is there as soon as the
table is finished.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from games.models import (
    DailyTry,
    Departure,
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

MAX_SERIES_MATCHES: Final = 100
"""Maximum number of matches at one table that a series counts."""
OVER_STATUSES: Final = (MatchStatus.FINISHED, MatchStatus.HELD, MatchStatus.ABANDONED)


def end_json(table: Table) -> Json | None:
    """Return facts about a table's finished match besides its score; None while it waits or plays.

    `seconds` is its duration (None where that is not public yet), `ratings` each seat's rating
    before and after, or None, `series` the matches won by each side since these players sat down
    together, `daily` the day and par of a deal of the day, `ended_by` what ended it, `gone` the
    players whose seats bots had at the end, and `analysis` whether an analysis exists or is queued.
    """
    match = table.match
    if table.status != TableStatus.FINISHED or match is None:
        return None
    daily_try = DailyTry.objects.filter(match=match).select_related("daily").first()
    departures = Departure.objects.filter(match=match, returned_at=None).order_by("seat")
    finished = match.finished_at or (daily_try and daily_try.finished_at)
    return {
        "seconds": round((finished - match.started_at).total_seconds()) if finished else None,
        "ended_by": match.ended_by or None,
        "gone": [
            {"seat": seat, "why": reason, "excused": excused}
            for seat, reason, excused in departures.values_list("seat", "reason", "excused")
        ],
        "ratings": _ratings(match.pk),
        "series": _series(table, match),
        "daily": _daily(daily_try),
        "analysis": MatchAnalysis.objects.filter(match=match).exists(),
    }


def _daily(daily_try: DailyTry | None) -> Json | None:
    """Return day and par of a match that is a try at a daily deal; par only if played out."""
    if daily_try is None:
        return None
    par = None if daily_try.points is None else par_of(daily_try.daily_id)
    return {"day": daily_try.daily.day.isoformat(), "par": par}


def _ratings(match: int) -> list[Json | None]:
    """Return seat -> how a match (row id) moved its player's rating, or None.

    A seat has None if its rating did not move or the player's figures are private.
    """
    rating_of = {
        player: {
            "pool": pool,
            "before": (CENTRE if earlier is None else earlier) + round(PER_MU * (refund or 0.0)),
            "after": rating,
            "deviation": margin,
        }
        for player, pool, earlier, refund, rating, margin in _moved_ratings(match)
    }
    return [rating_of.get(player) for _match, _seat, player in _players_in([match])]


def _moved_ratings(match: int) -> QuerySet[RatingPoint, Any]:
    """Return how a match moved public ratings: (player, pool, before, refund, after, margin).

    `match` and the players are row ids; ratings and the margin are in points shown; the refund,
    given between the previous match and this one, is in mu.
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
    return points.values_list(
        "rating__player", "rating__pool", "before", "refunded", "display", "deviation"
    )


def _players_in(matches: Collection[int]) -> QuerySet[Seat, tuple[int, int, int]]:
    """Return (match, seat, player) of all seats of these matches, by seat; ids are row ids."""
    rows = Seat.objects.filter(match__in=matches).order_by("seat")
    return rows.values_list("match_id", "seat", "player_id")


def _series(table: Table, match: Match) -> list[int]:
    """Return how many of a table's latest matches with these players each side has won.

    The series goes back to the first match in a row that the same players played in the same
    partnerships, at any seats. Drawn and abandoned matches count for nobody.
    """
    finished_matches = Match.objects.filter(table=table, status__in=OVER_STATUSES).order_by("-pk")
    matches = finished_matches.values_list("pk", "sides", "winners")[:MAX_SERIES_MATCHES]
    players: dict[int, dict[int, int]] = {}
    for pk, seat, player in _players_in([pk for pk, _sides, _winners in matches]):
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
    """Return the players (row ids) of each side of a match; `players` has their ids by seat."""
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
    follows = Follow.objects.filter(follower__in=members)
    followed = set(follows.values_list("follower_id", "followed_id"))
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
