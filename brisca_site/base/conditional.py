"""Conditional requests: a client that has a response already receives 304, without the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotModified
from django.utils.http import parse_etags


def etag_of(tag: str) -> str:
    """Return the value of the ETag header for a tag: the tag in quotes.

    >>> etag_of("1f")
    '"1f"'
    """
    return f'"{tag}"'


def conditional(
    request: HttpRequest, tag: str, headers: Mapping[str, str], make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return the response of `make` with this ETag, or 304 if the client has that version.

    Weak and strong tags are equal in a GET. `make` is not called where `If-None-Match` has the tag;
    for `*`, which matches any existing response, it is called first and may raise Http404.
    `headers` are set on both responses.
    """
    etag = etag_of(tag)
    if_none_match = request.headers.get("If-None-Match", "")
    known = [client_tag.removeprefix("W/") for client_tag in parse_etags(if_none_match)]
    response = make() if etag not in known else None
    if response is None or "*" in known:
        response = HttpResponseNotModified()
    for name, value in {"ETag": etag, **headers}.items():
        response.headers[name] = value
    return response
