"""Pages with the form of a tournament: a new one, from a template or an older one, and changes."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Club, Player, Tournament
from games.pages.forms.errors import first_error, with_some_name
from games.pages.forms.tournament import TournamentForm, initial_of
from games.pages.forms.tournament_templates import TEMPLATES
from games.pages.visitor import busy_player, player_of
from games.pages.wording.tournament_summary import summary_text
from games.pages.wording.tournaments import refusal_text
from games.rules_text.club_refusals import refusal_text as club_text
from games.selectors.clubs.lists import club_or_none
from games.selectors.clubs.people import visitor_to
from games.selectors.tournaments import tournament_or_none
from games.services.clubs.events import create_club_tournament
from games.services.errors import ClubError, PausedError, TournamentError
from games.services.tournaments.creating import create_tournament, edit_tournament


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
    club = _club_of(request)
    if request.method != "POST":
        form = TournamentForm(initial=_initial(request))
        return _form_page(request, form, club=club)
    me = busy_player(request)
    form = TournamentForm(request.POST)
    if form.is_valid():
        try:
            made = _create(request, form, me, club)
        except (TournamentError, PausedError) as error:
            form.add_error(None, refusal_text(error))
        except ClubError as error:
            form.add_error(None, club_text(error.code))
        else:
            return redirect("tournament", made.public_id)
    return _form_page(request, form, club=club)


def _club_of(request: HttpRequest) -> Club | None:
    """Return the club for which the visitor announces a tournament, if they are a member of it."""
    me, handle = player_of(request), request.POST.get("club") or request.GET.get("club", "")
    club = club_or_none(handle) if handle else None
    if club is None or visitor_to(club, me).member is None:
        return None
    return club


def _create(
    request: HttpRequest, form: TournamentForm, me: Player, club: Club | None
) -> Tournament:
    """Create the tournament of a valid form, for a club where that was chosen."""
    assert form.chosen is not None
    publish = "draft" not in request.POST
    if club is None:
        return create_tournament(creator=me, chosen=form.chosen, publish=publish)
    return create_club_tournament(
        club=club,
        creator=me,
        chosen=form.chosen,
        members_only="members_only" in request.POST,
        publish=publish,
    )


def _initial(request: HttpRequest) -> dict[str, Any]:
    """Return the values with which the form begins; none for those that it has itself."""
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
    club: Club | None = None,
) -> HttpResponse:
    """Return the page with the form; `tournament` is the one that is changed."""
    return render(
        request,
        "games/tournament_new.html",
        {
            "form": form,
            "tournament": tournament,
            "club": club,
            "members_only": not form.is_bound or "members_only" in request.POST,
            "templates": TEMPLATES,
            "summary": summary_text(form.chosen) if form.is_bound and form.chosen else "",
        },
        status=422 if form.errors else 200,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_edit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the form with the choices of an announced tournament, or change them.

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
    """Change a tournament by a valid form, which gets an error where that is refused."""
    assert form.chosen is not None
    try:
        edit_tournament(tournament=tournament, chosen=form.chosen)
    except TournamentError as error:
        form.add_error(None, refusal_text(error))


def _organises(tournament: Tournament, me: Player | None) -> bool:
    """Return whether a visitor organises a tournament."""
    return me is not None and tournament.creator_id == me.pk


@login_required
@require_POST
def tournament_summary(request: HttpRequest) -> HttpResponse:
    """Answer with the choices of the tournament form in a sentence, or with what is wrong."""
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
