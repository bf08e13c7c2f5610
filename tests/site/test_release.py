"""The release that runs has a name without a setting, with git and without."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from brisca_site.base.release import ROOT, VERSION, release_name
from games.live.core.metrics import exposition


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RELEASE", raising=False)
    release_name.cache_clear()


def git(root: Path, *line: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *line], check=True, capture_output=True)
    return done.stdout.decode().strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a checkout with one commit."""
    git(tmp_path, "init", "-q")
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    git(tmp_path, *name, "commit", "-q", "--allow-empty", "-m", "First")
    return tmp_path


def test_a_checkout_is_named_by_version_and_commit(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    assert release_name(checkout) == f"{VERSION}+{commit[:8]}"


def test_an_operator_may_name_it(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RELEASE", "blue")
    assert release_name(checkout) == "blue"


def test_without_a_checkout_it_is_the_version(tmp_path: Path) -> None:
    assert release_name(tmp_path) == VERSION


def test_without_git_it_is_the_version(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    assert release_name(checkout) == VERSION


def test_a_checkout_that_git_cannot_read_is_named_by_the_version(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: nowhere")
    assert release_name(tmp_path) == VERSION


def test_metrics_name_the_release() -> None:
    assert f'release="{VERSION}' in exposition().decode()


def test_the_commit_is_read_from_the_checkout_that_holds_the_site() -> None:
    assert (ROOT / "manage.py").is_file()
