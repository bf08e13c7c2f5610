"""Records go out and come back: the same matches, the same figures, however often."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.management.commands import import_records
from games.management.dumps import write_dump
from games.models import (
    DayFigures,
    Match,
    MatchRecord,
    Player,
    PlayerFigures,
    PoolFigures,
    Rating,
    RatingPoint,
    RulesetFigures,
    SiteFigures,
    TeamFigures,
    TeamRating,
)
from games.selectors.exports import lines_of, read_records
from games.selectors.match_filter import MatchFilter

pytestmark = pytest.mark.django_db
COUNT = 20
OWNERS: dict[Any, dict[str, str]] = {
    PlayerFigures: {"player_id": "player__name"},
    TeamFigures: {},
    Rating: {"player_id": "player__name"},
    TeamRating: {},
    RatingPoint: {"rating_id": "rating__player__name", "match_id": "match__public_id"},
    RulesetFigures: {"ruleset_id": "ruleset__hash"},
    PoolFigures: {},
    DayFigures: {},
    SiteFigures: {},
}


def figures() -> dict[str, list[str]]:
    """Every figure, with names in place of ids."""
    found = {}
    for model, named in OWNERS.items():
        fields = [f.attname for f in model._meta.concrete_fields if f.attname != "id"]
        names = [named.get(f, f) for f in fields if f != "team_id"]
        found[model.__name__] = sorted(map(repr, model.objects.values_list(*names)))
    found["records"] = sorted(
        map(repr, MatchRecord.objects.values_list("match__public_id", "sha256"))
    )
    return found


def run(*files: object, **options: Any) -> str:
    out, err = StringIO(), StringIO()
    try:
        call_command(
            "import_records", *map(str, files), workers=1, stdout=out, stderr=err, **options
        )
    except CommandError as error:
        return f"{err.getvalue()}{error}"
    return out.getvalue()


@contextmanager
def another_site() -> Iterator[None]:
    """Nothing of what happens inside stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def site(tmp_path: Path) -> dict[str, Any]:
    """What a site with some matches is like: its figures, and what can be downloaded of it."""
    with another_site():
        call_command(
            "make_matches", "--count", str(COUNT), "--fresh", "10", "--people", "8",
            "--workers", "1", "--months", "1", "--until", "2026-03-28", stdout=StringIO(),
        )  # fmt: skip
        lines = lines_of(read_records(MatchFilter()).records).splitlines(keepends=True)
        write_dump("2026-03", tmp_path, lambda _: None)
        found = {
            "figures": figures(),
            "lines": lines,
            "matches": set(Match.objects.values_list("public_id", flat=True)),
        }
    download = tmp_path / "download.ndjson"
    download.write_bytes(b"".join(lines) + b'{"end":true,"count":%d}\n' % len(lines))
    return {**found, "download": download, "dump": tmp_path / "brisca-2026-03.ndjson.zst"}


def test_a_download_makes_the_same_figures_though_the_newest_comes_first(site):
    assert run(site["download"]) == f"{COUNT} stored, 0 here already, 0 refused\n"
    assert figures() == site["figures"]


def test_a_month_makes_the_same_figures(site):
    # the first matches may stand in the month before
    with another_site():
        run(site["download"])
        february = {
            m.public_id for m in Match.objects.all() if m.finished_at and m.finished_at.month == 2
        }
    older = [line for line in site["lines"] if json.loads(line)["match"] in february]
    rest = site["download"].with_name("older.ndjson.gz")
    rest.write_bytes(gzip.compress(b"".join(older[::-1])))
    assert f"{COUNT} stored" in run(*([rest] if older else []), site["dump"])
    assert figures() == site["figures"]


def test_reading_again_changes_nothing(site):
    run(site["download"])
    assert run(site["dump"], site["download"]).startswith("0 stored")
    assert figures() == site["figures"]


def test_one_that_broke_off_can_be_read_again(site, monkeypatch):
    monkeypatch.setattr(import_records, "MATCHES_A_BATCH", 3)
    part = site["download"].with_name("part.ndjson")
    part.write_bytes(b"".join(site["lines"][:7]))
    assert run(part).startswith("7 stored")
    assert run(site["download"]).startswith(f"{COUNT - 7} stored, 7 here already")
    call_command("rebuild_stats", "--check", stdout=StringIO())
    assert Player.objects.exists()


def bad_line(line: bytes) -> bytes:
    record = json.loads(line)
    record["score"][0] += 1
    return json.dumps(record).encode() + b"\n"


def test_a_record_that_does_not_hold_is_named_and_ends_it(site, tmp_path):
    lines = [*site["lines"][:3], bad_line(site["lines"][3]), *site["lines"][4:]]
    path = tmp_path / "bad.ndjson"
    path.write_bytes(b"".join(lines))
    told = run(path)
    assert f"{path}, line 4: score" in told
    assert "--keep-going" in told
    assert Match.objects.count() == 3
    told = run(path, keep_going=True)
    assert f"{COUNT - 4} stored, 3 here already, 1 refused" in told
    assert Match.objects.count() == COUNT - 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "line 1"),
        (b"[]", "line 1"),
        (b'{"format":"brisca-record/1"}', "line 1: match"),
        (b"\xff\xfe", "line 1"),
        (b'{"end":true,"count":4}', "0 good records of 4"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path, line, why):
    path = tmp_path / "wrong.ndjson"
    path.write_bytes(line + b"\n")
    assert why in run(path)
    assert not Match.objects.exists()


def test_a_file_that_cannot_be_read_is_named(tmp_path, site):
    assert "nothing.ndjson" in run(tmp_path / "nothing.ndjson")
    torn = tmp_path / "torn.ndjson.gz"
    torn.write_bytes(gzip.compress(site["lines"][0] * 3)[:-300])
    assert "packed wrongly" in run(torn)


def test_checking_stores_nothing(site):
    assert run(site["download"], check=True).startswith(f"{COUNT} stored")
    assert not Match.objects.exists()


def test_a_record_by_itself_is_read(site, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(json.loads(site["lines"][0]), indent=1))
    assert run(path).startswith("1 stored")


def test_several_processes_read_the_same(site):
    err = StringIO()
    call_command("import_records", str(site["download"]), workers=2, stdout=StringIO(), stderr=err)
    assert figures() == site["figures"], err.getvalue()
