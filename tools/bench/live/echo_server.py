"""Echo on the same servers, with the same settings of theirs, as the site is served with.

    python -m tools.bench.live.echo_server --server uvicorn --app raw|lean|stock --port N

`raw` is a bare ASGI application, `lean` a consumer on the site's own `games.live.sockets.socket.Socket`
with all its limits, `stock` a Channels consumer as documented. All take the JSON apart and put it
together again; `raw` and `lean` with orjson, `stock` as Channels does.
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
    """A bare ASGI application."""
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
    """A consumer of the live path that says everything back."""

    name: ClassVar[str] = "echo"

    async def enter(self) -> int | None:
        return None

    async def leave(self) -> None:
        """Nothing to leave."""

    def role(self) -> str:
        return "watchers"

    def read(self, text: str) -> Any:
        return orjson.loads(text)

    async def handle(self, message: Any) -> None:
        self.read_up_to(0)
        self.push_frame(orjson.dumps(message))


class Stock(AsyncJsonWebsocketConsumer):
    """A consumer as the documentation of Channels has it."""

    async def receive_json(self, content: Any, **_: Any) -> None:
        await self.send_json(content)


APPS = {"raw": raw, "lean": Lean.as_asgi(), "stock": Stock.as_asgi()}


def main() -> None:
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
