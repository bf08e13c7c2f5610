"""Private parts of servers are used with tested versions alone; with others the site is served plain.

That it is served well then is shown by the tests of sockets that run both ways (`BOTH_WAYS`).
"""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from games.live.server import daphne_server, tested_versions
from tests.support.needs import needs_uvicorn

LOCKS = sorted(Path(__file__).parents[2].glob("requirements*.txt"))
TESTED = tested_versions.DAPHNE | tested_versions.UVICORN


@pytest.mark.parametrize("package", TESTED)
def test_what_is_installed_by_the_lock_files_is_tested(package):
    pin = re.compile(rf"^{package}==(\S+)", re.MULTILINE)
    pinned = {version for lock in LOCKS for version in pin.findall(lock.read_text())}
    assert pinned
    assert pinned <= set(TESTED[package])


@pytest.mark.parametrize(
    "tested",
    [tested_versions.DAPHNE, pytest.param(tested_versions.UVICORN, marks=needs_uvicorn)],
)
def test_with_the_versions_that_are_tested_nothing_is_said(tested, caplog):
    assert tested_versions.private_parts_known(tested)
    assert caplog.records == []


@pytest.mark.parametrize(
    ("installed", "named"), [("9.9", "daphne 9.9"), (None, "daphne missing")], ids=["9.9", "none"]
)
def test_another_version_is_served_plain_and_one_line_says_so(
    installed, named, caplog, monkeypatch
):
    def version(package):
        if package != "daphne":
            return TESTED[package][0]
        if installed is None:
            raise tested_versions.PackageNotFoundError
        return installed

    monkeypatch.setattr(tested_versions, "version", version)
    assert daphne_server.server_class() is daphne_server.Server
    (line,) = caplog.records
    assert line.levelno == logging.WARNING
    assert named in line.getMessage()
    assert "twisted" not in line.getMessage()


@needs_uvicorn
def test_uvicorn_is_given_its_own_protocols_then(monkeypatch):
    from games.live.server import uvicorn_server

    monkeypatch.setattr(tested_versions, "version", lambda package: "9.9")
    assert uvicorn_server.protocol_classes() == {"http": "auto", "ws": "auto"}
