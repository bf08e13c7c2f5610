"""`verify_record` says of every record whether it holds, and fails where one does not."""

import io
import json
from types import SimpleNamespace

import pytest
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


def test_no_record_at_all_is_a_failure(monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert str(run("-")[1]) == "no record was given"
