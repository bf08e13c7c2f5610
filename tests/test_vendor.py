"""The libraries that pages load are those that were vendored, byte for byte."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
PACKAGES = json.loads((VENDOR / "VENDOR.json").read_text())


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package["name"])
def test_vendored_files_have_their_checksums_and_licence(package: dict) -> None:
    folder = VENDOR / package["folder"]
    assert (folder / "LICENSE").read_text().strip()
    for name, checksum in package["files"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == checksum, name


def test_nothing_else_is_vendored() -> None:
    listed = {
        f"{package['folder']}/{name}"
        for package in PACKAGES
        for name in [*package["files"], "LICENSE"]
    }
    found = {str(path.relative_to(VENDOR)) for path in VENDOR.rglob("*") if path.is_file()}
    assert found == listed | {"VENDOR.json"}
