"""Who may open a WebSocket: pages of this very origin, and origins that are listed."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings


class SameOrigin:
    """Refuses a socket whose Origin is not that of the site, scheme and port included.

    Channels' own check by ALLOWED_HOSTS looks at the host alone, so a page on another port or
    without encryption would pass. A missing or null Origin is refused.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if self.allowed(scope):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)

    def allowed(self, scope: dict[str, Any]) -> bool:
        """Whether the handshake comes from the site itself or a listed origin."""
        headers: dict[bytes, bytes] = dict(scope.get("headers", ()))
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin in (listed.lower() for listed in settings.ALLOWED_ORIGINS):
            return True
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            return False
        host = headers.get(b"host", b"").decode("latin-1").lower()
        secure = settings.HTTPS or scope.get("scheme") == "wss"
        return bool(parts.netloc == host) and (parts.scheme == "https") == secure
