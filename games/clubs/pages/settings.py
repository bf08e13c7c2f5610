"""The settings of a club, and leaving or dissolving it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import count
from brisca_site.base.site_address import site_address
from games.clubs.pages.context import club_context, club_or_404
from games.clubs.pages.fields import FIELD_OF, ClubForm, initial_of
from games.clubs.services.founding import change_club
from games.clubs.wording.refusals import refusal_text
from games.common.errors import ClubError
from games.pages.visitor import ensure_player


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, handle: str) -> HttpResponse:
    """Show a member a club's settings, or store them for a member who has the right.

    Raises:
        Http404: there is no such club, or the visitor is no member.
        TooManyError: the visitor is at the limit `social`.
    """
    club = club_or_404(handle)
    context = club_context(request, club)
    if context["member"] is None:
        raise Http404
    form = (
        ClubForm(request.POST) if request.method == "POST" else ClubForm(initial=initial_of(club))
    )
    if request.method == "POST":
        count(request, "social")
        if form.is_valid():
            try:
                change_club(club=club, player=ensure_player(request), chosen=form.chosen())
            except ClubError as error:
                form.add_error(FIELD_OF.get(error.code), refusal_text(error.code))
            else:
                messages.success(request, _("Saved."))
                return redirect("club_settings", club.handle)
    context |= {"form": form, "base": site_address(request)}
    status = 422 if form.errors else 200
    return render(request, "games/clubs/settings.html", context, status=status)
