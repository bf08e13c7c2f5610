"""Error pages, and their JSON counterparts of the API.

The pages of status 500 and 503 stand alone: they read no database, session or preference, and
fetch no style, script or picture, so that they work whatever has failed.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from structlog.contextvars import get_contextvars

from brisca_site.base.database_away import is_database_away
from brisca_site.base.standalone_pages import render_standalone
from games.engine import PRESETS
from games.pages.wording.missing import missing_page
from games.tournaments.pages.members_only import MembersOnlyError

RETRY_AFTER_S: Final = 10
"""Seconds after which a browser may try again when the database cannot be reached."""


def _answer(
    request: HttpRequest, status: int, code: str, message: str, **context: Any
) -> HttpResponse:
    """Return an error page; for a URL of the API return JSON instead."""
    if request.path.startswith("/api/"):
        return _json_error(status, code, message)
    return render(request, f"errors/{status}.html", context, status=status)


def _json_error(status: int, code: str, message: str) -> JsonResponse:
    """Return an error of the API as a JSON response."""
    error = {"code": code, "message": message, "details": {}}
    return JsonResponse({"error": error}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request with a page or JSON of status 400."""
    return _answer(request, 400, "bad_request", _("The request cannot be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a forbidden request with a page or JSON of status 403."""
    door = exception.door if isinstance(exception, MembersOnlyError) else None
    return _answer(request, 403, "forbidden", _("You may not do that."), door=door)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for a missing address with a page or JSON of status 404."""
    match = request.resolver_match
    missing = missing_page(match.url_name or "") if match is not None else None
    words = _("There is nothing at this address.")
    return _answer(request, 404, "not_found", words, missing=missing, games=len(PRESETS))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed by a fault of the site, with a page or JSON of status 500.

    An unreachable database is no fault of the site: the status is then 503.
    """
    if is_database_away(sys.exception()):
        return unavailable(request)
    if request.path.startswith("/api/"):
        return _json_error(500, "server_error", _("Something went wrong here."))
    return standalone_page(500)


def unavailable(request: HttpRequest, retry_after_s: int = RETRY_AFTER_S) -> HttpResponse:
    """Answer a request that needs an unreachable service with a page or JSON of status 503."""
    if request.path.startswith("/api/"):
        response: HttpResponse = _json_error(
            503, "unavailable", _("The site cannot answer right now. Try again soon.")
        )
    else:
        is_read = request.method in ("GET", "HEAD")  # a form is not sent again by itself
        retry_s = retry_after_s if is_read else 0
        response = standalone_page(503, wait_s=retry_after_s, retry_s=retry_s)
    response.headers["Retry-After"] = str(retry_after_s)
    response.headers["Cache-Control"] = "no-store"
    return response


def standalone_page(status: int, **context: Any) -> HttpResponse:
    """Return the error page of status 500 or 503, with the request's id as number of the report."""
    report = get_contextvars().get("request", "")
    return render_standalone(f"errors/{status}.html", status, report=report, **context)


class PageForWrongMethod(MiddlewareMixin):
    """Middleware that shows browsers a page (405) at a URL that accepts only posted forms.

    Readers get there by reloading a page, or by a link that was copied too late.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the response, or an error page in place of an empty 405 to a browser's GET."""
        is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if response.status_code != 405 or response.content or not is_page:
            return response
        context = {"wrong_method": True, "games": len(PRESETS)}
        page = render(request, "errors/404.html", context, status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
