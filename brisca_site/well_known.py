"""Addresses that programs ask every site for: robots.txt, favicon.ico, and where passwords change."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

CACHED_S: Final = 24 * 60 * 60
"""Seconds for which robots.txt and the address of the icon may be cached."""
DISALLOWED_PATHS: Final = (
    "/accounts/",
    "/admin/",
    "/desk/",
    "/messages/",
    "/notifications/",
    "/t/",
)
"""Beginnings of addresses with nothing for search engines: personal pages and tables."""


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Answer with robots.txt: the URLs that crawlers must not fetch (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in DISALLOWED_PATHS)]
    response = HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
    patch_cache_control(response, public=True, max_age=CACHED_S)
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that ask for `/favicon.ico` to the icon of the site."""
    response = redirect(static("brand/favicon.svg"))
    patch_cache_control(response, public=True, max_age=CACHED_S)
    return response


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page where a password is changed."""
    return redirect("account_change_password")
