"""The page for programmers: data, API keys, and the protocol of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def developers(request: HttpRequest) -> HttpResponse:
    """Show the page for programmers, with the origin of this site in its examples."""
    origin = request.build_absolute_uri("/")[:-1]
    return render(request, "games/developers.html", {"origin": origin})
