"""Pages are sent compressed; scripts, styles and drawings were compressed when they were collected."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PageGZip(GZipMiddleware):
    """Compresses pages alone: what is streamed, or read by programs, goes out as it is.

    Secrets of a page do not show in its length: CSRF tokens are masked anew for every answer, and
    Django puts a file name of random length into the head of what it compresses.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed where it is a page."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(
            ("text/html", "text/javascript")
        ):
            return response
        return super().process_response(request, response)
