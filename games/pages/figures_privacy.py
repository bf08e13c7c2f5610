"""The view by which players choose who sees their figures."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limits import count
from games.pages.visitor import ensure_player
from games.services.players import set_figures_private


@require_POST
def own_figures(request: HttpRequest) -> HttpResponse:
    """Store whether the visitor's statistics are private, and redirect to their page.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    player = ensure_player(request)
    count(request, "social")
    private = request.POST.get("private") == "on"
    set_figures_private(player=player, on=private)
    if private:
        messages.success(request, _("Only you see your statistics now."))
    else:
        messages.success(request, _("Everybody can see your statistics now."))
    return redirect("player", player.name)


OWN_FIGURES_URLS: list[Any] = [path("people/figures/", own_figures, name="own_figures")]
