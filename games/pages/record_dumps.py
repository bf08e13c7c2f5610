"""Views of the monthly dumps of records: the page that lists them, and the downloads."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from brisca_site.conditional import conditional, etag_of
from games.selectors.dumps import NOTICE, SUMS, dump_file, dumps

BLOCK: Final = 1 << 16
_RANGE: Final = re.compile(r"bytes=(\d{1,18})-(\d{0,18})")


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show the list of monthly files of records, for everybody."""
    found = dumps()
    context = {
        "dumps": found,
        "matches": sum(dump.matches for dump in found),
        "sums": SUMS if found else "",
        "notice": NOTICE if found else "",
    }
    return render(request, "games/data.html", context)


@require_safe
def data_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Answer with one of the monthly files, or with the byte range that the request asks for.

    A download that broke off can be resumed.

    Raises:
        Http404: there is no such file.
    """
    found = dump_file(name)
    if found is None:
        raise Http404
    where, tag = found
    headers = {
        "Accept-Ranges": "bytes",
        "Cache-Control": "public, no-cache",
        "Access-Control-Allow-Origin": "*",
    }
    return conditional(request, tag, headers, lambda: _part(request, where, tag))


def _part(request: HttpRequest, where: Path, tag: str) -> HttpResponseBase:
    """Return a file, or the part of it that `Range` asks for; 416 where there is no such part."""
    size = where.stat().st_size
    first, last, status = 0, size - 1, 200
    headers = {}
    etag = etag_of(tag)
    part = _RANGE.fullmatch(request.headers.get("Range", ""))
    if part and request.headers.get("If-Range", etag) == etag:
        first, last = int(part[1]), min(int(part[2] or last), last)
        if first > last:
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
        headers["Content-Range"], status = f"bytes {first}-{last}/{size}", 206
    headers["Content-Length"] = str(last - first + 1)
    kind = "application/zstd" if where.suffix == ".zst" else "text/plain; charset=utf-8"
    if request.method == "HEAD":
        return HttpResponse(status=status, content_type=kind, headers=headers)
    return StreamingHttpResponse(
        _blocks(where, first, last), status=status, content_type=kind, headers=headers
    )


async def _blocks(where: Path, first: int, last: int) -> AsyncIterator[bytes]:
    """Yield the bytes of a file from `first` to `last`, read by a thread in blocks of BLOCK."""
    with await asyncio.to_thread(where.open, "rb") as source:
        await asyncio.to_thread(source.seek, first)
        left = last - first + 1
        while left > 0:
            block = await asyncio.to_thread(source.read, min(BLOCK, left))
            if not block:
                return
            left -= len(block)
            yield block


DATA_URLS = [
    path("data/", data, name="data"),
    path("data/<str:name>", data_file, name="data_file"),
]
