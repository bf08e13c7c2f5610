"""URLs of the pages of a list."""

from __future__ import annotations

from django.http import HttpRequest


def next_url(request: HttpRequest, cursor: str | None) -> str:
    """Return the URL of a list's next page with the query of this one; "" on the last page."""
    if cursor is None:
        return ""
    query = request.GET.copy()
    query["cursor"] = cursor
    return f"{request.path}?{query.urlencode()}"
