"""`prepare` does what is to be done before the site is served, and says what it does."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import empty_databases, forked
from tests.support.browser_site import ROOT, settings_of

SETTINGS = """
from brisca_site.settings import *
STATICFILES_DIRS = [__file__.replace("few_files.py", "sources")]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
"""
"""A site of one style sheet: all files are collected where the steps of operations are run."""


@pytest.fixture(scope="module")
def few_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with settings of that site, and its file."""
    folder = tmp_path_factory.mktemp("settings")
    (folder / "few_files.py").write_text(SETTINGS)
    (folder / "sources" / "css").mkdir(parents=True)
    (folder / "sources" / "css" / "few.css").write_text("a { color: red; }")
    return folder


def prepare(folder: Path, few_files: Path) -> subprocess.CompletedProcess[str]:
    settings = {"DJANGO_SETTINGS_MODULE": "few_files", "PYTHONPATH": str(few_files)}
    return forked.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env=settings_of(folder, **settings),
        capture_output=True,
        text=True,
        timeout=200,
    )


def test_prepares_an_empty_folder_line_by_line_and_again_without_harm(
    tmp_path: Path, few_files: Path
) -> None:
    first = prepare(tmp_path, few_files)
    assert first.returncode == 0, first.stdout + first.stderr
    lines = first.stdout.splitlines()
    assert lines[1:4] == ["  the database", "  figures and ratings", "  the house's bots"]
    assert lines[-1].startswith("Prepared in ")
    assert (tmp_path / "static" / "staticfiles.json").exists()
    with sqlite3.connect(tmp_path / "brisca.sqlite3") as database:
        assert database.execute("select count(*) from games_player").fetchone() == (30,)
        days = database.execute("select day from games_dailydeal order by day").fetchall()
    assert len(days) == 2, "the first lobby offers the deal of the day"
    again = prepare(tmp_path, few_files)
    assert again.returncode == 0, again.stderr
    assert "30 house bots made" in first.stdout
    assert "house bots made" not in again.stdout


def test_a_database_that_cannot_be_prepared_ends_it_and_what_ran_beside_it(
    tmp_path: Path, few_files: Path
) -> None:
    (tmp_path / "brisca.sqlite3").write_text("this is no database, and too long to be a new one")
    done = prepare(tmp_path, few_files)
    assert done.returncode != 0
    assert "not a database" in done.stderr
    assert "Prepared in" not in done.stdout


def test_static_files_that_cannot_be_written_are_told(tmp_path: Path, few_files: Path) -> None:
    shutil.copy(empty_databases.sqlite(), tmp_path)
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "css").write_text("a file where a folder should be")
    done = prepare(tmp_path, few_files)
    assert done.returncode == 1
    assert "static files were not collected" in done.stderr
