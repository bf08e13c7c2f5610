"""Views of the history of matches and of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.preferences import preferences_of
from games.common.keyset import BadCursorError, Page
from games.models import Player
from games.pages.forms.history import HistoryForm
from games.pages.fragments import cached_text, fragment
from games.pages.match_lines import with_lines
from games.pages.match_of_week import match_of_week_part
from games.pages.page_cache import same_for_strangers
from games.pages.paging import next_url
from games.pages.people import social_context
from games.pages.player_notes import note_context
from games.pages.player_parts import (
    MAX_RECENT_MATCHES,
    MIN_MATCHES,
    cards_part,
    figure_parts,
    matches_part,
)
from games.pages.visitor import player_of
from games.pages.wording.figures import finished_words, rival_table
from games.pages.wording.history import by_day, match_rows, memorable_words, with_accuracy
from games.pages.wording.house_bots import CHARACTERS
from games.puzzles.pages.rating_plot import puzzle_plot
from games.selectors import figures, statistics
from games.selectors.analyses import accuracies
from games.selectors.conduct import finished_share
from games.selectors.faces import chosen_faces_by_name
from games.selectors.figures import matches_and_won
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import latest_of, match_page
from games.selectors.memorable import Memorable, json_of, memorable_matches
from games.services.players import player_of_member
from games.stats.figures import ALL
from games.tiles.pages.tiles_box import tiles_part
from games.tournaments.pages.context import own_event_rows

Json: TypeAlias = dict[str, Any]

ROWS_PER_PAGE: Final = 30
MEMORABLE_S: Final = 600.0
"""Seconds after which the matches worth seeing are chosen again."""


@require_safe
@same_for_strangers
def match_list(request: HttpRequest) -> HttpResponse:
    """Show finished matches by filter; by default the visitor's own, or all for strangers."""
    me = player_of(request)
    fields = request.GET.dict()
    cursor = fields.pop("cursor", None)
    if me is not None and "player" not in fields:
        fields["player"] = me.name
    form = HistoryForm(fields)
    page: Page[Json] = Page([], None)
    if form.is_valid():
        wanted = MatchFilter(**form.wanted())
        try:
            page = match_page(wanted, cursor=cursor, limit=ROWS_PER_PAGE)
        except BadCursorError:
            return render(request, "errors/400.html", status=400)
    player = form.cleaned_data.get("player") or None
    rows = _rows(page.rows, player, me)
    own = me is not None and player is not None and player.lower() == me.name.lower()
    others = player is not None and not own
    active = form.active(me.name if me else "")
    bare = not (rows or others or cursor or form.errors or active)
    deck = preferences_of(request)["deck"]
    return render(
        request,
        "games/match_list.html",
        {
            "form": form,
            "counts": matches_and_won(me.pk) if own and me else None,
            "choices": _choices(request, with_result=player is not None),
            "memorable": _memorable(timezone.now(), deck) if bare else "",
            "bare": bare,
            "match_of_week": "" if others or cursor or active else match_of_week_part(),
            "filters": _filters(form, fields, active),
            "days": _days(rows, deck, private=me is not None and me.figures_private),
            "player": player,
            "active": active,
            "own": own,
            "filtered": others or any(value for name, value in fields.items() if name != "player"),
            "next_url": next_url(request, page.next),
            "later": cursor is not None,
        },
    )


CHOICES: Final[tuple[tuple[str | Promise, Mapping[str, str]], ...]] = (
    (_("All"), {}),
    (pgettext_lazy("matches", "Won"), {"result": "won"}),
    (pgettext_lazy("matches", "Lost"), {"result": "lost"}),
    (pgettext_lazy("matches", "Rated"), {"rated": "yes"}),
    (_("One on one"), {"players": "2"}),
    (_("Four players"), {"players": "4"}),
    (_("Over a hundred points"), {"contains": "hundred"}),
)
"""Filters of matches that are offered as links, each with its parameters."""


def _choices(request: HttpRequest, *, with_result: bool) -> list[Json]:
    """Return the links of filters; those by result only `with_result`, from a player's view."""
    asked = {name: value for name, value in request.GET.items() if value and name != "cursor"}
    base = {"player": request.GET["player"]} if "player" in request.GET else {}
    asked.pop("player", None)
    return [
        {
            "title": title,
            "query": urlencode({**base, **fields}),
            "current": asked == fields,
        }
        for title, fields in CHOICES
        if with_result or "result" not in fields
    ]


def _memorable(now: datetime, deck: str) -> SafeString | str:
    """Return HTML with matches of the last days that are worth seeing; "" if there are none.

    `deck` is the reader's.
    """
    text = cached_text(
        "memorable matches",
        (),
        lambda: orjson.dumps([list(match) for match in memorable_matches(now)]).decode(),
        MEMORABLE_S,
    )
    chosen = [Memorable(*match) for match in orjson.loads(text)]
    if not chosen:
        return ""
    rows = [
        {**row, "why": memorable_words(why.kind, why.figure)}
        for row, why in zip(match_rows(json_of(chosen), None), chosen, strict=True)
    ]
    faces = _faces_in(rows)
    return fragment(
        "games/_match_memorable.html",
        (rows, sorted(faces.items()), deck),
        lambda: {
            "rows": with_lines(rows),
            "chosen_faces": faces,
            "preferences": {"deck": deck},
        },
    )


