"""Monthly files: whole or not there, with checksums that hold."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import zstandard
from django.core.management import CommandError, call_command

from games.management import dumps as writing
from games.record import verify_record
from games.selectors.dumps import dumps
from games.selectors.matches import record_json
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data"


def dump(*args: str) -> str:
    out = StringIO()
    call_command("dump_matches", *args, stdout=out)
    return out.getvalue()


def lines_of(path: Path) -> list[dict[str, Any]]:
    body = zstandard.ZstdDecompressor().stream_reader(path.read_bytes()).read()
    return [json.loads(line) for line in body.splitlines()]


def a_spring() -> None:
    """Matches of March and April; the first day is the first of March."""
    for day in (5, 0, 29, 31, 40):
        stored(PEOPLE[:2], day=day, seed=f"dump {day}")


def test_a_month_holds_its_matches_the_oldest_first(folder, monkeypatch):
    monkeypatch.setattr(writing, "CHUNK", 2)
    a_spring()
    dump("--month", "2026-03")
    *records, last = lines_of(folder / "brisca-2026-03.ndjson.zst")
    assert last == {"end": True, "count": 3, "month": "2026-03", "licence": "CC0-1.0"}
    ended = [record["finished_at"] for record in records]
    assert ended == sorted(ended)
    assert all(moment.startswith("2026-03") for moment in ended)
    for record in records:
        verify_record(record)
        kept = record_json(record["match"])
        assert kept is not None
        assert json.loads(kept) == record


def test_the_note_and_the_checksums_are_those_of_the_file(folder):
    a_spring()
    dump("--month", "2026-03", "--month", "2026-04")
    sums = dict(
        reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines()
    )
    found = dumps()
    assert [one.month for one in found] == ["2026-04", "2026-03"]
    assert [one.matches for one in found] == [2, 3]
    for one in found:
        body = (folder / one.file).read_bytes()
        unpacked = zstandard.ZstdDecompressor().stream_reader(body).read()
        assert hashlib.sha256(body).hexdigest() == one.sha256 == sums[one.file]
        assert (len(body), len(unpacked)) == (one.bytes, one.unpacked)
    assert "CC0" in (folder / "LICENSE.txt").read_text()


def test_months_that_are_over_and_missing_are_found(folder, monkeypatch):
    monkeypatch.setattr(
        "games.management.commands.dump_matches.timezone.now",
        lambda: datetime(2026, 5, 2, tzinfo=UTC),
    )
    a_spring()
    dump("--month", "2026-03")
    assert "2026-04" in dump("--missing")
    assert dump("--missing") == ""
    assert len(dump("--all").splitlines()) == 2


def test_the_running_month_is_not_over(monkeypatch):
    monkeypatch.setattr(
        "games.management.commands.dump_matches.timezone.now",
        lambda: datetime(2026, 4, 2, tzinfo=UTC),
    )
    a_spring()
    assert [line.split(":")[0] for line in dump("--missing").splitlines()] == [
        "brisca-2026-03.ndjson.zst"
    ]


def test_a_month_without_matches_is_an_empty_file(folder):
    dump("--month", "2025-12")
    assert [line["count"] for line in lines_of(folder / "brisca-2025-12.ndjson.zst")] == [0]


def test_what_breaks_off_leaves_the_file_of_before(folder, monkeypatch):
    a_spring()
    dump("--month", "2026-03")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def fail(*args: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "read_records", fail)
    with pytest.raises(CommandError, match="No space left"):
        dump("--month", "2026-03")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("month", ["2026", "2026-13", "2026-3", "march", "2026-03-01"])
def test_a_month_is_written_in_one_way(month):
    with pytest.raises(CommandError, match="2026-03"):
        dump("--month", month)
