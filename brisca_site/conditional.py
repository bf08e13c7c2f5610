"""Conditional requests: who has an answer already is told so, and nothing is made for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotModified
from django.utils.http import parse_etags


def etag_of(tag: str) -> str:
    """Return a tag as headers have it.

    >>> etag_of("1f")
    '"1f"'
    """
    return f'"{tag}"'


def conditional(
    request: HttpRequest, tag: str, headers: Mapping[str, str], make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return the response of `make` under an ETag, or 304 where `If-None-Match` names its tag.

    Weak and strong tags are the same in a GET. `make` is not called where the tag is known; for `*`,
    which names whatever there is, it is called first and may raise that there is nothing.
    `headers` are those of both answers.
    """
    etag = etag_of(tag)
    given = request.headers.get("If-None-Match")
    known = [one.removeprefix("W/") for one in parse_etags(given)] if given else []
    made = make() if etag not in known else None
    if made is None or "*" in known:
        made = HttpResponseNotModified()
    for name, value in {"ETag": etag, **headers}.items():
        made.headers[name] = value
    return made
