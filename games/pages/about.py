"""The page about the site: its version, and the licences of its type, cards and program."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from brisca_site.base.release import VERSION
from games.engine import PRESETS


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show what the site is, which version of it runs, and whose type and drawings it uses."""
    context = {"version": VERSION, "games": len(PRESETS), "languages": len(settings.LANGUAGES)}
    return render(request, "games/about.html", context)


ABOUT_URLS = [path("about/", about, name="about")]
