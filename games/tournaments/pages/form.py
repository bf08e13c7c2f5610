"""Pages with the form of a tournament: a new one, from a template or an older one, and changes."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from games.common.errors import PausedError, TournamentError
from games.models import Player
from games.pages.forms.errors import first_error, with_some_name
from games.pages.forms.table_owner import OwnerRefusedError
from games.pages.visitor import busy_player, player_of
from games.tournaments.models import Tournament
from games.tournaments.pages.event_owner import EventOwner, event_owners
from games.tournaments.pages.event_templates import TEMPLATES
from games.tournaments.pages.fields import TournamentForm, initial_of
from games.tournaments.selectors.tournaments import tournament_or_none
from games.tournaments.services.creating import create_tournament, edit_tournament
from games.tournaments.wording.summary import summary_text
from games.tournaments.wording.tournaments import refusal_text


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new tournament, or create it; guests are asked to sign up first.

    `?template=` and `?from=` fill it with the choices of a template, or of an older tournament that
    the visitor has organised.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    if request.user.is_guest:  # type: ignore[union-attr]
        return redirect("account_signup")
    owner = event_owners().owner_of(request)
    if request.method != "POST":
        form = TournamentForm(initial=_initial(request))
        return _form_page(request, form, owner=owner)
    me = busy_player(request)
    form = TournamentForm(request.POST)
    if form.is_valid():
        try:
            tournament = _create(request, form, me, owner)
        except (TournamentError, PausedError) as error:
            form.add_error(None, refusal_text(error))
        except OwnerRefusedError as error:
            form.add_error(None, error.text)
        else:
            return redirect("tournament", tournament.public_id)
    return _form_page(request, form, owner=owner)


def _create(
    request: HttpRequest, form: TournamentForm, me: Player, owner: EventOwner | None
) -> Tournament:
    """Create the tournament of a valid form, for the chosen owner (such as a club) if any."""
    assert form.chosen is not None
    publish = "draft" not in request.POST
    if owner is None:
        return create_tournament(creator=me, chosen=form.chosen, publish=publish)
    return owner.create(request, creator=me, chosen=form.chosen, publish=publish)


def _initial(request: HttpRequest) -> dict[str, Any]:
    """Return initial values of the tournament form from a template or older tournament, or {}."""
    older = tournament_or_none(request.GET.get("from", ""))
    me = player_of(request)
    if older is not None and me is not None and older.creator_id == me.pk:
        initial = initial_of(older)
        del initial["starts_at"]
        return initial
    template = TEMPLATES.get(request.GET.get("template", ""))
    return dict(template.initial) if template else {}


def _form_page(
    request: HttpRequest,
    form: TournamentForm,
    tournament: Tournament | None = None,
    owner: EventOwner | None = None,
) -> HttpResponse:
    """Return the page with the tournament form; `tournament` is the one being changed, if any."""
    return render(
        request,
        "games/tournament_new.html",
        {
            "form": form,
            "tournament": tournament,
            "members_only": not form.is_bound or "members_only" in request.POST,
            "templates": TEMPLATES,
            "summary": summary_text(form.chosen) if form.is_bound and form.chosen else "",
            **({} if owner is None else owner.form_context),
        },
        status=422 if form.errors else 200,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_edit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the form with an announced tournament's settings, or store changes of them.

    Raises:
        Http404: the visitor organises no such tournament.
        TooManyError: the visitor is at the limit `table`.
    """
    tournament, me = tournament_or_none(tournament_id), player_of(request)
    if tournament is None or not _organises(tournament, me):
        raise Http404
    if request.method != "POST":
        return _form_page(request, TournamentForm(initial=initial_of(tournament)), tournament)
    busy_player(request)
    form = TournamentForm(request.POST)
    if form.is_valid():
        _edit(tournament, form)
    if form.is_valid():
        return redirect("tournament", tournament_id)
    return _form_page(request, form, tournament)


def _edit(tournament: Tournament, form: TournamentForm) -> None:
    """Change a tournament by a valid form; if it is refused, add an error to the form."""
    assert form.chosen is not None
    try:
        edit_tournament(tournament=tournament, chosen=form.chosen)
    except TournamentError as error:
        form.add_error(None, refusal_text(error))


def _organises(tournament: Tournament, me: Player | None) -> bool:
    """Return True if a visitor organises a tournament."""
    return me is not None and tournament.creator_id == me.pk


@login_required
@require_POST
def tournament_summary(request: HttpRequest) -> HttpResponse:
    """Answer with a summary sentence of the tournament form's choices, or their errors."""
    form = TournamentForm(with_some_name(request.POST))
    if form.is_valid() and form.chosen is not None:
        return HttpResponse(summary_text(form.chosen), content_type="text/plain; charset=utf-8")
    return HttpResponse(first_error(form), content_type="text/plain; charset=utf-8")


FORM_URLS: Final[list[Any]] = [
    path("tournaments/new/", tournament_new, name="tournament_new"),
    path("tournaments/new/summary/", tournament_summary, name="tournament_summary"),
    path("tournaments/<str:tournament_id>/edit/", tournament_edit, name="tournament_edit"),
]
"""Routes of the form."""
