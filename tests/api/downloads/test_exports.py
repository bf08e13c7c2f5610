"""Downloads of records: every one that fits, once, however often the download breaks off."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import zstandard
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import AsyncClient, Client

from games.api.downloads import exports, turns
from games.models import Match
from games.record import verify_record
from games.selectors.exports import read_records
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import record_json
from tests.api.support import V1, operation_of, validate
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db(transaction=True)
PATH = V1 + "/exports/matches.ndjson"
NDJSON = "application/x-ndjson"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Small chunks, and none has to wait."""
    monkeypatch.setattr(exports, "CHUNK_RECORDS", 2)
    settings.EXPORTS_EACH, settings.EXPORTS_ALL, settings.EXPORT_RATE = 1, 2, 0


def season(count: int) -> list[str]:
    """Ids of matches, the newest first."""
    return [stored(PEOPLE[:2], day=day, seed=f"export {day}").public_id for day in range(count)][
        ::-1
    ]


@async_to_sync
async def download(headers: dict[str, str] | None = None, **query: Any) -> tuple[Any, bytes]:
    """The answer and all of its body."""
    answer = await AsyncClient().get(PATH, query, headers=headers or {})
    assert answer.streaming, answer.content
    assert answer["Content-Type"] == NDJSON
    return answer, b"".join([part async for part in answer])


def lines_of(body: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.splitlines()]


def ids(lines: list[dict[str, Any]]) -> list[str]:
    return [line["match"] for line in lines if "match" in line]


def refused(**query: Any) -> tuple[int, dict[str, Any]]:
    answer = Client().get(PATH, query, headers={"accept-language": "en"})
    assert answer["Content-Type"] == "application/json"
    return answer.status_code, answer.json()["error"]


def test_every_line_is_a_record_that_holds_and_the_last_counts_them():
    expected = season(5)
    _, body = download()
    *records, last = lines_of(body)
    assert ids(records) == expected
    assert last == {"end": True, "count": 5, "total": 5, "next": None}
    for line in records:
        verify_record(line)
        cursor = line.pop("cursor")
        assert cursor
        kept = record_json(line["match"])
        assert kept is not None
        assert json.loads(kept) == line


def test_lines_are_what_the_document_says():
    season(1)
    _, body = download()
    answers = operation_of(PATH)["responses"]
    validate(lines_of(body)[0], answers["200"]["content"][NDJSON]["schema"])
    assert list(answers["400"]["content"]) == ["application/json"]


def test_a_download_that_broke_off_anywhere_goes_on_where_it_was():
    expected = season(5)
    _, whole = download()
    for cut in range(0, len(whole), len(whole) // 13):
        had = whole[:cut].split(b"\n")[:-1]  # the last piece is no whole line
        known = [json.loads(line) for line in had]
        _, rest = download(**({"cursor": known[-1]["cursor"]} if known else {}))
        more = lines_of(rest)
        assert ids(known) + ids(more) == expected
        assert more[-1]["count"] == 5 - len(known)
        assert more[-1]["total"] == 5


def test_matches_that_end_meanwhile_shift_nothing():
    expected = season(4)
    _, body = download(limit=2)
    first = lines_of(body)
    stored(PEOPLE[:2], day=99, seed="meanwhile")
    _, body = download(cursor=first[-1]["next"])
    assert ids(first) + ids(lines_of(body)) == expected


def test_a_limit_ends_it_and_says_where_to_go_on():
    expected = season(5)
    for limit in range(1, 6):
        _, body = download(limit=limit)
        *records, last = lines_of(body)
        assert ids(records) == expected[:limit]
        assert (last["next"] is None) == (limit == 5)


def test_filters_are_those_of_the_lists():
    season(2)
    own = stored(PEOPLE[2:4], day=9, seed="others").public_id
    _, body = download(player=PEOPLE[2], order="oldest")
    assert ids(lines_of(body)) == [own]
    _, body = download(player="nobody at all")
    assert lines_of(body) == [{"end": True, "count": 0, "total": 0, "next": None}]


def test_running_matches_are_no_part_of_it():
    season(1)
    Match.objects.update(status="playing", finished_at=None)
    _, body = download()
    assert ids(lines_of(body)) == []


@pytest.mark.parametrize(
    ("accepted", "encoding", "unpack"),
    [
        ("gzip", "gzip", gzip.decompress),
        ("gzip, zstd", "zstd", lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body)),
        ("zstd;q=0, br", None, bytes),
        ("", None, bytes),
    ],
)  # fmt: skip
def test_it_is_packed_as_asked_for(accepted, encoding, unpack):
    season(3)
    answer, body = download({"accept-encoding": accepted})
    assert answer.get("Content-Encoding") == encoding
    assert "Accept-Encoding" in answer["Vary"]
    assert unpack(body) == download()[1]


