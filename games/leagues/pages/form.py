"""Pages with the form of a new league."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from games.common.errors import LeagueError, PausedError
from games.leagues.pages.fields import LeagueForm
from games.leagues.services.creating import create_league
from games.leagues.wording.leagues import summary_text
from games.leagues.wording.refusals import refusal_text
from games.pages.forms.errors import first_error, with_some_name
from games.pages.visitor import busy_player


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new league, or found the league; guests are asked to sign up first.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    if request.user.is_guest:  # type: ignore[union-attr]
        return redirect("account_signup")
    if request.method != "POST":
        return _form_page(request, LeagueForm())
    me = busy_player(request)
    form = LeagueForm(request.POST)
    if form.is_valid() and form.chosen is not None:
        try:
            league = create_league(organiser=me, chosen=form.chosen)
        except (LeagueError, PausedError) as error:
            form.add_error(None, refusal_text(error.code))
        else:
            return redirect("league", league.public_id)
    return _form_page(request, form)


def _form_page(request: HttpRequest, form: LeagueForm) -> HttpResponse:
    """Return the page with the form for a new league."""
    summary = summary_text(form.chosen) if form.is_bound and form.chosen else ""
    context = {"form": form, "summary": summary}
    return render(request, "games/league_new.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def league_summary(request: HttpRequest) -> HttpResponse:
    """Answer with the league form's choices in a few sentences, or with their errors."""
    form = LeagueForm(with_some_name(request.POST))
    if form.is_valid() and form.chosen is not None:
        return HttpResponse(summary_text(form.chosen), content_type="text/plain; charset=utf-8")
    return HttpResponse(first_error(form), content_type="text/plain; charset=utf-8")


FORM_URLS: Final[list[Any]] = [
    path("leagues/new/", league_new, name="league_new"),
    path("leagues/new/summary/", league_summary, name="league_summary"),
]
"""Routes of the form."""
