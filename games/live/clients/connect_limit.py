"""The door before all else: how fast one address may open sockets.

It costs no look into the database, as a session would.
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
    """Refuses sockets of an address from which too many are opened; lets HTTP alone."""

    def __init__(self, application: Any) -> None:
        options = load()
        self.application = application
        self._buckets = Buckets(options.arrivals_rate, options.arrivals_burst)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Let in or refuse."""
        if self._buckets.take(address_of(scope)):
            return await self.application(scope, receive, send)
        metrics.SOCKETS_REFUSED.labels("arrivals").inc()
        log.info("too many sockets are opened from one address")
        return await WebsocketDenier()(scope, receive, send)
