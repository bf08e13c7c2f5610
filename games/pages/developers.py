"""The page for programmers: what there is, and where to begin."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def developers(request: HttpRequest) -> HttpResponse:
    """Data for all, keys for programs, and the protocol of the table."""
    origin = request.build_absolute_uri("/")[:-1]
    return render(request, "games/developers.html", {"origin": origin})
