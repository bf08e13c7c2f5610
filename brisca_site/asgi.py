"""HTTP goes to Django; WebSockets through the origin check and the session to their consumers."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - apps are loaded first
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from brisca_site.origin import SameOrigin  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
