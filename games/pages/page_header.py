"""Template context of the header of every page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.selectors.page_header import NOTHING, PageHeader, page_header


def context(request: HttpRequest) -> dict[str, Any]:
    """Return the template context `page_header`: lazily, the reader's rating and unread counts."""

    def header() -> PageHeader:
        return page_header(request.user.pk) if request.user.is_authenticated else NOTHING

    return {"page_header": SimpleLazyObject(header)}
