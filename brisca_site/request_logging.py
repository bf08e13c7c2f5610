"""ASGI middleware that gives every request and socket an id for its log lines."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any, Final

from django.conf import settings
from structlog.contextvars import bind_contextvars, clear_contextvars

from games.live.core import metrics

GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Observed:
    """ASGI middleware that gives each request an id (log, `X-Request-ID`) and measures its time."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Pass a request on, log it under its id, and measure its time."""
        clear_contextvars()
        name = _name(scope)
        bind_contextvars(request=name)
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        began, status = time.perf_counter(), 500

        async def named(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", name.encode())]
                message = {**message, "headers": headers}
            await send(message)

        try:
            with metrics.HTTP_OPEN.track_inprogress():
                return await self.application(scope, receive, named)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            took = time.perf_counter() - began
            metrics.HTTP.labels(method, f"{status // 100}xx").observe(took)


def _name(scope: dict[str, Any]) -> str:
    """Return the id of a request: the one that a trusted proxy gave, else a new one."""
    if settings.NUM_PROXIES:
        for header, value in scope.get("headers", ()):
            if header == b"x-request-id" and GIVEN.fullmatch(value):
                return str(value.decode())
    return secrets.token_hex(8)
