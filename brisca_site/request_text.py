"""Middleware that cleans or refuses the text of requests before any view reads it.

PostgreSQL stores no NUL, nobody types a control character, and a page that repeats one in its HTML
lets a stranger choose raw bytes of the response. Without this middleware every look-up and every
form would have to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, QueryDict, UnreadablePostError

from brisca_site.base.middleware import before_answering

NUL: Final = "\0"
NUL_IN_COOKIE: Final = b"\\000"
"""A NUL in the quoted value of a cookie."""
MAX_QUERY_VALUE: Final = 500
"""Maximum number of characters of a query parameter or its name, as pages show some of them."""
MAX_NEXT: Final = 4_000
"""Maximum number of characters of `next`, which may hold an address with a whole ruleset."""
MAX_NESTING: Final = 100
"""Maximum depth of brackets in a field: decoding deeper JSON, such as a passkey's, may fail."""
MAX_FIELD: Final = 20_000
"""Maximum number of characters of a form field; each form has a lower limit of its own."""
BRACKET: Final = re.compile(r"[\[\]{}]")
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
CONTROL_IN_FIELD: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters in a field, which may have several lines, and tabs."""


@before_answering
def clean_request_text(request: HttpRequest) -> None:
    """Remove control characters from a request's parameters and fields; refuse NUL and long values.

    The API is excepted: it validates its own input, escapes all text as JSON, and reads no cookie.

    Raises:
        Http404: the path has a control character.
        BadRequest: a parameter, field or cookie has a NUL, or a parameter or field is too long or
            nested too deeply.
    """
    if request.path.startswith("/api/v1/"):
        return
    if CONTROL.search(request.path):
        raise Http404
    if any(NUL in value for value in request.COOKIES.values()):
        raise BadRequest("a cookie holds a NUL")
    if (query := _cleaned(request.GET, CONTROL, MAX_QUERY_VALUE)) is not None:
        request.GET = query  # type: ignore[assignment]  # a QueryDict that is not changed any more
    if request.method == "POST":
        try:
            fields = request.POST
        except UnreadablePostError:  # whoever sent it has gone
            return
        if (cleaned := _cleaned(fields, CONTROL_IN_FIELD, MAX_FIELD)) is not None:
            request.POST = cleaned  # type: ignore[assignment]  # as above


def _cleaned(fields: QueryDict, control: re.Pattern[str], limit: int) -> QueryDict | None:
    """Return the posted fields or parameters without control characters; None if they have none.

    Raises BadRequest as `_check_text` does.
    """
    is_dirty = False
    for name, values in fields.lists():
        for text in (name, *map(str, values)):
            _check_text(name, text, limit)
            is_dirty = is_dirty or control.search(text) is not None
    if not is_dirty:
        return None
    cleaned = QueryDict(mutable=True, encoding=fields.encoding)
    for name, values in fields.lists():
        cleaned.setlist(control.sub("", name), [control.sub("", str(value)) for value in values])
    return QueryDict(cleaned.urlencode(), encoding=fields.encoding)  # which cannot be changed


def _check_text(name: str, text: str, limit: int) -> None:
    """Check that the name or a value of a field is allowed.

    Raises BadRequest for a NUL, for a text that is longer than `limit`, and for brackets that are
    nested deeper than MAX_NESTING.
    """
    if NUL in text:
        raise BadRequest(f"the parameter {name[:40]!r} holds a NUL")
    if len(text) > (MAX_NEXT if name == "next" and limit < MAX_NEXT else limit):
        raise BadRequest(f"the parameter {name[:40]!r} is too long")
    if is_nested_deeper(text, MAX_NESTING):
        raise BadRequest(f"the parameter {name[:40]!r} is nested too deeply")


def is_nested_deeper(text: str, limit: int) -> bool:
    """Return True if the brackets of a text, as of JSON, are nested deeper than `limit`.

    >>> is_nested_deeper("[" * 9, 8), is_nested_deeper("[]" * 9, 8), is_nested_deeper("[{" * 4, 8)
    (True, False, False)
    """
    if text.count("[") + text.count("{") <= limit:
        return False
    depth = 0
    for bracket in BRACKET.findall(text):
        depth += 1 if bracket in "[{" else -1
        if depth > limit:
            return True
    return False


def has_nul_in_cookie(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return True if a cookie in these ASGI headers contains a NUL character."""
    return any(name == b"cookie" and NUL_IN_COOKIE in value for name, value in headers)
