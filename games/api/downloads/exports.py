"""Downloads: the records of any number of matches, one a line."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any, Final

import orjson
import zstandard
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request

from games.answers import deals
from games.api.core.base import (
    NDJSON,
    CountingThrottle,
    Streamed,
    is_refused,
    stream_head,
    wrong_cursor,
)
from games.api.core.errors import TooManyDownloadsError
from games.api.downloads import turns
from games.api.downloads.turns import Place, take_place
from games.api.matches import params
from games.common.keyset import BadCursorError
from games.selectors.exports import CHUNK_RECORDS, Chunk, Packed, lines_of, read_records
from games.selectors.match_filter import MatchFilter

ZSTD_LEVEL: Final = 3
GZIP_LEVEL: Final = 6
AS_GZIP: Final = 31
"""Window bits of zlib that make it write gzip."""
PART: Final = 25
"""Records sent at a time.

Memory of half a million bytes is used again; more is allocated and freed each time, which takes
longer than to fill it.
"""
Packer = Callable[[bytes, bool], bytes]
"""A function that compresses a part so that all of it can be read, and at the end closes the
stream.
"""


class MatchExport(Streamed):
    """Endpoint: download of the records of matches."""

    operation, tag = "export_matches", "exports"
    query, answer = params.ExportQuery, deals.ExportLine
    throttle_scope = "export"

    def get(self, request: Request) -> HttpResponseBase:
        """Stream the records of all matches that fit, one a line, and a last line that counts them.

        Raises:
            InvalidParameterError: the cursor is not one of this list.
            TooManyDownloadsError: as many downloads run as are allowed.
        """
        wanted = params.ExportQuery.wanted(self.params)
        cursor, limit = self.params.get("cursor"), self.params.get("limit")
        try:
            first = read_records(wanted, cursor, min(limit or CHUNK_RECORDS, CHUNK_RECORDS))
        except BadCursorError:
            raise wrong_cursor() from None
        close_old_connections()  # the request may last for hours, and needs this one no more
        encoding, pack = _packing(request.headers.get("Accept-Encoding", ""))
        headers = {
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
            **({"Content-Encoding": encoding} if encoding else {}),
        }
        answer: HttpResponseBase
        if request.method == "HEAD":
            answer = stream_head(headers)
        else:
            place = take_place(
                CountingThrottle().get_ident(request),
                each=settings.EXPORTS_EACH,
                all_of_them=settings.EXPORTS_ALL,
            )
            if place is None:
                raise TooManyDownloadsError
            lines = stream(
                wanted, first, limit=limit, pack=pack, rate=settings.EXPORT_RATE, place=place
            )
            answer = StreamingHttpResponse(
                _Download(lines, place), content_type=NDJSON, headers=headers
            )
        patch_vary_headers(answer, ["Accept-Encoding"])
        return answer


class _Download:
    """Body of a streamed download; Django's `close` gives up its right to download."""

    def __init__(self, parts: AsyncIterator[bytes], place: Place) -> None:
        self._parts = parts
        self.close = place.leave

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._parts


async def stream(
    wanted: MatchFilter,
    first: Chunk,
    *,
    limit: int | None,
    pack: Packer | None,
    rate: float,
    place: Place | None = None,
) -> AsyncIterator[bytes]:
    """Yield the lines of a download of match records, at most `rate` a second (0: no limit).

    `first` is the first chunk, read already; at most `limit` records are sent (None: all). `pack`
    compresses a part; without it lines come as they are. The lease of `place`, a right to download,
    is renewed meanwhile. Threads read and pack; between two chunks no connection is held.
    """
    keeper = None if place is None else asyncio.ensure_future(_keep(place))
    try:
        read = partial(read_records, wanted)
        async for part in _parts(read, first, limit, pack, rate):
            yield part
    finally:
        if keeper is not None:
            keeper.cancel()


async def _keep(place: Place) -> None:
    """Renew a download's right (a lease) while it runs, however slowly the client reads."""
    while await _in_thread(place.keep):  # noqa: ASYNC110 - it is said again and again
        await asyncio.sleep(turns.LEASE / 3)


async def _parts(
    read: Callable[[str, int], Chunk],
    first: Chunk,
    limit: int | None,
    pack: Packer | None,
    rate: float,
) -> AsyncIterator[bytes]:
    count_before, records, following, count = first.seen, first.records, first.next, 0
    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        count += len(records)
        reading = None
        if following is not None and (limit is None or count < limit):
            size = CHUNK_RECORDS if limit is None else min(CHUNK_RECORDS, limit - count)
            # read while this one is packed and sent
            reading = asyncio.ensure_future(_in_thread(read, following, size))
        try:
            async for part in _unpacked(records):
                yield part if pack is None else await asyncio.to_thread(pack, part, False)
            if reading is None:
                break
            if rate:
                await asyncio.sleep(max(0.0, len(records) / rate - (loop.time() - began)))
            chunk = await reading
            records, following = chunk.records, chunk.next
        finally:
            if reading is not None:
                reading.cancel()
    end = orjson.dumps(
        {"end": True, "count": count, "total": count_before + count, "next": following}
    )
    yield end + b"\n" if pack is None else pack(end + b"\n", True)


async def _unpacked(records: Sequence[Packed]) -> AsyncIterator[bytes]:
    """Yield packed records as lines; while one part is sent, the next is unpacked."""
    ahead: deque[asyncio.Future[bytes]] = deque()
    try:
        for at in range(0, len(records), PART):
            part = asyncio.to_thread(lines_of, records[at : at + PART])
            ahead.append(asyncio.ensure_future(part))
            if len(ahead) > 1:
                yield await ahead.popleft()
        while ahead:
            yield await ahead.popleft()
    finally:
        for part_to_come in ahead:
            part_to_come.cancel()


async def _in_thread(work: Callable[..., Any], *values: Any) -> Any:
    """Run `work` in a thread, then close that thread's database connection."""

    def run() -> Any:
        close_old_connections()
        try:
            return work(*values)
        finally:
            close_old_connections()

    return await sync_to_async(run, thread_sensitive=False)()


def _packing(accepted: str) -> tuple[str, Packer | None]:
    """Return the content encoding that the client accepts and its packer, or ("", None)."""
    wanted = {}
    for part in accepted.split(","):
        name, _semicolon, more = part.partition(";")
        wanted[name.strip().lower()] = not is_refused(more.lower())
    if wanted.get("zstd"):
        return "zstd", partial(_zstd, zstandard.ZstdCompressor(level=ZSTD_LEVEL).compressobj())
    if wanted.get("gzip"):
        return "gzip", partial(_gzip, zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, AS_GZIP))
    return "", None


def _zstd(packer: Any, part: bytes, last: bool) -> bytes:
    how = zstandard.COMPRESSOBJ_FLUSH_FINISH if last else zstandard.COMPRESSOBJ_FLUSH_BLOCK
    return bytes(packer.compress(part) + packer.flush(how))


def _gzip(packer: Any, part: bytes, last: bool) -> bytes:
    return bytes(packer.compress(part) + packer.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH))
