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
from brisca_site.replica import require_primary
from brisca_site.replica_views import from_replica
from brisca_site.site_address import site_address
from games.models import Player
from games.models.matches import MatchStatus
from games.own_side import sides_in_order
from games.pages.match_files import match_note, match_record
from games.pages.page_cache import same_for_strangers
from games.pages.review_parts import ReviewParts
from games.pages.visitor import player_of
from games.pages.wording.history import signless
from games.pages.wording.ratings import unrated_words
from games.rules_text import preset_title, teams_words
from games.selectors.exercises import exercises_of_match
from games.selectors.faces import match_faces
from games.selectors.matches import match_detail
from games.selectors.partner_likes import liked_partners
from games.selectors.review import (
    held_back,
    notes_of,
    public_table_of,
    review_tags,
    tournament_of_match,
)
from games.selectors.social import reportable

Json: TypeAlias = dict[str, Any]


@require_safe
@same_for_strangers
@from_replica
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the review of a match, or that it still runs.

    A match whose result is held back is redirected to the page that will show it.

    Raises:
        Http404: there is no public match with this id.
    """
    found = match_detail(match_id)
    tags = None if found is None else review_tags(match_id)
    if tags is None or not tags.is_final:
        require_primary()  # it may run, be held back, or have just been analysed
    if found is None and held_back(match_id):
        tournament = tournament_of_match(match_id)
        return redirect("tournament", tournament) if tournament else redirect("daily")
    if found is None:
        raise Http404
    if tags is None:
        return _without_record(request, match_id, found)
    viewer = _viewer_of(request, found)
    deck = preferences_of(request)["deck"]
    parts = ReviewParts(found, tags, viewer.names, viewer.order, viewer.own, deck)
    context = _frame(found, viewer) | _reviewed(found, viewer, parts)
    for name, view in (("picture", "match_picture"), ("address", "match")):
        context[name] = site_address(request, reverse(view, args=[match_id]))
    return render(request, "games/match.html", context)


class ReviewViewer(NamedTuple):
    """Visitor of a match's review: the own seat, players' names, and the order of the sides."""

    player: Player | None
    own: int | None
    """Seat of the visitor in the match; None where the visitor did not play."""
    names: list[str]
    """Current names of the players by seat."""
    order: list[int]
    """Sides in the order in which they are shown."""

    def partners(self, found: Json) -> list[str]:
        """Return the names of the visitor's partners in a match; [] if the visitor did not play.

        `found` is the match as JSON.
        """
        if self.own is None:
            return []
        side = next(side for side in found["sides"] if self.own in side)
        return [self.names[seat] for seat in side if seat != self.own]

    def side_names(self, found: Json) -> list[list[str]]:
        """Return for each side of the match `found` (JSON) the names of its players."""
        return [[self.names[seat] for seat in side] for side in found["sides"]]


def _viewer_of(request: HttpRequest, found: Json) -> ReviewViewer:
    """Return the visitor behind a request to a match (JSON of the API)."""
    me = player_of(request)
    names = [seat["player"] for seat in found["seats"]]
    own = names.index(me.name) if me is not None and me.name in names else None
    order = sides_in_order(found["sides"], own, winners=found["winners"] or ())
    return ReviewViewer(me, own, names, list(order))


def _without_record(request: HttpRequest, match_id: str, found: Json) -> HttpResponse:
    """Show that a match runs, with a link to its table, or that the match was abandoned."""
    running = found["status"] == MatchStatus.PLAYING
    context = _frame(found, _viewer_of(request, found))
    context["table"] = public_table_of(match_id) if running else None
    context["running"] = running
    return render(request, "games/_review_none.html", context)


def _frame(found: Json, viewer: ReviewViewer) -> Json:
    """Return the context of every page of a match: its title and rules."""
    return {
        "match": found,
        "title": _title(viewer.side_names(found), found["score"], viewer.order),
        "preset": preset_title(found["preset"]),
        "teams": teams_words(found["players"], _teams(found["sides"])),
    }


def _reviewed(found: Json, viewer: ReviewViewer, parts: ReviewParts) -> Json:
    """Return the context of the review of a finished match."""
    started, finished = (
        datetime.fromisoformat(found[field]) for field in ("started_at", "finished_at")
    )
    tiles = match_faces(viewer.names)
    sides = viewer.side_names(found)
    return {
        **parts.analysis(),
        "parts": parts.moves(),
        "seats": found["seats"],
        "reportable": reportable(viewer.player, viewer.names),
        "partners": liked_partners(viewer.player, viewer.partners(found)),
        "chosen_faces": dict(zip(viewer.names, tiles, strict=True)),
        "finished_at": finished,
        "minutes": round((finished - started).total_seconds() / 60),
        "ending": ENDINGS.get(found["ended_by"], lambda: "")(),
        "unrated": unrated_words(found["unrated_reason"]),
        "winners": [sides[side] for side in found["winners"] or ()],
        "data": _script_data(found, viewer, tiles),
    }


def _script_data(found: Json, viewer: ReviewViewer, tiles: Sequence[str]) -> Json:
    """Return the initial data of the review's script: addresses, seats, exercises and notes."""
    match_id, me = found["id"], viewer.player
    return {
        "record": reverse("match_record", args=[match_id]),
        "analysis": reverse("api:analysis", args=[match_id]),
        "variation": reverse("match_variation", args=[match_id]),
        "seat": viewer.own,
        "shown": found["sides"][viewer.order[0]][0] if viewer.own is None else viewer.own,
        "names": viewer.names,
        "tiles": tiles,
        "exercises": _exercises(me, match_id),
        "notes": None if me is None else notes_of(me.pk, match_id),
        "notebook": reverse("match_note", args=[match_id]),
    }


ENDINGS: Final = {
    "resigned": lambda: _("given up"),
    "abandoned": lambda: _("called off"),
    "draw": lambda: _("drawn"),
    "agreed": lambda: _("drawn by agreement"),
}
"""Texts for ends of a match that its score does not show."""


def _teams(sides: Sequence[Sequence[int]]) -> str:
    """Return the value of the option `teams` by which these sides were formed."""
    return {1: "individual", 2: "pairs", 3: "threes"}[len(sides[0])]


def _exercises(me: Player | None, match_id: str) -> dict[str, str]:
    """Return the addresses of the visitor's own exercises of a match, by address of the play."""
    found = {} if me is None else exercises_of_match(me.pk, match_id)
    return {at: reverse("exercise", args=[pk]) for at, pk in found.items()}


def _title(sides: Sequence[Sequence[str]], score: Sequence[int], order: Sequence[int]) -> str:
    """Return players and score in the order of the sides: `Ana and Berta 3, Carles and David 1`."""
    last = _("and")
    return ", ".join(
        f"{get_text_list(list(sides[side]), last)} {signless(score[side])}" for side in order
    )


REVIEW_URLS: Final[list[Any]] = [
    path("matches/<slug:match_id>/", match, name="match"),
    path("matches/<slug:match_id>/note/", match_note, name="match_note"),
    path("matches/<slug:match_id>/record.json", match_record, name="match_record"),
]
