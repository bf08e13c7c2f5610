"""Private parts of django-allauth are used in one file, and with tested versions alone."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
import pytest

from accounts import allauth_private

ROOT = Path(__file__).resolve().parents[2]


def test_the_lock_files_install_a_tested_version():
    pin = re.compile(r"^django-allauth(?:\[.*\])?==(\S+)", re.MULTILINE)
    pinned = {
        version
        for lock in ROOT.glob("requirements*.txt")
        for version in pin.findall(lock.read_text())
    }
    assert pinned
    assert pinned <= set(allauth_private.TESTED_VERSIONS)


def test_a_tested_version_is_silent():
    assert allauth_private.check_allauth_version(None) == []


def test_another_version_warns(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(allauth, "__version__", "99.0.0")
    (message,) = allauth_private.check_allauth_version(None)
    assert message.id == "accounts.W001"
    assert "django-allauth 99.0.0 is not tested" in message.msg


def test_no_other_module_imports_private_parts():
    private = re.compile(r"^\s*(?:from|import) allauth\.\S*internal", re.MULTILINE)
    importing = [
        path.relative_to(ROOT).as_posix()
        for package in ("accounts", "brisca_site", "games")
        for path in (ROOT / package).rglob("*.py")
        if private.search(path.read_text())
    ]
    assert importing == ["accounts/allauth_private.py"]
