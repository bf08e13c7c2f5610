"""Refuses text that holds a NUL: PostgreSQL keeps none, and nobody types one.

Without it every lookup by an address, a field of a form or a cookie would have to think of that, and
a stranger could fill the log with faults.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, QueryDict, UnreadablePostError

from brisca_site.middleware import before_answering

NUL: Final = "\0"
IN_COOKIE: Final = b"\\000"
"""How a NUL stands in the quoted value of a cookie."""


@before_answering
def no_nul(request: HttpRequest) -> None:
    """404 for an address with a NUL in it, 400 for parameters, fields and cookies with one.

    The API names what is wrong with a request by itself, and reads no cookie.
    """
    if request.path.startswith("/api/"):
        return
    if NUL in request.path:
        raise Http404
    if any(NUL in text for text in _texts(request)):
        raise BadRequest("a NUL")


def _texts(request: HttpRequest) -> Iterable[str]:
    yield from request.COOKIES.values()
    yield from _values(request.GET)
    if request.method == "POST":
        try:
            fields = request.POST
        except UnreadablePostError:  # whoever sent it has gone
            return
        yield from _values(fields)


def _values(fields: QueryDict) -> Iterable[str]:
    for name, values in fields.lists():
        yield name
        yield from map(str, values)


def in_cookies(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a cookie of these ASGI headers holds one."""
    return any(name == b"cookie" and IN_COOKIE in value for name, value in headers)
