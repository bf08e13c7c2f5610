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

LASTS: Final = timedelta(days=180)
"""From today's midnight until the file must be fetched again; the RFC recommends under a year."""
CACHED: Final = 60 * 60
"""Seconds."""
LANGUAGES: Final = "es, ca, en"
"""What reports may be written in."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Answer with the file, or 404 where the operator has given no contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    today = datetime.combine(timezone.now().astimezone(UTC).date(), time(), UTC)
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{today + LASTS:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": LANGUAGES,
        "Canonical": request.build_absolute_uri(reverse("security_txt")),
        "Policy": settings.SECURITY_POLICY,
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    patch_cache_control(response, public=True, max_age=CACHED)
    return response
