"""What who runs the site asks of a process: is it alive, is it ready, what does it count.

In front of Django: no session, no database connection of a request, no thread, no Host to match, so
that an answer is about this process and not about the rest. docs/operations.md describes them.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import orjson
from django.conf import settings
from django.utils.crypto import constant_time_compare

from games.live import health, metrics
from games.live.runtime import Runtime

Scope = dict[str, Any]
Answer = tuple[int, str, bytes]

KEPT: Final = 1.0
"""Seconds that a look at the process's readiness serves everybody who asks."""
FORWARDED: Final = frozenset({b"forwarded", b"x-forwarded-for", b"x-real-ip"})
JSON: Final = "application/json"
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
NOT_THERE: Final[Answer] = (404, "text/plain; charset=utf-8", b"")


class Operations:
    """Answers `/healthz`, `/readyz` and `/metrics`; all else goes on to the site."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._pages: dict[str, Callable[[Scope], Awaitable[Answer]]] = {
            "/healthz": self._alive,
            "/readyz": self._ready,
            "/metrics": self._metrics,
        }
        self._look: asyncio.Task[list[str]] | None = None
        self._looked_at = 0.0

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        page = self._pages.get(scope.get("path", "")) if scope["type"] == "http" else None
        if page is None:
            return await self.application(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await _send(send, scope, (405, "text/plain; charset=utf-8", b""))
        return await _send(send, scope, await page(scope))

    async def _alive(self, scope: Scope) -> Answer:
        return 200, JSON, b'{"alive":true}'

    async def _ready(self, scope: Scope) -> Answer:
        troubles = await self._troubles()
        body = orjson.dumps({"ready": not troubles, "troubles": troubles})
        return (503 if troubles else 200), JSON, body

    async def _troubles(self) -> list[str]:
        """At most one look at a time, and one a second, however many ask."""
        look = self._look
        if look is None or (look.done() and time.monotonic() - self._looked_at > KEPT):
            self._looked_at = time.monotonic()
            look = self._look = asyncio.create_task(_look())
        return await asyncio.shield(look)

    async def _metrics(self, scope: Scope) -> Answer:
        return (200, TEXT, metrics.exposition()) if may_read(scope) else NOT_THERE


async def _look() -> list[str]:
    try:
        return await health.troubles(await Runtime.current())
    except Exception:  # noqa: BLE001 - it could not be started: the log says why
        return ["starting"]


def may_read(scope: Scope) -> bool:
    """Whether a request may read the metrics: from this machine itself, or with the token.

    What a proxy on this machine passes on does not come from this machine.
    """
    headers: Iterable[tuple[bytes, bytes]] = scope.get("headers", ())
    token = settings.METRICS_TOKEN
    for name, value in headers:
        if name == b"authorization" and token:
            return constant_time_compare(value.decode("latin-1"), f"Bearer {token}")
    if settings.NUM_PROXIES or any(name in FORWARDED for name, _ in headers):
        return False
    try:
        return ipaddress.ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False


async def _send(send: Any, scope: Scope, answer: Answer) -> None:
    status, kind, body = answer
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
