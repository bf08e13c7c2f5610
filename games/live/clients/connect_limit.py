"""The rate limit on sockets that one address opens, as ASGI middleware.

It runs before the session is read, so a refusal costs no database query.
"""

from __future__ import annotations

import logging
from typing import Any

from channels.security.websocket import WebsocketDenier

from games.live.clients.visitor import address_of
from games.live.core import metrics
from games.live.core.rate_limit import Buckets
from games.live.core.settings import load

log = logging.getLogger("games.live.clients.connect_limit")


class ConnectLimit:
    """ASGI middleware that refuses the WebSockets of an IP address which opens too many.

    HTTP is not limited.
    """

    def __init__(self, application: Any) -> None:
        options = load()
        self.application = application
        self._buckets = Buckets(options.arrivals_rate, options.arrivals_burst)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Pass a connection to the application; deny sockets of an address that opens too many."""
        if self._buckets.take(address_of(scope)):
            return await self.application(scope, receive, send)
        metrics.SOCKETS_REFUSED.labels("arrivals").inc()
        log.info("too many sockets are opened from one address")
        return await WebsocketDenier()(scope, receive, send)
