"""Middleware that hides cookies from the API, which uses neither sessions nor language cookies."""

from __future__ import annotations

from django.http import HttpRequest

from brisca_site.base.middleware import before_answering


@before_answering
def none_for_programs(request: HttpRequest) -> None:
    """Remove the cookies of a request to the API, before any view sees it."""
    if request.path.startswith("/api/v1/"):
        request.COOKIES = {}
