"""Answers for operators: `/healthz`, `/readyz` and `/metrics` of a process.

They come before Django, without session, request's database connection, thread or allowed hosts, so
that an answer is about this process only. docs/operations/monitoring.md describes them.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import orjson
from django.conf import settings
from django.utils.crypto import constant_time_compare

from games.live.core import metrics
from games.live.process import health
from games.live.process.health import Health
from games.live.process.runtime import Runtime

Scope = dict[str, Any]
Answer = tuple[int, str, bytes]

KEPT: Final = 1.0
"""Seconds for which the result of a readiness check is used again."""
FORWARDED: Final = frozenset(
    {
        *(
            b"forwarded",
            b"via",
            b"x-real-ip",
            b"x-client-ip",
            b"cf-connecting-ip",
            b"true-client-ip",
        ),
        *(b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-forwarded-port"),
        *(b"x-forwarded-server", b"x-forwarded-by"),
    }
)
"""Headers by which proxies mark forwarded requests."""
LOOPBACK_HOST: Final = re.compile(r"(?P<name>[\w.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?", re.ASCII)
JSON: Final = "application/json"
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
NOT_THERE: Final[Answer] = (404, "text/plain; charset=utf-8", b"")


class Operations:
    """ASGI middleware that answers `/healthz` (alive), `/readyz` (ready) and `/metrics`."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._pages: dict[str, Callable[[Scope], Awaitable[Answer]]] = {
            "/healthz": self._alive,
            "/readyz": self._ready,
            "/metrics": self._metrics,
        }
        self._look: asyncio.Task[Health] | None = None
        self._looked_at = 0.0

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        """Answer a request for one of the operators' URLs, else pass the request on."""
        page = self._pages.get(scope.get("path", "")) if scope["type"] == "http" else None
        if page is None:
            return await self.application(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await _send(send, scope, (405, "text/plain; charset=utf-8", b""))
        return await _send(send, scope, await page(scope))

    async def _alive(self, scope: Scope) -> Answer:
        """Return the response of `/healthz`: the process is running."""
        return 200, JSON, b'{"alive":true}'

    async def _ready(self, scope: Scope) -> Answer:
        """Return the response of `/readyz`: 200, or 503 with the problems of this process alone."""
        health = await self._health()
        body = {
            "ready": not health.troubles,
            "troubles": health.troubles,
            "degraded": health.degraded,
        }
        return (503 if health.troubles else 200), JSON, orjson.dumps(body)

    async def _health(self) -> Health:
        """Return the latest result of the readiness check, made again after KEPT seconds."""
        look = self._look
        if look is None or (look.done() and time.monotonic() - self._looked_at > KEPT):
            self._looked_at = time.monotonic()
            look = self._look = asyncio.create_task(_look())
        return await asyncio.shield(look)

    async def _metrics(self, scope: Scope) -> Answer:
        """Return the metrics in Prometheus's text format; 404 for clients who may not read them."""
        return (200, TEXT, metrics.exposition()) if may_read(scope) else NOT_THERE


async def _look() -> Health:
    """Return the problems of this process, as its health check finds them."""
    try:
        return await health.look(await Runtime.current())
    except Exception:  # noqa: BLE001 - it could not be started: the log says why
        return Health(["starting"], [])


def may_read(scope: Scope) -> bool:
    """Return whether a request may read the metrics: with the token, or directly on this machine.

    A direct request comes from a loopback address and has a loopback name as its Host. A proxy on
    this machine that forwards its visitors' requests has their Host, so it is refused even if it
    adds no header about them. HTTP/1.0 is refused too: nginx before 1.29.7 uses it by default, and
    replaces the Host by the address of the site. So does a newer one, with HTTP/1.1: where the site
    is reached by HTTPS, which is a proxy's work, the token alone counts.
    """
    headers = list(scope.get("headers", ()))
    token = settings.METRICS_TOKEN
    authorizations = [value for name, value in headers if name == b"authorization"]
    if authorizations and token:
        return constant_time_compare(authorizations[0].decode("latin-1"), f"Bearer {token}")
    if settings.NUM_PROXIES or settings.HTTPS or any(name in FORWARDED for name, _ in headers):
        return False
    if scope.get("http_version") == "1.0":
        return False
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    return _is_loopback_address(_client(scope)) and len(hosts) == 1 and _is_loopback_host(hosts[0])


def _client(scope: Scope) -> str:
    """Return the IP address of a request's client; "" if unknown."""
    return str((scope.get("client") or ("",))[0])


def _is_loopback_host(host: str) -> bool:
    """Return whether a Host header names this machine, with or without a port.

    Such names are `localhost`, `127.0.0.1` and `[::1]`.
    """
    match = LOOPBACK_HOST.fullmatch(host)
    return match is not None and (
        match["name"].lower() == "localhost" or _is_loopback_address(match["name"].strip("[]"))
    )


def _is_loopback_address(text: str) -> bool:
    """Return whether a text is a loopback address, IPv4-mapped ones included."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


async def _send(send: Any, scope: Scope, answer: Answer) -> None:
    """Send an HTTP response with this status and text, without its body for HEAD."""
    status, kind, body = answer
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
