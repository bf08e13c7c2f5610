"""Views of the review of a finished match: every deal, trick and card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.preferences import preferences_of
from brisca_site.base.site_address import site_address
from games.common.own_side import sides_in_order
from games.models import Player
from games.models.matches import MatchStatus
from games.pages.match_files import match_note, match_record
from games.pages.match_of_week import is_match_of_week
from games.pages.page_cache import same_for_strangers
from games.pages.review_parts import ReviewParts
from games.pages.visitor import player_of
from games.pages.wording.history import signless
from games.pages.wording.ratings import unrated_words
from games.puzzles.selectors.exercises import exercises_of_match
from games.rules_text import preset_title, teams_words
from games.selectors.faces import match_faces
from games.selectors.matches import match_detail
from games.selectors.partner_likes import liked_partners
from games.selectors.review import (
    held_back,
    notes_of,
    public_table_of,
    review_tags,
)
from games.selectors.social import reportable
from games.tournaments.selectors.games import tournament_of_match

Json: TypeAlias = dict[str, Any]


@require_safe
@same_for_strangers
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the review of a finished match, or a page that says that the match still runs.

    A match whose result is held back is redirected to the page that will show it.

    Raises:
        Http404: there is no public match with this id.
    """
    shown_match = match_detail(match_id)
    if shown_match is None:
        return _lead_to_event(match_id)
    tags = review_tags(match_id)
    if tags is None:
        return _without_record(request, match_id, shown_match)
    viewer = _viewer_of(request, shown_match)
    deck = preferences_of(request)["deck"]
    parts = ReviewParts(shown_match, tags, viewer.names, viewer.order, viewer.own, deck)
    context = _frame(shown_match, viewer) | _reviewed(shown_match, viewer, parts)
    for name, view in (("picture", "match_picture"), ("address", "match")):
        context[name] = site_address(request, reverse(view, args=[match_id]))
    return render(request, "games/match.html", context)


def _lead_to_event(match_id: str) -> HttpResponse:
    """Redirect to the page of the event that holds the result of a match back.

    Raises:
        Http404: no match with this id is held back.
    """
    if not held_back(match_id):
        raise Http404
    tournament = tournament_of_match(match_id)
    return redirect("tournament", tournament) if tournament else redirect("daily")


class ReviewViewer(NamedTuple):
    """The visitor of a match's review: own seat, players' names, and order of the sides."""

    player: Player | None
    own: int | None
    """Seat of the visitor in the match; None where the visitor did not play."""
    names: list[str]
    """Current names of the players by seat."""
    order: list[int]
    """Sides in the order in which they are shown."""

    def partners(self, match: Json) -> list[str]:
        """Return the names of the visitor's partners in a match; [] if the visitor did not play.

        `match` is JSON of the API.
        """
        if self.own is None:
            return []
        side = next(side for side in match["sides"] if self.own in side)
        return [self.names[seat] for seat in side if seat != self.own]

    def side_names(self, match: Json) -> list[list[str]]:
        """Return for each side of a match (JSON) the names of its players."""
        return [[self.names[seat] for seat in side] for side in match["sides"]]


def _viewer_of(request: HttpRequest, match: Json) -> ReviewViewer:
    """Return the visitor who requests a match's review; `match` is JSON of the API."""
    me = player_of(request)
    names = [seat["player"] for seat in match["seats"]]
    own = names.index(me.name) if me is not None and me.name in names else None
    order = sides_in_order(match["sides"], own, winners=match["winners"] or ())
    return ReviewViewer(me, own, names, list(order))


def _without_record(request: HttpRequest, match_id: str, match: Json) -> HttpResponse:
    """Show that a match is running, with a link to its table, or was abandoned."""
    running = match["status"] == MatchStatus.PLAYING
    context = _frame(match, _viewer_of(request, match))
    context["table"] = public_table_of(match_id) if running else None
    context["running"] = running
    return render(request, "games/_review_none.html", context)


def _frame(match: Json, viewer: ReviewViewer) -> Json:
    """Return the template context of every page about a match: its title and rules."""
    return {
        "match": match,
        "title": _title(viewer.side_names(match), match["score"], viewer.order),
        "preset": preset_title(match["preset"]),
        "teams": teams_words(match["players"], _teams(match["sides"])),
    }


def _reviewed(match: Json, viewer: ReviewViewer, parts: ReviewParts) -> Json:
    """Return the template context of the review of a finished match."""
    started, finished = (
        datetime.fromisoformat(match[field]) for field in ("started_at", "finished_at")
    )
    tiles = match_faces(viewer.names)
    sides = viewer.side_names(match)
    return {
        **parts.analysis(),
        "parts": parts.moves(),
        "seats": match["seats"],
        "reportable": reportable(viewer.player, viewer.names),
        "partners": liked_partners(viewer.player, viewer.partners(match)),
        "chosen_faces": dict(zip(viewer.names, tiles, strict=True)),
        "finished_at": finished,
        "minutes": round((finished - started).total_seconds() / 60),
        "of_week": viewer.own is not None and is_match_of_week(match["id"]),
        "ending": MATCH_ENDING_TEXTS.get(match["ended_by"], lambda: "")(),
        "unrated": unrated_words(match["unrated_reason"]),
        "winners": [sides[side] for side in match["winners"] or ()],
        "data": _script_data(match, viewer, tiles),
    }


def _script_data(match: Json, viewer: ReviewViewer, tiles: Sequence[str]) -> Json:
    """Return the initial data of the review's script: addresses, seats, exercises and notes."""
    match_id, me = match["id"], viewer.player
    return {
        "record": reverse("match_record", args=[match_id]),
        "analysis": reverse("api:analysis", args=[match_id]),
        "variation": reverse("match_variation", args=[match_id]),
        "seat": viewer.own,
        "shown": match["sides"][viewer.order[0]][0] if viewer.own is None else viewer.own,
        "names": viewer.names,
        "tiles": tiles,
        "exercises": _exercises(me, match_id),
        "notes": None if me is None else notes_of(me.pk, match_id),
        "notebook": reverse("match_note", args=[match_id]),
    }


MATCH_ENDING_TEXTS: Final = {
    "resigned": lambda: _("given up"),
    "abandoned": lambda: _("called off"),
    "draw": lambda: _("drawn"),
    "agreed": lambda: _("drawn by agreement"),
}
"""Texts for ends of a match that its score does not show."""


def _teams(sides: Sequence[Sequence[int]]) -> str:
    """Return the option `teams` for sides of this size: individual, pairs or threes."""
    return {1: "individual", 2: "pairs", 3: "threes"}[len(sides[0])]


def _exercises(me: Player | None, match_id: str) -> dict[str, str]:
    """Return the URLs of the visitor's exercises from a match, by the play's place (`d1p6`)."""
    exercises = {} if me is None else exercises_of_match(me.pk, match_id)
    return {at: reverse("exercise", args=[pk]) for at, pk in exercises.items()}


def _title(sides: Sequence[Sequence[str]], score: Sequence[int], order: Sequence[int]) -> str:
    """Return players and score as a title: `Ana and Berta 3, Carles and David 1`."""
    last = _("and")
    return ", ".join(
        f"{get_text_list(list(sides[side]), last)} {signless(score[side])}" for side in order
    )


REVIEW_URLS: Final[list[Any]] = [
    path("matches/<slug:match_id>/", match, name="match"),
    path("matches/<slug:match_id>/note/", match_note, name="match_note"),
    path("matches/<slug:match_id>/record.json", match_record, name="match_record"),
]
