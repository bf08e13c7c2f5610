"""The archive of PostgreSQL's log: nothing is replaced, damage is told from the end, old files go."""

from __future__ import annotations

import gzip
import io
import subprocess
import tarfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

PROGRAM = Path(__file__).parents[1] / "docs" / "deploy" / "brisca-archive"
NAME = "000000010000000000000007"
ANOTHER = "000000010000000000000008"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An empty archive."""
    for name in ("wal", "base"):
        (tmp_path / "archive" / name).mkdir(parents=True)
    return tmp_path / "archive"


def run(*arguments: object, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program, with commands of a folder before those of the system."""
    return subprocess.run(
        [PROGRAM, *map(str, arguments)],
        env={"PATH": f"{path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )


def written(folder: Path, text: str) -> Path:
    """A file of the log."""
    file = folder / "segment"
    file.write_text(text)
    return file


def test_a_file_is_kept_once_and_never_replaced(archive: Path, tmp_path: Path) -> None:
    assert run("keep", archive, written(tmp_path, "a"), NAME).returncode == 0
    assert run("keep", archive, written(tmp_path, "a"), NAME).returncode == 0
    refused = run("keep", archive, written(tmp_path, "b"), NAME)
    assert refused.returncode == 1
    assert f"{NAME}.gz is there already" in refused.stderr
    (kept,) = (archive / "wal").iterdir()
    assert gzip.decompress(kept.read_bytes()) == b"a"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_nothing_is_kept_where_the_archive_is_not_mounted(tmp_path: Path) -> None:
    done = run("keep", tmp_path, written(tmp_path, "a"), NAME)
    assert done.returncode != 0
    assert not (tmp_path / "wal").exists()


def test_a_file_that_is_missing_ends_the_log_and_a_damaged_one_stops_the_restore(
    archive: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run("keep", archive, written(tmp_path, "a" * 1000), NAME)
    assert run("get", archive, NAME, out).returncode == 0
    assert out.read_text() == "a" * 1000
    assert run("get", archive, ANOTHER, out).returncode == 1
    kept = archive / "wal" / f"{NAME}.gz"
    kept.write_bytes(kept.read_bytes()[:-6])
    assert run("get", archive, NAME, out).returncode == 126
    assert run("get", tmp_path / "nowhere", NAME, out).returncode == 126


def base_backup(folder: Path, start: str) -> Path:
    """A base backup whose log begins with a file of this name."""
    folder.mkdir()
    label = f"START WAL LOCATION: 0/2000028 (file {start})\nCHECKPOINT LOCATION: 0/2000060\n"
    with tarfile.open(folder / "base.tar.gz", "w:gz") as tar:
        entry = tarfile.TarInfo("backup_label")
        entry.size = len(label)
        tar.addfile(entry, io.BytesIO(label.encode()))
    return folder


def test_base_backups_stay_as_long_as_a_moment_needs_them(archive: Path, tmp_path: Path) -> None:
    names = [f"{timezone.now() - timedelta(days=days):%Y%m%dT%H%M%SZ}" for days in (30, 15, 13, 1)]
    for number, name in enumerate(names):
        base_backup(archive / "base" / name, f"00000001000000000000000{number}")
    base_backup(tmp_path / "new", NAME)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pg_basebackup").write_text(f'#!/bin/sh\ncp -r {tmp_path}/new "$2"\n')
    (tools / "pg_archivecleanup").write_text(f'#!/bin/sh\necho "$*" >{tmp_path}/cleaned\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)
    done = run("base", archive, 14, path=str(tools))
    assert done.returncode == 0, done.stderr
    left = sorted(path.name for path in (archive / "base").iterdir())
    assert left[:-1] == names[1:], "the one of 15 days is needed for the moments until the next"
    assert left[-1] > names[-1]
    cleaned = (tmp_path / "cleaned").read_text()
    assert cleaned == f"-x .gz {archive}/wal 000000010000000000000001\n"


@pytest.mark.parametrize("given", [(), ("keep", "a"), ("drop", "a", "b", "c")])
def test_what_it_does_not_know_is_refused_with_its_usage(given: tuple[str, ...]) -> None:
    done = run(*given)
    assert done.returncode == 2
    assert "usage: brisca-archive keep FOLDER PATH NAME" in done.stderr
