"""The language of the API: English, unless `Accept-Language` asks for another one of the site."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.utils import translation

from accounts.request_language import FOR_PROGRAMS, language_asked_for
from brisca_site.base.middleware import before_answering

PAGES: Final = ("/api/docs/", "/api/asyncapi/docs/")
"""Pages under `/api/` for people, which have the language of all other pages."""


@before_answering
def english_for_programs(request: HttpRequest) -> None:
    """Set the language of an API request from `Accept-Language`, English by default.

    This middleware comes after LocaleMiddleware, which falls back to the language of the site's
    pages.
    """
    if request.path.startswith("/api/") and not request.path.startswith(PAGES):
        asked = language_asked_for(request.headers.get("Accept-Language", ""))
        translation.activate(asked or FOR_PROGRAMS)
        request.LANGUAGE_CODE = translation.get_language()
