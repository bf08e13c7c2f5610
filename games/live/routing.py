"""Paths of the WebSockets."""

from django.urls import path

from games.live import signals
from games.live.consumers import LobbyConsumer, TableConsumer

__all__ = ["signals", "websocket_urlpatterns"]

# Django types what a path leads to as a view; here it is an ASGI application.
websocket_urlpatterns = [
    path("ws/table/<str:public_id>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
]
