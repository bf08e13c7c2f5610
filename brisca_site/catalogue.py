"""The catalogue of translated texts for scripts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog


class Catalogue(JavaScriptCatalog):
    """View of a JavaScript catalogue with the site's own texts, without those of other apps."""

    def get_paths(self, packages: Any) -> list[str]:
        """Return the folders that hold the site's compiled catalogues of translations."""
        return [str(path) for path in settings.LOCALE_PATHS]


_catalogue = Catalogue.as_view(packages=["games"])


@cache_control(public=True, max_age=600)
def catalogue(request: HttpRequest, language: str) -> HttpResponseBase:
    """Answer with the translated texts for scripts in one language, as JavaScript.

    The language is in the URL, so that caches keep the catalogues apart.

    Raises:
        Http404: the site does not have the language.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        return _catalogue(request)