def _filters(form: HistoryForm, fields: Mapping[str, str], active: int) -> SafeString:
    """Return the rendered form of the history's filters; `active` is how many are in use."""
    return fragment(
        "games/_match_filters.html",
        (sorted(fields.items()), active),
        lambda: {"form": form, "active": active},
    )


def _days(rows: Sequence[Json], deck: str, *, private: bool) -> SafeString | str:
    """Return HTML with rows of matches grouped by day; "" without matches.

    `deck` is the reader's. With `private`, only the reader may see the accuracy in the rows, and they are not cached.
    """
    if not rows:
        return ""
    faces = _faces_in(rows)
    return fragment(
        "games/_match_days.html",
        (rows, faces, deck),
        lambda: {
            "days": by_day(with_lines(rows)),
            "chosen_faces": faces,
            "preferences": {"deck": deck},
        },
        private=private,
    )


@require_safe
@same_for_strangers
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's page: statistics in one pool (kind of match), ratings, latest matches.

    Raises:
        Http404: there is no such player, or the player has no figures in the pool.
    """
    person = figures.find_person(name)
    if person is None and player_of_member(name=name) is not None:
        person = figures.find_person(name)
    if person is None:
        raise Http404
    player, row = person
    if row["name"] != name:
        return redirect("player", row["name"], permanent=False)
    me = player_of(request)
    if player.figures_private and (me is None or me.pk != player.pk):
        return _private_player(request, row, player, me)
    version = figures.figures_version(row["id"])
    pool, pools = request.GET.get("pool", ALL), [figure_row[0] for figure_row in version[0]]
    if pools and pool not in pools:
        raise Http404
    context = {
        "player": row,
        "character": CHARACTERS.get(row["bot"] or "", ""),
        "finishes": finished_words(finished_share(player)),
        "puzzle_plot": puzzle_plot(row["id"]),
        "rivalry": _rivalry(me, row["id"]),
        **social_context(me, player),
        **note_context(me, player),
    }
    if not pools:
        context["chosen_faces"] = chosen_faces_by_name([row["name"]])
    else:
        matches, context["chosen_faces"] = matches_part(
            row, me, version, preferences_of(request)["deck"]
        )
        parts = {**figure_parts(row, pool, version), **matches}
        context["parts"] = {
            **parts,
            "cards": cards_part(row, version, preferences_of(request)["deck"]),
            "tiles": tiles_part(row, version),
        }
        context["new"] = version[0][0][1] < MIN_MATCHES
    if context["oneself"]:
        context["match_of_week_allowed"] = player.match_of_week_allowed
        context["own_events"] = own_event_rows(player)
    return render(request, "games/player.html", context)


def _private_player(
    request: HttpRequest, row: Json, player: Player, me: Player | None
) -> HttpResponse:
    """Show another visitor the page of a player whose statistics are private."""
    rows = _rows(latest_of(row["id"], MAX_RECENT_MATCHES), row["name"], me)
    context = {
        "player": row,
        "hidden": True,
        "rows": with_lines(rows),
        "chosen_faces": _faces_in(rows, [row["name"]]),
        **social_context(me, player),
        **note_context(me, player),
    }
    return render(request, "games/player.html", context)


def _rows(matches: Sequence[Json], player: str | None, viewer: Player | None) -> list[Json]:
    """Return matches as rows from a player's view, with the player's accuracy if analysed.

    The accuracy is left out where the viewer may not see the player's figures.
    """
    rows = match_rows(matches, player)
    own = next((row["player"] for row in rows if row["player"]), None)
    viewer_id = None if viewer is None else viewer.pk
    accuracy_by_match = accuracies(own, [row["id"] for row in rows], viewer_id) if own else {}
    return with_accuracy(rows, accuracy_by_match)


def _faces_in(rows: Sequence[Json], *more: Sequence[str]) -> dict[str, str]:
    """Return a dict from name to chosen face of everybody in rows of matches and lists of names."""
    return chosen_faces_by_name(
        [name for names in (*(row["faces"] for row in rows), *more) for name in names]
    )


def _rivalry(me: Player | None, player_id: int) -> dict[str, Any]:
    """Return the visitor's results against a player: a score and a table as text; {} without any."""
    if me is None or me.pk == player_id:
        return {}
    pools = statistics.head_to_head(me.pk, player_id)
    if not pools:
        return {}
    return {**rival_table(pools), "won": pools[0]["won"], "lost": pools[0]["lost"]}


HISTORY_URLS: list[Any] = [
    path("matches/", match_list, name="match_list"),
    path("players/<str:name>/", player, name="player"),
]
