"""Pages and API answers for what goes wrong: never a traceback."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def _answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        error = {"code": code, "message": message, "details": {}}
        return JsonResponse({"error": error}, status=status)
    return render(request, f"errors/{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be understood: a page, or JSON of the API."""
    return _answer(request, 400, "bad_request", _("The request cannot be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for what this visitor may not do."""
    return _answer(request, 403, "forbidden", _("You may not do that."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for what is not there, or not for this visitor."""
    return _answer(request, 404, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed by a fault of the site."""
    return _answer(request, 500, "server_error", _("Something went wrong here."))
