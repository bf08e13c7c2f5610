"""Paths of the WebSockets."""

from django.urls import path

from games.live import signals
from games.live.consumers import LobbyConsumer, TableConsumer

__all__ = ["signals", "websocket_urlpatterns"]

websocket_urlpatterns = [
    path("ws/table/<str:public_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
