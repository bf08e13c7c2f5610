"""The match of the week on pages: its line, and the two ways in which players say no."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limits import count
from games.pages import page_cache
from games.pages.fragments import fragment
from games.pages.match_lines import with_lines
from games.pages.visitor import ensure_player, player_of
from games.pages.wording.history import decided_words, match_rows
from games.selectors.match_of_week import match_of_week
from games.services.match_of_week import set_match_of_week_allowed, take_down_match_of_week


def match_of_week_part() -> SafeString | str:
    """Return HTML with the match of the week in a line; "" if there is none."""
    shown = match_of_week(timezone.now())
    if shown is None:
        return ""
    why = decided_words(shown.points)
    rows = [{**row, "why": why} for row in match_rows([shown.match], None)]
    return fragment(
        "games/_match_of_week.html",
        (rows, sorted(shown.faces.items())),
        lambda: {"rows": with_lines(rows), "chosen_faces": shown.faces},
    )


def is_match_of_week(match_id: str) -> bool:
    """Return whether a match (public id) is shown as the match of the week now."""
    shown = match_of_week(timezone.now())
    return shown is not None and shown.match["id"] == match_id


@require_POST
def match_of_week_off(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take down the match of the week for one who played it, and redirect to the match's page.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    player = player_of(request)
    if player is not None:
        count(request, "social")
        if take_down_match_of_week(match_id=match_id, player=player, now=timezone.now()):
            page_cache.pages.clear()
            messages.success(
                request, _("Taken down. Nobody sees it as match of the week any more.")
            )
    return redirect("match", match_id)


@require_POST
def own_match_of_week(request: HttpRequest) -> HttpResponse:
    """Store whether the visitor's matches may be match of the week, and redirect to their page.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    player = ensure_player(request)
    count(request, "social")
    allowed = request.POST.get("allowed") == "on"
    set_match_of_week_allowed(player=player, on=allowed, now=timezone.now())
    if allowed:
        messages.success(request, _("Your matches may be the match of the week again."))
    else:
        messages.success(request, _("None of your matches will be the match of the week."))
    return redirect("player", player.name)


MATCH_OF_WEEK_URLS: Final[list[Any]] = [
    path("people/match-of-week/", own_match_of_week, name="own_match_of_week"),
    path("matches/<slug:match_id>/not-of-the-week/", match_of_week_off, name="match_of_week_off"),
]
