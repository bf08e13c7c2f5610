"""The leaderboards: who is ranked in each kind of match, of players and of teams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.common.keyset import BadCursorError, Page
from games.models import Player
from games.pages.charts.geometry import spark_line
from games.pages.fragments import fragment
from games.pages.page_cache import same_for_strangers
from games.pages.paging import next_url
from games.pages.visitor import player_of
from games.pages.wording.history import pool_title
from games.pages.wording.house_bots import house_rows
from games.selectors import figures, ratings
from games.selectors.faces import chosen_faces_by_name
from games.selectors.house_figures import house_ratings, house_scores
from games.selectors.rating_trends import trends_of
from games.stats.figures import BOTS
from games.stats.pools import WITH_SIGNS, pool_names
from games.stats.ratings import PROVISIONAL_SIGMA, deviation

Json: TypeAlias = dict[str, Any]

ROWS_PER_PAGE: Final = 30
PODIUM_PLACES: Final = 3
"""Places of the podium: with fewer ranked players a leaderboard shows the house's ladder instead."""
PODIUM_CARDS: Final = ("O1", "O3", "O12")
"""Cards on which the first three stand: the highest ones, in their order."""
TEAM_POOLS: Final = frozenset(
    pool for pool in pool_names() if pool.removesuffix(WITH_SIGNS).endswith(("-pairs", "-threes"))
)
"""Pools that are played by teams."""


@require_safe
@same_for_strangers
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard of one pool (kind of match), of players or of teams.

    Raises:
        Http404: there is no such pool.
    """
    people = [pool for pool in ratings.pools() if not pool.startswith(BOTS)]
    wanted_pool = request.GET.get("pool", people[0])
    bots = wanted_pool.startswith(BOTS)
    pool = wanted_pool.removeprefix(BOTS)
    if pool not in people:
        raise Http404
    sided = pool in TEAM_POOLS
    of_teams = sided and "teams" in request.GET
    try:
        read: Callable[..., Page[Any]] = (
            figures.team_leaderboard if of_teams else ratings.leaderboard
        )
        page = read(pool=wanted_pool, cursor=request.GET.get("cursor"), limit=ROWS_PER_PAGE)
    except BadCursorError:
        return render(request, "errors/400.html", status=400)
    me = player_of(request)
    own = None if me is None or of_teams else ratings.standing_of(me.pk, wanted_pool)
    is_first = not request.GET.get("cursor")
    is_open = not is_first or len(page.rows) >= PODIUM_PLACES
    first = page.rows if is_first else read(pool=wanted_pool, limit=PODIUM_PLACES).rows
    prefix = BOTS if bots else ""
    other = pool if bots else BOTS + pool
    tabs = [
        {"pool": prefix + tab_pool, "title": pool_title(tab_pool), "current": tab_pool == pool}
        for tab_pool in people
    ]
    return render(
        request,
        "games/leaderboard.html",
        {
            **_board(page.rows, first, wanted_pool, _own_row(me, own), of_teams),
            "is_open": is_open,
            "ranked": len(page.rows),
            "ladder": _ladder(pool, me) if not (is_open or bots or of_teams) else None,
            "title": pool_title(wanted_pool),
            "pools": fragment(
                "games/_board_pools.html",
                (prefix, pool),
                lambda: {"tabs": tabs, "other": other, "bots": bots},
            ),
            "bots": bots,
            "pool": wanted_pool,
            "sided": sided,
            "of_teams": of_teams,
            "other": other,
            "own": own,
            "ahead": _ahead(me, wanted_pool, own, page.rows),
            "unlisted": me is not None and me.figures_private,
            "ranked_from": deviation(PROVISIONAL_SIGMA),
            "next_url": next_url(request, page.next),
        },
    )


def _ahead(me: Player | None, pool: str, own: Json | None, rows: Sequence[Json]) -> Json | None:
    """Return the name of who is next above the reader, and by how many points; None without one.

    `rows` are those of the page, which are asked before the database.
    """
    if me is None or own is None or own["place"] in (None, 1):
        return None
    for above, row in pairwise(rows):
        if row["player"] == me.name:
            return {"name": above["player"], "points": above["rating"] - own["rating"]}
    above_page = ratings.next_ahead(me.pk, pool)
    if above_page is None:
        return None
    name, rating = above_page
    return {"name": name, "points": rating - own["rating"]}


def _own_row(me: Player | None, own: Json | None) -> Json | None:
    """Return the reader's row of a leaderboard; None if the reader is not on it."""
    if me is None or own is None or own["place"] is None:
        return None
    return {
        "rank": own["place"],
        "player": me.name,
        "kind": me.kind,
        **{name: own[name] for name in ("rating", "deviation", "matches")},
    }


