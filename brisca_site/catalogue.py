"""The words of the page's scripts, in the language that the page is in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog


class Catalogue(JavaScriptCatalog):
    """Our own texts alone; those of the admin and of other apps are not wanted here."""

    def get_paths(self, packages: Any) -> list[str]:
        """Return the folders that hold the catalogues."""
        return [str(path) for path in settings.LOCALE_PATHS]


_catalogue = Catalogue.as_view(packages=["games"])


@cache_control(public=True, max_age=600)
def catalogue(request: HttpRequest, language: str) -> HttpResponseBase:
    """Show the catalogue of a language.

    It stands in the address, so that no browser mixes them up.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        return _catalogue(request)
