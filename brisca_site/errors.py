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

from brisca_site.database_away import is_database_away
from brisca_site.standalone_pages import render_standalone
from games.pages.members_only import ClubOnlyError
from games.pages.wording.missing import missing_page

RETRY_AFTER_S: Final = 10
"""Seconds after which a browser may try again when the database cannot be reached."""


def _answer(
    request: HttpRequest, status: int, code: str, message: str, **context: Any
) -> HttpResponse:
    """Return an error page, or JSON for an address of the API."""
    if request.path.startswith("/api/"):
        return _json_error(status, code, message)
    return render(request, f"errors/{status}.html", context, status=status)


def _json_error(status: int, code: str, message: str) -> JsonResponse:
    """Return an error of the API."""
    error = {"code": code, "message": message, "details": {}}
    return JsonResponse({"error": error}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request with a page or JSON of status 400."""
    return _answer(request, 400, "bad_request", _("The request cannot be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a forbidden request with a page or JSON of status 403."""
    door = exception.door if isinstance(exception, ClubOnlyError) else None
    return _answer(request, 403, "forbidden", _("You may not do that."), door=door)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for a missing address with a page or JSON of status 404."""
    match = request.resolver_match
    missing = missing_page(match.url_name or "") if match is not None else None
    return _answer(
        request, 404, "not_found", _("There is nothing at this address."), missing=missing
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed by a fault of the site, with a page or JSON of status 500.

    An unreachable database is no such fault: its status is 503.
    """
    if is_database_away(sys.exception()):
        return unavailable(request)
    if request.path.startswith("/api/"):
        return _json_error(500, "server_error", _("Something went wrong here."))
    return standalone_page(500)


def unavailable(request: HttpRequest, retry_after_s: int = RETRY_AFTER_S) -> HttpResponse:
    """Answer a request that needs a service which is away, with a page or JSON of status 503."""
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
    """Return the page of status 500 or 503, with the number of the report: the request's id."""
    report = get_contextvars().get("request", "")
    return render_standalone(f"errors/{status}.html", status, report=report, **context)


class PageForWrongMethod(MiddlewareMixin):
    """Middleware that gives a browser a page (405) where an address takes posted forms only.

    A reader comes there by loading a page again, or by a link that was copied too late.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the response, or a page instead of an empty answer to a GET of a browser."""
        is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if response.status_code != 405 or response.content or not is_page:
            return response
        page = render(request, "errors/404.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
