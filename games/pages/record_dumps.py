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

from brisca_site.base.conditional import conditional, etag_of
from games.selectors.dumps import CHECKSUMS_FILE, LICENCE_FILE, dump_file, dumps

READ_BLOCK_BYTES: Final = 1 << 16
_RANGE: Final = re.compile(r"bytes=(\d{1,18})-(\d{0,18})")


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show the list of monthly files with all match records, for everybody."""
    monthly_dumps = dumps()
    context = {
        "dumps": monthly_dumps,
        "matches": sum(dump.matches for dump in monthly_dumps),
        "sums": CHECKSUMS_FILE if monthly_dumps else "",
        "notice": LICENCE_FILE if monthly_dumps else "",
    }
    return render(request, "games/data.html", context)


@require_safe
def data_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Answer with a monthly file of match records, or with the requested byte range.

    A download that broke off can be resumed.

    Raises:
        Http404: there is no such file.
    """
    path_and_tag = dump_file(name)
    if path_and_tag is None:
        raise Http404
    file_path, tag = path_and_tag
    headers = {
        "Accept-Ranges": "bytes",
        "Cache-Control": "public, no-cache",
        "Access-Control-Allow-Origin": "*",
    }
    return conditional(request, tag, headers, lambda: _part(request, file_path, tag))


def _part(request: HttpRequest, file_path: Path, tag: str) -> HttpResponseBase:
    """Return the HTTP response with a file or its requested byte range; 416 for a wrong range."""
    size = file_path.stat().st_size
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
    kind = "application/zstd" if file_path.suffix == ".zst" else "text/plain; charset=utf-8"
    if request.method == "HEAD":
        return HttpResponse(status=status, content_type=kind, headers=headers)
    return StreamingHttpResponse(
        _blocks(file_path, first, last), status=status, content_type=kind, headers=headers
    )


async def _blocks(file_path: Path, first: int, last: int) -> AsyncIterator[bytes]:
    """Yield the bytes of a file from offset `first` to `last` in blocks, read in a thread."""
    with await asyncio.to_thread(file_path.open, "rb") as source:
        await asyncio.to_thread(source.seek, first)
        remaining = last - first + 1
        while remaining > 0:
            block = await asyncio.to_thread(source.read, min(READ_BLOCK_BYTES, remaining))
            if not block:
                return
            remaining -= len(block)
            yield block


DATA_URLS = [
    path("data/", data, name="data"),
    path("data/<str:name>", data_file, name="data_file"),
]
