"""Error pages, and their JSON counterparts of the API."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


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
    """Answer a request that failed by a fault of the site, with a page or JSON of status 500."""
    return _answer(request, 500, "server_error", _("Something went wrong here."))
