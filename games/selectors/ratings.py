"""Reads of ratings: current values, histories and leaderboards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from games.answers import ratings as answers
from games.answers.ratings import Standing
from games.common.keyset import Key, Page, read_page
from games.models import Rating, RatingPoint, RatingRefund, TeamRating
from games.record.record import rfc3339
from games.stats.figures import BOTS
from games.stats.pools import pool_names
from games.stats.ratings import CENTRE, PER_MU, PROVISIONAL_SIGMA, TEAM_MATCHES, deviation

Json: TypeAlias = dict[str, Any]
RATING_FIELDS: Final = ("pool", "mu", "sigma", "display", "best", "matches")


def pools() -> list[str]:
    """Return the names of all pools (kinds of match) that have ratings, those of people first."""
    named = pool_names()
    return [*named, *(BOTS + pool for pool in named)]


def standing_json(row: Mapping[str, Any]) -> Standing:
    """Return a rating (a dictionary of RATING_FIELDS) as the API shows it.

    The keys are `rating`, `deviation`, `best` (points) and `matches`.
    """
    return {
        "rating": row["display"],
        "deviation": deviation(row["sigma"]),
        "best": row["best"],
        "matches": row["matches"],
    }


def rating_json(row: Mapping[str, Any], *, matches: int = 1) -> answers.Rating:
    """Return a rating as `standing_json` does, and whether it is too uncertain for leaderboards.

    A rating of fewer than `matches` matches is provisional whatever its deviation.
    """
    provisional = row["sigma"] > PROVISIONAL_SIGMA or row["matches"] < matches
    standing = standing_json(row)
    if provisional:
        standing["best"] = None
    return {**standing, "provisional": provisional}


def player_ratings(player: int) -> list[answers.PoolRating]:
    """Return the ratings of a player (row id), one for each pool (kind of match)."""
    rows = Rating.objects.filter(player=player).order_by("pool").values(*RATING_FIELDS)
    return [{"pool": row["pool"], **rating_json(row)} for row in rows]


def team_ratings(team: int) -> dict[str, answers.Rating]:
    """Return pool (kind of match) -> rating of a team (row id)."""
    rows = TeamRating.objects.filter(team=team).values(*RATING_FIELDS)
    return {row["pool"]: rating_json(row, matches=TEAM_MATCHES) for row in rows}


def ranked_teams(pool: str) -> QuerySet[TeamRating]:
    """Return the ratings of teams in a pool (kind of match) that are not provisional."""
    return TeamRating.objects.filter(
        pool=pool, sigma__lte=PROVISIONAL_SIGMA, matches__gte=TEAM_MATCHES
    )


def rating_history(
    *, player: int, pool: str, cursor: str | None = None, limit: int = 50
) -> Page[answers.RatingPoint]:
    """Return a page of a player's rating after each match that moved it, newest first.

    `player` is a row id, `pool` a kind of match.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rating = Rating.objects.filter(player=player, pool=pool).values_list("pk", flat=True).first()
    if rating is None:
        return Page([], None)
    rows = RatingPoint.objects.filter(rating=rating).values(
        "number",
        "display",
        "deviation",
        match_id_=F("match__public_id"),
        finished_at=F("match__finished_at"),
    )
    # one more than is shown, to say by how much the last one moved
    page = read_page(rows, (Key("number", int),), cursor, limit)
    before = [_before(rating, row["number"]) for row in page.rows[-1:]]
    earlier = [row["display"] for row in page.rows[1:]] + before
    refunded = _refunded(player, pool, [row["number"] - 1 for row in page.rows])
    points: list[answers.RatingPoint] = [
        {
            "number": row["number"],
            "match": row["match_id_"],
            "finished_at": rfc3339(row["finished_at"]),
            "rating": row["display"],
            "change": row["display"] - was - refunded.get(row["number"] - 1, 0),
            "deviation": row["deviation"],
        }
        for row, was in zip(page.rows, earlier, strict=True)
    ]
    return Page(points, page.next, page.seen)


