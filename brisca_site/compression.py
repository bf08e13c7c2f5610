"""Compression of pages; scripts, styles and drawings are compressed when they are collected."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PageGZip(GZipMiddleware):
    """Middleware that compresses pages and scripts, but no streams or answers to programs.

    The length of a page does not reveal its secrets: CSRF tokens are masked anew for every
    response, and Django adds a file name of random length to what it compresses.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, compressed if it is a page or a script."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(
            ("text/html", "text/javascript")
        ):
            return response
        return super().process_response(request, response)
