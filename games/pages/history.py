"""Views of the history of matches, of players, and of leaderboards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from brisca_site.replica import read_from_primary
from brisca_site.replica_views import from_replica
from games.models import Player
from games.pages.charts.puzzle_plot import puzzle_plot
from games.pages.forms.history import HistoryForm
from games.pages.fragments import fragment
from games.pages.page_cache import same_for_strangers
from games.pages.people import social_context
from games.pages.player_notes import note_context
from games.pages.player_parts import RECENT, figure_parts, matches_part
from games.pages.tournament_context import own_event_rows
from games.pages.visitor import player_of
from games.pages.wording.figures import finished_words, rival_table
from games.pages.wording.history import by_day, match_rows, pool_title, with_accuracy
from games.selectors import figures, ratings, statistics
from games.selectors.analyses import accuracies
from games.selectors.conduct import finished_share
from games.selectors.faces import chosen_faces_by_name
from games.selectors.keyset import BadCursorError, Page
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import latest_of, match_page
from games.services.players import player_of_member
from games.stats.figures import ALL, BOTS
from games.stats.pools import WITH_SIGNS, pool_names
from games.stats.ratings import PROVISIONAL_SIGMA, deviation

Json: TypeAlias = dict[str, Any]

PAGE: Final = 30
TEAMED: Final = frozenset(
    pool for pool in pool_names() if pool.removesuffix(WITH_SIGNS).endswith(("-pairs", "-threes"))
)
"""Pools that are played by teams."""


@require_safe
@same_for_strangers
@from_replica
def match_list(request: HttpRequest) -> HttpResponse:
    """Show finished matches by filter: without one the visitor's own, for strangers everybody's."""
    me = player_of(request)
    given = request.GET.dict()
    cursor = given.pop("cursor", None)
    if me is not None and "player" not in given:
        given["player"] = me.name
    form = HistoryForm(given)
    page: Page[Json] = Page([], None)
    if me is not None and given["player"].lower() == me.name.lower():
        read_from_primary()  # a match that has just ended is looked for here
    if form.is_valid():
        wanted = MatchFilter(**form.wanted())
        try:
            page = match_page(wanted, cursor=cursor, limit=PAGE)
        except BadCursorError:
            return render(request, "errors/400.html", status=400)
    player = form.cleaned_data.get("player") or None
    rows = _rows(page.rows, player, me)
    own = me is not None and player is not None and player.lower() == me.name.lower()
    others = player is not None and not own
    active = form.active(me.name if me else "")
    return render(
        request,
        "games/match_list.html",
        {
            "form": form,
            "filters": _filters(form, given, active),
            "days": _days(rows, private=me is not None and me.figures_private),
            "player": player,
            "active": active,
            "own": own,
            "filtered": others or any(value for name, value in given.items() if name != "player"),
            "next_url": _next_url(request, page.next),
            "later": cursor is not None,
        },
    )


def _filters(form: HistoryForm, given: Mapping[str, str], active: int) -> SafeString:
    """Return the rendered form of the filters with these values, `active` of which are in use."""
    return fragment(
        "games/_match_filters.html",
        (sorted(given.items()), active),
        lambda: {"form": form, "active": active},
    )


def _days(rows: Sequence[Json], *, private: bool) -> SafeString | str:
    """Return the rendered rows of matches by day; empty without any.

    They are `private` where the reader alone may see the accuracy in them.
    """
    if not rows:
        return ""
    faces = _faces_in(rows)
    return fragment(
        "games/_match_days.html",
        (rows, faces),
        lambda: {"days": by_day(rows), "chosen_faces": faces},
        private=private,
    )


@require_safe
@same_for_strangers
@from_replica
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's page: figures in one pool (kind of match), ratings, partners, latest matches.

    Raises:
        Http404: there is no such player, or the player has no figures in the pool.
    """
    person = figures.find_person(name)
    if person is None and player_of_member(name=name) is not None:
        read_from_primary()
        person = figures.find_person(name)
    if person is None:
        raise Http404
    player, row = person
    if row["name"] != name:
        return redirect("player", row["name"], permanent=False)
    me = player_of(request)
    if me is not None and me.pk == player.pk:
        read_from_primary()
    if player.figures_private and (me is None or me.pk != player.pk):
        return _private_player(request, row, player, me)
    version = figures.figures_version(row["id"])
    pool, pools = request.GET.get("pool", ALL), [one[0] for one in version[0]]
    if pools and pool not in pools:
        raise Http404
    context = {
        "player": row,
        "finishes": finished_words(finished_share(player)),
        "puzzle_plot": puzzle_plot(row["id"]),
        "rivalry": _rivalry(me, row["id"]),
        **social_context(me, player),
        **note_context(me, player),
    }
    if not pools:
        context["chosen_faces"] = chosen_faces_by_name([row["name"]])
    else:
        matches, context["chosen_faces"] = matches_part(row, me, version)
        context["parts"] = {**figure_parts(row, pool, version), "matches": matches}
    if context["oneself"]:
        context["own_events"] = own_event_rows(player)
    return render(request, "games/player.html", context)