def _board(
    rows: Sequence[Json], first: Sequence[Json], pool: str, own: Json | None, of_teams: bool
) -> Json:
    """Return the template context of the podium and of a page of a leaderboard, with the faces.

    `first` are the first rows of the leaderboard, and `own` is the reader's row.
    """
    podium = first[:PODIUM_PLACES]
    listed = [*rows, *([own] if own else [])]
    names = _names([*listed, *podium])
    if not of_teams:
        _add_trends(listed, pool)
    faces = chosen_faces_by_name(names) if names else {}
    return {
        "rows": _ranked(rows, faces, pool_title(pool), own, of_teams),
        "podium": _podium(podium),
        "chosen_faces": faces,
    }


def _add_trends(rows: Sequence[Json], pool: str) -> None:
    """Add the last ratings of the players of a leaderboard to its rows, and their share of wins."""
    trends = trends_of(pool, [row["player"] for row in rows])
    for row in rows:
        trend = trends[row["player"]]
        row["percent_won"] = trend.percent_won
        if trend.change is not None:
            row["change"] = f"{trend.change:+d}".replace("-", "\N{MINUS SIGN}")
        row["spark"] = spark_line(trend.ratings)


def _ranked(
    rows: Sequence[Json], faces: dict[str, str], title: str, own: Json | None, of_teams: bool
) -> SafeString | str:
    """Return HTML of a page of a leaderboard; "" without rows.

    `own` is the reader's row, which is marked, and added with a gap if the page does not have it.
    """
    if not rows:
        return ""
    content = {
        "rows": rows,
        "above": own if own is not None and own["rank"] < rows[0]["rank"] else None,
        "below": own if own is not None and own["rank"] > rows[-1]["rank"] else None,
        "title": title,
        "me": own["player"] if own is not None else None,
        "of_teams": of_teams,
        "chosen_faces": faces,
    }
    return fragment("games/_ranked_table.html", sorted(content.items()), lambda: content)


def _names(rows: Sequence[Json]) -> list[str]:
    """Return the names of the players in rows of a leaderboard of players or of teams."""
    return [name for row in rows for name in row.get("players", (row.get("player"),))]


def _podium(rows: Sequence[Json]) -> list[Json]:
    """Return the first three of a leaderboard as they stand on the podium: second, first, third.

    Each has `place`, `card`, and `row`, which is None where the place is free.
    """
    return [
        {
            "place": place,
            "card": PODIUM_CARDS[place - 1],
            "row": rows[place - 1] if place <= len(rows) else None,
        }
        for place in (2, 1, 3)
    ]


def _ladder(pool: str, me: Player | None) -> list[Json]:
    """Return the house's bots, strongest first, with their ratings and the reader's score."""
    measured = house_ratings(pool)
    scores = house_scores(me.pk) if me is not None else {}
    return [
        {**row, "rating": measured.get(row["level"]), "score": scores.get(row["level"])}
        for row in reversed(house_rows())
    ]


LEADERBOARD_URLS: list[Any] = [path("leaderboard/", leaderboard, name="leaderboard")]
