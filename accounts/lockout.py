"""What django-axes asks of the site: whose attempt it was, and what the locked-out see."""

from __future__ import annotations

from typing import Any

from allauth.core.internal.httpkit import get_client_ip
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def client_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The name that was tried, in one case, as names are one without regard to case."""
    given = credentials or {}
    name = given.get("username") or given.get("email") or request.POST.get("username") or ""
    return str(name).lower()[:255]


def client_ip(request: HttpRequest) -> str | None:
    """The address the attempt came from, past as many proxies as are trusted."""
    address: str | None = get_client_ip(request)
    return address


def locked_out(
    request: HttpRequest,
    response: HttpResponse | None = None,
    credentials: dict[str, Any] | None = None,
) -> HttpResponse:
    """The page after too many wrong passwords."""
    hours = settings.AXES_COOLOFF_TIME
    return render(request, "429.html", {"locked": True, "hours": hours}, status=429)
