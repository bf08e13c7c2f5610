"""`verify_record` says of every record whether it holds, and fails where one does not."""

import gzip
import io
import json
from types import SimpleNamespace

import pytest
import zstandard
from django.core.management import CommandError, call_command

from tests.record.played import played_match, record_of


def run(*files):
    out = io.StringIO()
    try:
        call_command("verify_record", *map(str, files), stdout=out)
    except CommandError as error:
        return out.getvalue().splitlines(), error
    return out.getvalue().splitlines(), None


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.json"
    path.write_text(played_match()[1])
    return path


@pytest.fixture
def bad(tmp_path):
    record = record_of()
    record["deals"][0]["actions"][7]["card"] = "O99"
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record))
    return path


def test_a_good_record_is_one_line(good):
    lines, error = run(good)
    assert error is None
    assert len(lines) == 1
    assert lines[0].startswith(f"{good}: ok, match ")


def test_a_wrong_record_is_named_with_its_first_wrong_action(good, bad):
    lines, error = run(good, bad, good)
    assert len(lines) == 3
    assert lines[1].startswith(f"{bad}: WRONG, deal 1, action seq 8 (seat ")
    assert str(error) == "1 of 3 records wrong"
    assert error.returncode == 1


def test_files_that_cannot_be_read_are_wrong(tmp_path):
    (tmp_path / "text.json").write_text("not json")
    lines, error = run(tmp_path / "text.json", tmp_path / "none.json", tmp_path)
    assert [line.split(": ")[1].split(",")[0] for line in lines] == ["WRONG"] * 3
    assert error is not None


def test_reads_a_record_in_each_line_of_input(monkeypatch):
    text = f"{played_match()[1]}\n\n{{}}\n".encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    lines, error = run("-")
    assert lines[0].startswith("line 1: ok")
    assert lines[1] == "line 3: WRONG, format: is missing"
    assert error is not None


def download(*records, count=None):
    """What `/api/v1/exports/matches.ndjson` gives for these records."""
    lines = [json.dumps({"cursor": f"c{n}", **json.loads(one)}) for n, one in enumerate(records)]
    end = {"end": True, "count": len(records) if count is None else count, "total": 2, "next": None}
    return "".join(f"{line}\n" for line in [*lines, json.dumps(end)]).encode()


@pytest.mark.parametrize("pack", ["", ".zst", ".gz"])
def test_reads_a_download_as_it_came(tmp_path, pack):
    text = download(played_match()[1], played_match()[1])
    path = tmp_path / f"matches.ndjson{pack}"
    packers = {"": bytes, ".zst": zstandard.compress, ".gz": gzip.compress}
    path.write_bytes(packers[pack](text))
    lines, error = run(path)
    assert error is None
    assert [line.split(", match")[0] for line in lines] == [f"{path} line {n}: ok" for n in (1, 2)]


def test_reads_a_download_from_input(monkeypatch):
    text = download(played_match()[1])
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    lines, error = run("-")
    assert error is None
    assert len(lines) == 1
    assert lines[0].startswith("line 1: ok, match ")


def test_a_download_that_lacks_records_is_wrong_and_one_that_breaks_off_is_told(tmp_path, capsys):
    path = tmp_path / "matches.ndjson"
    path.write_bytes(download(played_match()[1], count=2))
    lines, error = run(path)
    assert lines[1] == f"{path} line 2: WRONG, end: 2 records should stand before it, not 1"
    assert error is not None
    path.write_bytes(download(played_match()[1]).splitlines(keepends=True)[0])
    lines, error = run(path)
    assert error is None
    assert "breaks off" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["matches.ndjson", "saved.json"])
def test_another_encoding_is_named_and_does_not_break_off(tmp_path, capsys, encoding, name):
    path = tmp_path / name
    path.write_bytes(download(played_match()[1]).decode().encode(encoding))
    lines, error = run(path)
    assert error is not None
    assert "WRONG, file: is UTF-16 or UTF-32; save it as UTF-8" in lines[0]
    assert "breaks off" not in capsys.readouterr().err


def test_a_line_in_latin_1_is_named_alone(tmp_path, capsys):
    record = played_match()[1]
    text = download(record, record).splitlines(keepends=True)
    latin = json.dumps({**json.loads(text[1]), "place": "Málaga"}, ensure_ascii=False)
    path = tmp_path / "matches.ndjson"
    path.write_bytes(text[0] + latin.encode("latin-1") + b"\n" + text[2])
    lines, error = run(path)
    assert len(lines) == 2
    assert lines[1].startswith(f"{path} line 2: WRONG, file: is not UTF-8 (byte ")
    assert str(error) == "1 of 2 records wrong"
    assert "breaks off" not in capsys.readouterr().err


def test_a_wrong_record_of_a_download_is_named_by_its_line(tmp_path, bad):
    path = tmp_path / "matches.ndjson"
    path.write_bytes(download(played_match()[1], bad.read_text()))
    lines, error = run(path)
    assert lines[1].startswith(f"{path} line 2: WRONG, deal 1, action seq 8 (seat ")
    assert str(error) == "1 of 2 records wrong"


def test_a_record_may_be_written_over_many_lines_and_have_any_name(tmp_path, good):
    path = tmp_path / "saved"
    for indent in (None, 2):
        path.write_text(json.dumps(json.loads(good.read_text()), indent=indent))
        lines, error = run(path)
        assert error is None
        assert lines[0].startswith(f"{path}: ok, match ")


def test_a_file_that_is_packed_wrongly_is_wrong(tmp_path):
    for name in ("matches.ndjson.zst", "matches.ndjson.gz"):
        (tmp_path / name).write_bytes(b"not packed at all")
        lines, error = run(tmp_path / name)
        assert len(lines) == 1
        assert ": WRONG, file: " in lines[0]
        assert error is not None


def test_no_record_at_all_is_a_failure(monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert str(run("-")[1]) == "no record was given"
