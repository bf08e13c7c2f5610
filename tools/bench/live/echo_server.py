"""Serve an echo on the same servers, with the same settings, as the site.

    python -m tools.bench.live.echo_server --server uvicorn --app raw|lean|stock --port N

`raw` is a bare ASGI application, `lean` a consumer on the site's own `games.live.sockets.socket.Socket`
with all its limits, `stock` a Channels consumer as documented. All decode the JSON and encode it
again; `raw` and `lean` with orjson, `stock` as Channels does.
"""

from __future__ import annotations

import argparse
from typing import Any, ClassVar

import django
import orjson

django.setup()

from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402

import brisca_site.asgi  # noqa: E402
from games.live.sockets.socket import Socket  # noqa: E402


async def raw(scope: Any, receive: Any, send: Any) -> None:
    """Echo every message of a socket, as a bare ASGI application.

    Raises:
        ValueError: the connection is not a WebSocket.
    """
    if scope["type"] != "websocket":
        raise ValueError("sockets only")
    while True:
        message = await receive()
        if message["type"] == "websocket.receive":
            text = orjson.dumps(orjson.loads(message["text"])).decode()
            await send({"type": "websocket.send", "text": text})
        elif message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            return


class Lean(Socket):
    """Echo on the site's own socket class, which sends every message back."""

    name: ClassVar[str] = "echo"

    async def enter(self) -> int | None:
        """Accept every client, without a seat."""
        return None

    async def leave(self) -> None:
        """Do nothing: the client has no seat."""

    def role(self) -> str:
        """Return the name of these clients in logs and metrics."""
        return "watchers"

    def read(self, text: str) -> Any:
        """Decode a received message."""
        return orjson.loads(text)

    async def handle(self, message: Any) -> None:
        """Send a received message back."""
        self.read_up_to(0)
        self.push_frame(orjson.dumps(message))


class Stock(AsyncJsonWebsocketConsumer):  # type: ignore[misc]  # no types
    """Echo as in the documentation of Channels, a consumer that sends every message back."""

    async def receive_json(self, content: Any, **_: Any) -> None:
        """Send a received message back."""
        await self.send_json(content)


APPS = {"raw": raw, "lean": Lean.as_asgi(), "stock": Stock.as_asgi()}


def main() -> None:
    """Serve the echo applications on a port until the process is stopped."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", choices=("daphne", "uvicorn"), required=True)
    parser.add_argument("--app", choices=sorted(APPS), required=True)
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args()
    brisca_site.asgi.application = APPS[options.app]
    if options.server == "daphne":
        from games.live.server.daphne_server import serve
    else:
        from games.live.server.uvicorn_server import serve
    url = f"http://127.0.0.1:{options.port}/"
    serve("127.0.0.1", options.port, lambda: print(f"Brisca is at {url}", flush=True))


if __name__ == "__main__":
    main()
