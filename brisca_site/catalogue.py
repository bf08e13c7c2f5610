"""The words of the page's scripts, in the language of the visitor."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog


class Catalogue(JavaScriptCatalog):
    """Our own texts alone; those of the admin and of other apps are not wanted here."""

    def get_paths(self, packages: Any) -> list[str]:
        """The folders that hold the catalogues."""
        return [str(path) for path in settings.LOCALE_PATHS]


catalogue = cache_control(private=True, max_age=60)(Catalogue.as_view(packages=["games"]))
