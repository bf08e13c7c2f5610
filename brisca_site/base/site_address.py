"""Absolute addresses of this site, which a `Host` header cannot turn elsewhere.

Where the operator has named the site (SITE_URL, or HTTPS with ALLOWED_HOSTS) its own address is
used everywhere. Else pages and feeds repeat the visitor's own `Host`. Mails go to other people, so
they never repeat a port but that at which the server listens: ALLOWED_HOSTS compares names alone.
"""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def site_address(request: HttpRequest, path: str = "") -> str:
    """Return the absolute URL of a path of this site, for pages, feeds and the API."""
    if settings.SITE_URL_IS_FIXED:
        return _site_url() + path
    return request.build_absolute_uri("/")[:-1] + path


def mail_address(request: HttpRequest, path: str = "") -> str:
    """Return the absolute URL of a path of this site, for mails."""
    if settings.SITE_URL_IS_FIXED:
        return _site_url() + path
    domain, port = split_domain_port(request.get_host())
    own_port = f":{port}" if port and port == str(request.META.get("SERVER_PORT")) else ""
    return f"{request.scheme}://{domain}{own_port}{path}"


def for_mail(request: HttpRequest, address: str) -> str:
    """Return a URL of this site as mails have it; any other text unchanged."""
    if not address.startswith(("http://", "https://")):
        return address
    parts = urlsplit(address)
    if parts.netloc != request.get_host():
        return address
    return mail_address(request, urlunsplit(("", "", *parts[2:])))


def _site_url() -> str:
    return str(settings.SITE_URL).rstrip("/")
