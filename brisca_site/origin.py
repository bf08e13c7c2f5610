"""Origin check of WebSockets: pages of the site itself, listed origins, and API keys."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from brisca_site.request_text import has_nul_in_cookie
from games.live.clients.visitor import key_of
from games.live.core import metrics

log = logging.getLogger("brisca_site.origin")

KEY = b"brisca_"
"""Prefix of an API key."""
PORTS = {"http": 80, "https": 443}
"""Default port of each scheme."""


class SameOrigin:
    """ASGI middleware that refuses WebSockets from pages of other origins; ports and schemes count.

    Channels' own check by ALLOWED_HOSTS compares only the host, so that a page on another port or
    without encryption would pass. A missing or null Origin is refused, and so is a Host that is not
    the site's: in a browser that was given a wrong address (DNS rebinding) both would be equal.

    A request with an Authorization header passes from anywhere, since a page cannot add one; but
    its cookies are removed, so that the header alone identifies the user. A key in the address is
    refused.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Refuse a WebSocket of another origin, or with a key in its URL; else pass it on."""
        if KEY in scope.get("query_string", b""):
            metrics.SOCKETS_REFUSED.labels("key_in_address").inc()
            log.info("a socket with a key in its address was refused")
            return await WebsocketDenier()(scope, receive, send)
        if key_of(scope) is not None:
            return await self.application(_without_cookies(scope), receive, send)
        if self.allowed(scope) and not has_nul_in_cookie(scope.get("headers", ())):
            return await self.application(scope, receive, send)
        metrics.SOCKETS_REFUSED.labels("origin").inc()
        log.info("a socket of another origin was refused")
        return await WebsocketDenier()(scope, receive, send)

    def allowed(self, scope: dict[str, Any]) -> bool:
        """Return True if a WebSocket's handshake comes from the site itself or a listed origin."""
        headers: dict[bytes, bytes] = dict(scope.get("headers", ()))
        origin = _place(headers.get(b"origin", b"").decode("latin-1"))
        if origin is None:
            return False
        host = headers.get(b"host", b"").decode("latin-1")
        domain, _port = split_domain_port(host)
        if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
            return False
        if origin in (_place(listed) for listed in settings.ALLOWED_ORIGINS):
            return True
        secure = settings.HTTPS or scope.get("scheme") == "wss"
        return origin == _place(f"{'https' if secure else 'http'}://{host}")


def _without_cookies(scope: dict[str, Any]) -> dict[str, Any]:
    """Return an ASGI scope without its cookies."""
    headers = [(name, value) for name, value in scope.get("headers", ()) if name != b"cookie"]
    return {**scope, "headers": headers}


def _place(origin: str) -> tuple[str, str, int] | None:
    """Return (scheme, host, port) of an Origin header; None if malformed."""
    try:
        parts: SplitResult = urlsplit(origin.lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        return None
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme]
