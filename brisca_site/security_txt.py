"""`/.well-known/security.txt`: where to report a security problem (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from brisca_site.base.site_address import site_address

LASTS: Final = timedelta(days=180)
"""Validity of the file from today's midnight; the RFC recommends less than a year."""
CACHED: Final = 60 * 60
"""Seconds for which the file may be cached."""
LANGUAGES: Final = "es, ca, en"
"""Languages in which reports may be written."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Answer with security.txt (RFC 9116): where to report a security problem of this site.

    Raises:
        Http404: the operator has set no contact.
    """
    if not settings.SECURITY_CONTACT:
        raise Http404
    today = datetime.combine(timezone.now().astimezone(UTC).date(), time(), UTC)
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{today + LASTS:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": LANGUAGES,
        "Canonical": site_address(request, reverse("security_txt")),
        "Policy": settings.SECURITY_POLICY,
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    patch_cache_control(response, public=True, max_age=CACHED)
    return response
