"""Requirements of some tests on the machine: marks that skip a test and name what is missing.

A skip whose reason begins with "needs" becomes a failure where REQUIRE_ALL=1 is set.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket

import pytest

from tests.support.chromium import chromium_path
from tests.support.database_servers import Postgres, Redis

POSTGRES = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def firefox() -> str | None:
    """Return the path of Firefox on this machine, or None."""
    return next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)


def nginx() -> str | None:
    """Return the path of nginx on this machine, or None; also in folders only root searches."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


needs_chromium = pytest.mark.skipif(chromium_path() is None, reason="needs chromium")
needs_firefox = pytest.mark.skipif(firefox() is None, reason="needs firefox")
needs_postgres = pytest.mark.skipif(not _answers(5432), reason="needs postgres")
needs_redis = pytest.mark.skipif(not _answers(6379), reason="needs redis")
needs_own_postgres = pytest.mark.skipif(
    not Postgres.is_installed(),
    reason="needs initdb, to start a PostgreSQL server of the test's own",
)
"""Mark of tests that stop their server, which the one of `needs_postgres` does not allow."""
needs_own_redis = pytest.mark.skipif(
    not Redis.is_installed(), reason="needs redis-server, to start a Redis of the test's own"
)
needs_pg_dump = pytest.mark.skipif(shutil.which("pg_dump") is None, reason="needs pg_dump")
needs_uvicorn = pytest.mark.skipif(
    importlib.util.find_spec("uvicorn") is None, reason="needs uvicorn"
)
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
needs_nginx = pytest.mark.skipif(nginx() is None, reason="needs nginx")

_on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
postgres_alone = pytest.mark.skipif(
    not _on_postgres, reason="only PostgreSQL has locks of rows and triggers that raise errors"
)
"""Mark of what only PostgreSQL does: `test_postgresql.py` runs it there."""
sqlite_alone = pytest.mark.skipif(
    _on_postgres, reason="only SQLite has a file of its own and gives ids of deleted rows again"
)
"""Mark of what only SQLite does: the main run is on it."""
