"""URL patterns of the WebSockets."""

from typing import Any

from django.urls import path, re_path

from games.live.process import signals
from games.live.sockets.consumers import LobbyConsumer, TableConsumer
from games.live.sockets.review_consumer import ReviewConsumer

__all__ = ["signals", "websocket_urlpatterns"]


async def nowhere(_scope: Any, receive: Any, send: Any) -> None:
    """Refuse the WebSocket handshake of an unknown path (an ASGI application)."""
    await receive()
    await send({"type": "websocket.close"})


# Django types what a path leads to as a view; here it is an ASGI application.
websocket_urlpatterns = [
    path("ws/table/<slug:public_id>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/review/<slug:match>/<slug:key>/", ReviewConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", nowhere),  # type: ignore[arg-type]
]