@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_a_packed_part_can_be_read_before_the_next_one_comes(encoding):
    pack = exports._packing(encoding)[1]
    assert pack is not None
    part = pack(b"one line\n", False)
    if encoding == "gzip":
        import zlib

        assert zlib.decompressobj(31).decompress(part) == b"one line\n"
    else:
        assert zstandard.ZstdDecompressor().decompressobj().decompress(part) == b"one line\n"


def test_a_visitor_has_one_download_at_a_time():
    season(3)

    @async_to_sync
    async def both() -> tuple[int, int]:
        client = AsyncClient()
        first = await client.get(PATH)
        parts = aiter(first)
        await anext(parts)
        second = await client.get(PATH)
        first.close()
        third = await client.get(PATH)
        third.close()
        return second.status_code, third.status_code

    assert both() == (429, 200)


def test_who_has_to_wait_is_told_so():
    assert turns.take_place("127.0.0.1", each=1, all_of_them=2) is not None
    status, error = refused()
    assert (status, error["code"]) == (429, "too_many_downloads")
    assert error["details"]["retry_after"] > 0
    cache.clear()
    for visitor in ("a", "b"):
        assert turns.take_place(visitor, each=1, all_of_them=2) is not None
    assert refused()[0] == 429


def test_a_download_goes_on_while_its_place_cannot_be_looked_up(monkeypatch):
    place = turns.take_place("a", each=1, all_of_them=1)
    assert place is not None
    cache.clear()
    assert not place.keep()
    monkeypatch.setattr(turns, "is_shared", lambda _cache: False)
    assert place.keep()


def test_a_place_that_was_left_or_lost_is_free_again(monkeypatch):
    monkeypatch.setattr(turns, "LEASE", 0.05)
    first = turns.take_place("a", each=1, all_of_them=1)
    assert first is not None
    assert turns.take_place("a", each=1, all_of_them=1) is None
    import time

    time.sleep(0.1)
    second = turns.take_place("a", each=1, all_of_them=1)
    assert second is not None
    first.leave()  # late: the place is another's by now
    assert turns.take_place("a", each=1, all_of_them=1) is None
    second.leave()
    assert turns.take_place("a", each=1, all_of_them=1) is not None


def test_a_place_is_kept_however_slowly_a_download_is_read(monkeypatch):
    season(5)
    monkeypatch.setattr(turns, "LEASE", 1)

    @async_to_sync
    async def slowly() -> list[int]:
        client = AsyncClient()
        first = await client.get(PATH)
        parts = aiter(first)
        await anext(parts)
        await asyncio.sleep(1.6)
        asked = [(await client.get(PATH)).status_code]
        first.close()
        after = await client.get(PATH)
        after.close()
        return [*asked, after.status_code]

    assert slowly() == [429, 200]


def test_it_comes_in_small_parts(monkeypatch):
    """Large ones are memory that is asked for and given back each time."""
    season(5)
    monkeypatch.setattr(exports, "PART", 2)

    @async_to_sync
    async def run() -> list[int]:
        first = await asyncio.to_thread(read_records, MatchFilter(), None, 5)
        parts = exports.stream(MatchFilter(), first, limit=None, pack=None, rate=0)
        return [part.count(b"\n") async for part in parts]

    assert run() == [2, 2, 1, 1]


def test_it_is_paced():
    """At most so many lines a second; measured by what it asks the clock to wait."""
    season(6)
    waits: list[float] = []

    @async_to_sync
    async def run() -> None:
        real = asyncio.sleep

        async def note(seconds: float) -> None:
            waits.append(seconds)
            await real(0)

        first = await asyncio.to_thread(read_records, MatchFilter(), None, 2)
        parts: AsyncIterator[bytes] = exports.stream(
            MatchFilter(), first, limit=None, pack=None, rate=0.5
        )
        exports.asyncio.sleep = note  # type: ignore[assignment]
        try:
            async for _part in parts:
                pass
        finally:
            exports.asyncio.sleep = real  # type: ignore[assignment]

    run()
    assert len(waits) == 2
    assert all(0 < wait <= 4 for wait in waits)


@pytest.mark.parametrize("cursor", ["", "x", "bm90IGEgY3Vyc29y", "W10"])
def test_a_wrong_cursor_is_named(cursor):
    status, error = refused(cursor=cursor)
    assert (status, error["code"]) == (400, "invalid_parameter")
    assert error["details"] == {"parameter": "cursor"}


def test_what_it_does_not_take_is_named():
    status, error = refused(offset=3)
    assert (status, error["code"]) == (400, "unknown_parameter")


def test_a_head_alone_takes_no_place():
    season(1)
    answer = Client().head(PATH)
    assert (answer.status_code, answer["Content-Type"]) == (200, NDJSON)
    assert answer.getvalue() == b""
    assert turns.take_place("127.0.0.1", each=1, all_of_them=1) is not None


def test_head_states_no_length():
    answer = Client().head(PATH)
    assert answer.status_code == 200
    assert not answer.has_header("Content-Length")
    assert answer["Content-Type"] == "application/x-ndjson"