def _before(rating: int, number: int) -> int:
    """Return the displayed rating before the player's match of this number (from 1) in the pool."""
    if number == 1:
        return CENTRE
    row = RatingPoint.objects.filter(rating=rating, number=number - 1)
    shown: int | None = row.values_list("display", flat=True).first()
    return CENTRE if shown is None else shown


def _refunded(player: int, pool: str, numbers: list[int]) -> dict[int, int]:
    """Return match number -> rating points that refunds added after that match."""
    rows = RatingRefund.objects.filter(player=player, pool=pool, number__in=numbers)
    sums = rows.order_by().values_list("number").annotate(mu=Sum("mu"))
    return {number: round(PER_MU * mu) for number, mu in sums}


def leaderboard(pool: str, *, cursor: str | None = None, limit: int = 50) -> Page[answers.Leader]:
    """Return a page of the ranking of players in a pool (kind of match), best first.

    Only players with public figures and ratings that are not provisional are in it.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = _on_boards(Rating.objects.filter(pool=pool)).values(
        "id", "player_id", *RATING_FIELDS, name=F("player__name"), kind=F("player__kind")
    )
    keys = (Key("display", int), Key("id", int, falling=False))
    page = read_page(rows, keys, cursor, limit)
    leaders: list[answers.Leader] = [
        {
            "rank": page.seen + place,
            "player": row["name"],
            "kind": row["kind"],
            **standing_json(row),
        }
        for place, row in enumerate(page.rows, 1)
    ]
    return Page(leaders, page.next, page.seen)


def places_of(player: int, pools: Iterable[str]) -> dict[str, Json]:
    """Return pool -> a player's `place` (from 1) among `of` on its leaderboard, and the rating.

    `player` is a row id. A pool in which the rating is provisional is left out; empty for a player
    whose figures are private.
    """
    return {
        row["pool"]: {"place": row["ahead"] + 1, "of": row["of"], **standing_json(row)}
        for row in _places_of(player, pools)
    }


def _places_of(player: int, pools: Iterable[str]) -> QuerySet[Rating, Json]:
    """Return a query of a player's (row id) leaderboard ratings, with `ahead` and `of` counts."""
    board = _on_boards(Rating.objects.filter(pool=OuterRef("pool")))
    # the order of the board; `>=` says nothing more, but is a range of the index
    ahead = Q(display__gte=OuterRef("display")) & (
        Q(display__gt=OuterRef("display")) | Q(id__lt=OuterRef("id"))
    )
    own = _on_boards(Rating.objects.filter(player=player, pool__in=pools))
    rows: QuerySet[Rating, Json] = own.annotate(
        ahead=Coalesce(_count(board.filter(ahead)), 0), of=_count(board)
    ).values("ahead", "of", *RATING_FIELDS)
    return rows


def standing_of(player: int, pool: str) -> Json | None:
    """Return a player's rating in a pool, with its `place` (from 1) among `of` on the leaderboard.

    `player` is a row id. None where no match has moved the rating yet; `place` is None where the
    player is not on the leaderboard.
    """
    row = Rating.objects.filter(player=player, pool=pool).values(*RATING_FIELDS).first()
    if row is None or not row["matches"]:
        return None
    return {"place": None, **rating_json(row), **places_of(player, [pool]).get(pool, {})}


def next_ahead(player: int, pool: str) -> tuple[str, int] | None:
    """Return the name and the rating of who is next above a player on a leaderboard.

    `player` is a row id. None for the first, and for players who are not on the leaderboard.
    """
    own = _on_boards(Rating.objects.filter(player=player, pool=pool)).first()
    if own is None:
        return None
    ahead = Q(display__gt=own.display) | Q(display=own.display, id__lt=own.pk)
    above = _on_boards(Rating.objects.filter(ahead, pool=pool, display__gte=own.display))
    return above.order_by("display", "-id").values_list("player__name", "display").first()


def _on_boards(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return a query of the ratings that leaderboards show: not provisional, and not private."""
    return rows.filter(sigma__lte=PROVISIONAL_SIGMA, player__figures_private=False)


def _count(rows: QuerySet[Rating]) -> Subquery:
    """Return a subquery that counts the rows of one pool."""
    counted = rows.order_by().values("pool").annotate(number=Count("id")).values("number")
    return Subquery(counted, output_field=IntegerField())
