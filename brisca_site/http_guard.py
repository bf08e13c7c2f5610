"""ASGI middleware that enforces HTTP's rules on methods and bodies before the server.

A server writes what an application sends. A body that the method or the status does not allow stays
on the connection, and the client reads it as the next response (RFC 9110, sections 9.3.2 and 15;
RFC 9112, section 6.3). Daphne 4.2 writes every part of the body of a HEAD response but the first,
so such a body must not reach it at all.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are passed on; names are case-sensitive: `head` is another method than HEAD."""
BODYLESS_STATUSES: Final = frozenset({204, 304})
END_OF_BODY: Final[Message] = {"type": "http.response.body", "body": b"", "more_body": False}


class HttpGuard:
    """ASGI middleware that drops bodies where HTTP allows none, and refuses bad requests.

    Unknown methods and transfer codings are refused.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        """Refuse a request with an unknown method or transfer coding, else pass it on."""
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        if scope["method"] not in METHODS:
            return await _refuse(send, 405 if scope["method"] == "TRACE" else 501)
        if has_unknown_coding(scope["headers"]):
            return await _refuse(send, 501)
        guarded = BodyGuard(send, bodyless=scope["method"] == "HEAD")
        return await self.application(scope, receive, guarded)


class BodyGuard:
    """ASGI `send` that drops the body of a response which must have none, such as to HEAD.

    It ends such a response at the first part of its body. The server then tells the application
    that the connection is gone, as it does after every response, so that no application goes on
    with an endless stream.
    """

    def __init__(self, send: Send, *, bodyless: bool) -> None:
        self._send = send
        self._bodyless = bodyless
        self._ended = False

    async def __call__(self, message: Message) -> None:
        """Pass on an ASGI message of the application, or the part of it that may be sent."""
        kind = message["type"]
        if kind == "http.response.start" and message["status"] in BODYLESS_STATUSES:
            self._bodyless = True
        if not self._bodyless or kind != "http.response.body":
            await self._send(message)
        elif not self._ended:
            self._ended = True
            await self._send(END_OF_BODY)


def has_unknown_coding(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return True if a request has a transfer coding other than `chunked`.

    RFC 9112, section 6.1, asks for 501 then. Daphne takes `identity` and reads the body by its
    Content-Length, while a proxy before it may frame the same request otherwise.
    """
    return any(
        name == b"transfer-encoding" and value.strip().lower() != b"chunked"
        for name, value in headers
    )


async def _refuse(send: Send, status: int) -> None:
    """Refuse a request with an HTTP status and close the connection.

    TRACE is refused everywhere: it would send a visitor's own headers back.
    """
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"0"),
        (b"cache-control", b"no-store"),
        (b"allow", b", ".join(sorted(method.encode() for method in METHODS))),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send(END_OF_BODY)
