"""`prepare` does what is to be done before the site is served, and says what it does."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.browser.site import ROOT, settings_of


def prepare(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env=settings_of(folder),
        capture_output=True,
        text=True,
        timeout=200,
    )


def test_prepares_an_empty_folder_line_by_line_and_again_without_harm(tmp_path: Path) -> None:
    first = prepare(tmp_path)
    assert first.returncode == 0, first.stdout + first.stderr
    lines = first.stdout.splitlines()
    assert lines[1:4] == ["  the database", "  figures and ratings", "  the house's bots"]
    assert lines[-1].startswith("Prepared in ")
    assert (tmp_path / "static" / "staticfiles.json").exists()
    with sqlite3.connect(tmp_path / "brisca.sqlite3") as database:
        assert database.execute("select count(*) from games_player").fetchone() == (30,)
    again = prepare(tmp_path)
    assert again.returncode == 0, again.stderr
    assert "30 house bots made" in first.stdout
    assert "house bots made" not in again.stdout


def test_a_database_that_cannot_be_prepared_ends_it_and_what_ran_beside_it(tmp_path: Path) -> None:
    (tmp_path / "brisca.sqlite3").write_text("this is no database, and too long to be a new one")
    done = prepare(tmp_path)
    assert done.returncode != 0
    assert "not a database" in done.stderr
    assert "Prepared in" not in done.stdout


def test_static_files_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "css").write_text("a file where a folder should be")
    done = prepare(tmp_path)
    assert done.returncode == 1
    assert "static files were not collected" in done.stderr
