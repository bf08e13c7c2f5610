"""The API reads no cookie: neither whose session it is nor the language that a browser remembers."""

from __future__ import annotations

from django.http import HttpRequest

from brisca_site.middleware import before_answering


@before_answering
def none_for_programs(request: HttpRequest) -> None:
    """Take the cookies off whatever is asked of the API."""
    if request.path.startswith("/api/v1/"):
        request.COOKIES = {}
