"""The ASGI application: HTTP goes to Django, WebSockets past the origin check to their consumers.

Requests of operators (health and metrics) are answered before either.
"""

import os

from brisca_site.asgi_handler import http_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
http = http_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - apps are loaded first
from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402

from brisca_site.base.postgresql.silence import give_up_after  # noqa: E402
from brisca_site.http_guard import HttpGuard  # noqa: E402
from brisca_site.operations import Operations  # noqa: E402
from brisca_site.origin import SameOrigin  # noqa: E402
from brisca_site.request_logging import Observed  # noqa: E402
from games.live.clients.connect_limit import ConnectLimit  # noqa: E402
from games.live.server.routing import websocket_urlpatterns  # noqa: E402

give_up_after(settings.DATABASE_TIMEOUT)

routed = URLRouter(websocket_urlpatterns)
# Whose session it is, is read by the socket itself, once the handshake is answered.
sockets = SameOrigin(ConnectLimit(CookieMiddleware(routed)))
routed_by_type = ProtocolTypeRouter({"http": http, "websocket": sockets})
application = HttpGuard(Observed(Operations(routed_by_type)))
