"""The page for programmers: data, API keys, and the protocol of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from brisca_site.base.site_address import site_address


@require_safe
def developers(request: HttpRequest) -> HttpResponse:
    """Show the page for programmers; its examples use this site's own URL."""
    origin = site_address(request)
    return render(request, "games/developers.html", {"origin": origin})
