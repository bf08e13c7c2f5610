"""Asks for the analysis of a match that has none."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from accounts.limits import count
from games.services.analyses import ask_for_analysis


@require_POST
def ask(request: HttpRequest, match_id: str) -> HttpResponse:
    """Put a match before those that wait; back to its page, where the analysis will stand."""
    count(request, "analyse")
    if not ask_for_analysis(match_id=match_id):
        raise Http404
    return redirect("match", match_id=match_id)


ANALYSIS_URLS: Final[list[Any]] = [
    path("matches/<slug:match_id>/analyse/", ask, name="match_analyse"),
]
