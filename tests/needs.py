"""What some tests need of the machine; each gives a mark that skips with one clear line.

A skip whose reason begins with "needs" becomes a failure where REQUIRE_ALL=1 is set.
"""

from __future__ import annotations

import faulthandler
import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

POSTGRES = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def chromium() -> str | None:
    """The path of a Chromium, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


needs_chromium = pytest.mark.skipif(chromium() is None, reason="needs chromium")
needs_postgres = pytest.mark.skipif(not _answers(5432), reason="needs postgres")
needs_redis = pytest.mark.skipif(not _answers(6379), reason="needs redis")
needs_uvicorn = pytest.mark.skipif(
    importlib.util.find_spec("uvicorn") is None, reason="needs uvicorn"
)
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def assert_again_on_postgresql(folder: Path, *files: str | Path) -> None:
    """The tests of these files, but those about PostgreSQL itself, pass on that database too.

    They run in a process of their own, with a database and a folder of their own.
    """
    faulthandler.cancel_dump_traceback_later()  # each test inside has its own time, this has theirs
    name = f"/tests_{secrets.token_hex(4)}"
    url = urlunsplit(urlsplit(POSTGRES)._replace(path=name))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "not postgresql", "-p", "no:xdist"]
        + [str(file) for file in files],
        cwd=Path(__file__).resolve().parents[1],
        env={**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