def _private_player(
    request: HttpRequest, row: Json, player: Player, me: Player | None
) -> HttpResponse:
    """Show somebody else the page of a player who keeps their figures private."""
    rows = _rows(latest_of(row["id"], RECENT), row["name"], me)
    context = {
        "player": row,
        "hidden": True,
        "rows": rows,
        "chosen_faces": _faces_in(rows, [row["name"]]),
        **social_context(me, player),
        **note_context(me, player),
    }
    return render(request, "games/player.html", context)


def _rows(matches: Sequence[Json], player: str | None, viewer: Player | None) -> list[Json]:
    """Return matches as rows seen by a player, with the accuracy of those that were analysed.

    The accuracy is left out where the viewer may not see the player's figures.
    """
    rows = match_rows(matches, player)
    own = next((row["player"] for row in rows if row["player"]), None)
    viewer_id = None if viewer is None else viewer.pk
    found = accuracies(own, [row["id"] for row in rows], viewer_id) if own else {}
    return with_accuracy(rows, found)


def _faces_in(rows: Sequence[Json], *more: Sequence[str]) -> dict[str, str]:
    """Return the chosen faces of the people in these rows of matches and lists of names."""
    return chosen_faces_by_name(
        [name for names in (*(row["faces"] for row in rows), *more) for name in names]
    )


def _rivalry(me: Player | None, player_id: int) -> dict[str, Any]:
    """Return the table of the visitor's results against the player; empty where there are none."""
    if me is None or me.pk == player_id:
        return {}
    return rival_table(statistics.head_to_head(me.pk, player_id))


@require_safe
@same_for_strangers
@from_replica
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard of one pool (kind of match), of players or of teams.

    Raises:
        Http404: there is no such pool.
    """
    people = [pool for pool in ratings.pools() if not pool.startswith(BOTS)]
    given = request.GET.get("pool", people[0])
    bots = given.startswith(BOTS)
    pool = given.removeprefix(BOTS)
    if pool not in people:
        raise Http404
    sided = pool in TEAMED
    of_teams = sided and "teams" in request.GET
    try:
        read: Callable[..., Page[Any]] = (
            figures.team_leaderboard if of_teams else ratings.leaderboard
        )
        page = read(pool=given, cursor=request.GET.get("cursor"), limit=PAGE)
    except BadCursorError:
        return render(request, "errors/400.html", status=400)
    me = player_of(request)
    own = None if me is None or of_teams else ratings.standing_of(me.pk, given)
    prefix = BOTS if bots else ""
    tabs = [
        {"pool": prefix + one, "title": pool_title(one), "current": one == pool} for one in people
    ]
    return render(
        request,
        "games/leaderboard.html",
        {
            "rows": _ranked(page.rows, pool_title(given), me.name if me else None, of_teams),
            "title": pool_title(given),
            "pools": fragment("games/_pools.html", (prefix, pool), lambda: {"tabs": tabs}),
            "bots": bots,
            "pool": given,
            "sided": sided,
            "of_teams": of_teams,
            "other": pool if bots else BOTS + pool,
            "own": own,
            "unlisted": me is not None and me.figures_private,
            "ranked_from": deviation(PROVISIONAL_SIGMA),
            "next_url": _next_url(request, page.next),
        },
    )


def _ranked(rows: Sequence[Json], title: str, me: str | None, of_teams: bool) -> SafeString | str:
    """Return the rendered rows of a ranking, with that of the reader marked; empty without any."""
    if not rows:
        return ""
    names = [name for row in rows for name in row.get("players", (row.get("player"),))]
    faces = chosen_faces_by_name(names)
    content = (rows, sorted(faces.items()), title, me if me in names else None, of_teams)
    return fragment(
        "games/_ranked_table.html",
        content,
        lambda: {
            "rows": rows,
            "title": title,
            "me": me,
            "of_teams": of_teams,
            "chosen_faces": faces,
        },
    )


def _next_url(request: HttpRequest, cursor: str | None) -> str:
    """Return the address of the next page of a list; empty on the last page."""
    if cursor is None:
        return ""
    query = request.GET.copy()
    query["cursor"] = cursor
    return f"{request.path}?{query.urlencode()}"


HISTORY_URLS: list[Any] = [
    path("matches/", match_list, name="match_list"),
    path("players/<str:name>/", player, name="player"),
    path("leaderboard/", leaderboard, name="leaderboard"),
]
