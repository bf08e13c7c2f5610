"""Error pages, and their JSON counterparts of the API."""

from __future__ import annotations

import sys
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import gettext as _

from brisca_site.database_away import is_database_away

RETRY_AFTER_S: Final = 10
"""Seconds after which a browser may try again when the database cannot be reached."""

PAGE: Final = '<!doctype html><meta charset="utf-8"><title>Brisca</title><h1>Brisca</h1><p>{}</p>'


def _answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """Return an error page, or JSON for an address of the API."""
    if request.path.startswith("/api/"):
        error = {"code": code, "message": message, "details": {}}
        return JsonResponse({"error": error}, status=status)
    return render(request, f"errors/{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request with a page or JSON of status 400."""
    return _answer(request, 400, "bad_request", _("The request cannot be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a forbidden request with a page or JSON of status 403."""
    return _answer(request, 403, "forbidden", _("You may not do that."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for a missing address with a page or JSON of status 404."""
    return _answer(request, 404, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed by a fault of the site, with a page or JSON of status 500.

    Where the database is away it is no fault, and the status is 503.
    """
    if is_database_away(sys.exception()):
        return unavailable(request)
    return _answer(request, 500, "server_error", _("Something went wrong here."))


def unavailable(request: HttpRequest, retry_after_s: int = RETRY_AFTER_S) -> HttpResponse:
    """Answer a request that needs a service which is away, with a page or JSON of status 503."""
    message = _("The site cannot answer right now. Try again soon.")
    if request.path.startswith("/api/"):
        error = {"code": "unavailable", "message": message, "details": {}}
        response: HttpResponse = JsonResponse({"error": error}, status=503)
    else:
        # Without a template, as those of pages read the preferences of the visitor.
        response = HttpResponse(format_html(PAGE, message), status=503)
    response.headers["Retry-After"] = str(retry_after_s)
    response.headers["Cache-Control"] = "no-store"
    return response
