"""Asks an address as a viewer, and says of what class the answer is."""

from __future__ import annotations

import re
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.http.cookie import SimpleCookie
from django.test import Client

from tests.access.world import World

TOKEN: Final = "a" * 32
"""A token against forged forms, which the browser has as a cookie and the form repeats."""
SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
WRITES: Final = ("POST", "PUT", "PATCH", "DELETE")
METHODS: Final = ("GET", "HEAD", "OPTIONS", "TRACE", *WRITES)
OUTCOMES: Final = {
    400: "invalid", 401: "key", 403: "refused", 404: "absent", 405: "method", 409: "conflict",
    415: "media", 422: "invalid", 429: "limit", 503: "down",
}  # fmt: skip
ELSEWHERE: Final = (
    (re.compile(r"/accounts/login/\?next=/(?!\Z)|/accounts/login/\Z"), "login"),
    (re.compile(r"/accounts/signup/"), "signup"),
    (re.compile(r"/accounts/(2fa/(webauthn/)?)?reauthenticate/"), "confirm"),
)


def outcome(answer: HttpResponse) -> str:
    """The class of an answer, as the table of permissions names it."""
    status = answer.status_code
    if 200 <= status < 300 or status == 304:
        return "ok"
    if 300 <= status < 400:
        where = answer["Location"]
        return next((kind for form, kind in ELSEWHERE if form.match(where)), "moved")
    return OUTCOMES.get(status, str(status))


def ask(
    world: World, who: str, method: str, path: str, body: Any = None, *, forged: bool = False
) -> HttpResponse:
    """The answer; what it changed in the database is undone.

    A browser's form has the token that it must have, unless it is `forged`.
    """
    cache.clear()
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies = SimpleCookie(world.cookies.get(who, {}))
    headers = {"accept-language": "en"}
    if who in world.keys:
        headers["authorization"] = f"Bearer {world.keys[who]}"
    if method in WRITES and not forged:
        client.cookies["csrftoken"] = TOKEN
        headers["x-csrftoken"] = TOKEN
    content = {"data": body or "", "content_type": "application/x-www-form-urlencoded"}
    if path.startswith("/api/"):
        content["content_type"] = "application/json"
    sent = content if method in WRITES else {}
    with transaction.atomic():
        answer: HttpResponse = client.generic(method, path, headers=headers, **sent)
        transaction.set_rollback(True)
    return answer


def whole(answer: Any) -> bytes:
    """All of a body; of a stream nothing, as it reads by connections of its own."""
    if answer.streaming:
        return b""
    return bytes(answer.content)


def text_of(answer: Any) -> str:
    """Body and headers, to be searched."""
    cookies = "\n".join(morsel.OutputString() for morsel in answer.cookies.values())
    headers = "\n".join(f"{name}: {value}" for name, value in answer.items())
    return f"{headers}\n{cookies}\n{whole(answer).decode(errors='replace')}"
