"""Reads of ratings: current values, histories and leaderboards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, TypeAlias

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from brisca_site.prepared_queries import prepared
from games.answers import ratings as answers
from games.answers.ratings import Standing
from games.models import Rating, RatingPoint, RatingRefund, TeamRating
from games.record.record import rfc3339
from games.selectors.keyset import Key, Page, read_page
from games.selectors.prepared_pages import prepared_page
from games.selectors.private_figures import players_private_since
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
    """Return a rating (a dictionary with RATING_FIELDS) as the API shows it.

    The keys are `rating`, `deviation`, `best` (points) and `matches`.
    """
    return {
        "rating": row["display"],
        "deviation": deviation(row["sigma"]),
        "best": row["best"],
        "matches": row["matches"],
    }


def rating_json(row: Mapping[str, Any], *, matches: int = 1) -> answers.Rating:
    """Return `standing_json` of a rating and whether it is `provisional` (too uncertain for boards).

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
    found: list[answers.RatingPoint] = [
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
    return Page(found, page.next, page.seen)


def _before(rating: int, number: int) -> int:
    """Return the displayed rating before the match of this number, the first of which is 1."""
    if number == 1:
        return CENTRE
    row = RatingPoint.objects.filter(rating=rating, number=number - 1)
    shown: int | None = row.values_list("display", flat=True).first()
    return CENTRE if shown is None else shown


def _refunded(player: int, pool: str, numbers: list[int]) -> dict[int, int]:
    """Return the points shown that refunds added after the matches of these numbers, by number."""
    rows = RatingRefund.objects.filter(player=player, pool=pool, number__in=numbers)
    sums = rows.order_by().values_list("number").annotate(mu=Sum("mu"))
    return {number: round(PER_MU * mu) for number, mu in sums}


def leaderboard(pool: str, *, cursor: str | None = None, limit: int = 50) -> Page[answers.Leader]:
    """Return a page of the ranking of players in a pool (kind of match), best first.

    Only players with public figures and ratings that are not provisional are in it.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = _leaders.read(cursor, limit, pool)
    hidden = players_private_since([row["player_id"] for row in page.rows])
    found: list[answers.Leader] = [
        {
            "rank": page.seen + place,
            "player": row["name"],
            "kind": row["kind"],
            **standing_json(row),
        }
        for place, row in enumerate(page.rows, 1)
        if row["player_id"] not in hidden
    ]
    return Page(found, page.next, page.seen)


@prepared_page(Key("display", int), Key("id", int, falling=False))
def _leaders(pool: str) -> QuerySet[Rating, Json]:
    """Return the ratings on the leaderboard of a pool as dictionaries with the names of players."""
    rows: QuerySet[Rating, Json] = _on_boards(Rating.objects.filter(pool=pool)).values(
        "id", "player_id", *RATING_FIELDS, name=F("player__name"), kind=F("player__kind")
    )
    return rows


def places_of(player: int, pools: Iterable[str]) -> dict[str, Json]:
    """Return pool -> a player's `place` (from 1) among `of` on its leaderboard, and the rating.

    `player` is a row id. A pool in which the rating is provisional is left out; empty for a player
    whose figures are private.
    """
    return {
        row["pool"]: {"place": row["ahead"] + 1, "of": row["of"], **standing_json(row)}
        for row in _places_of(player, list(pools))
    }


@prepared
def _places_of(player: int, pools: Collection[str]) -> QuerySet[Rating, Json]:
    """Return a player's (row id) ratings on leaderboards with how many are `ahead`, `of` how many."""
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
    row = _ratings_in.first(player, pool)
    if row is None or not row["matches"]:
        return None
    return {"place": None, **rating_json(row), **places_of(player, [pool]).get(pool, {})}


@prepared
def _ratings_in(player: int, pool: str) -> QuerySet[Rating, Json]:
    """Return a player's (row id) rating in a pool, as a dictionary with RATING_FIELDS."""
    rows: QuerySet[Rating, Json] = Rating.objects.filter(player=player).values(*RATING_FIELDS)
    return rows.filter(pool=pool)


def _on_boards(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return the ratings that leaderboards show: not provisional, and of public figures."""
    return rows.filter(sigma__lte=PROVISIONAL_SIGMA, player__figures_private=False)


def _count(rows: QuerySet[Rating]) -> Subquery:
    """Return a subquery that counts the rows of one pool."""
    counted = rows.order_by().values("pool").annotate(number=Count("id")).values("number")
    return Subquery(counted, output_field=IntegerField())
