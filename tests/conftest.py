"""Fixtures and rules shared by all tests."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation

from games.pages import fragments, page_cache
from games.templatetags import page_frame
from tests.support import empty_databases

hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")  # a busy machine fails no test


def pytest_configure(config: pytest.Config) -> None:
    """Share one folder of empty databases between all processes, and delete it at the end.

    Servers that tests start copy their database from it and inherit the environment.
    """
    if empty_databases.FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="brisca-empty-")
        os.environ[empty_databases.FOLDER] = folder
        config.add_cleanup(lambda: empty_databases.forget(Path(folder)))
    os.environ.setdefault("CHAT_AFTER_HOURS", "0")
    os.environ.setdefault("CHAT_AFTER_MATCHES", "0")


TESTS = Path(__file__).resolve().parent
SYSTEM_TESTS = (
    "access/test_http.py",
    "browser",
    "commands/test_backup.py",
    "commands/test_prepare.py",
    "commands/test_restore_drill.py",
    "faults",
    "live/test_request_deadline.py",
    "live/test_serve.py",
    "live/test_several.py",
    "releases",
    "site/test_cookies.py",
    "site/test_file_modes.py",
    "site/test_http_guard.py",
    "test_deploy_proxy.py",
    "test_docs_commands.py",
    "test_install.py",
    "test_postgresql.py",
    "tools/test_api_examples.py",
    "tools/test_api_fuzz.py",
    "tools/test_bench_api.py",
    "tools/test_bench_live.py",
)
"""Files and folders of the tests with the mark `system`, which `make test-all` runs and `make test` does not."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of whole systems before pytest selects by mark."""
    folders = tuple(str(TESTS / name) for name in SYSTEM_TESTS)
    for item in items:
        if str(item.path).startswith(folders):
            item.add_marker("system")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Give each run its own database; --reuse-db keeps one between runs (it is not migrated again)."""
    if not request.config.getoption("reuse_db"):
        settings.DATABASES["default"]["TEST"]["NAME"] += f"_{os.getpid()}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, None]:
    """Turn a skip for want of a tool into a failure if REQUIRE_ALL=1."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if "needs " in reason:
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid}: {reason}, and everything is required here"


@pytest.fixture
def rng() -> random.Random:
    """A random source with a fixed seed."""
    return random.Random(20260101)


@pytest.fixture(autouse=True)
def _site_language() -> None:
    """Begin each test in the site's language, as a request leaves its own active in the thread."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_announcement(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages look for no announcement, as only the first page of a process in a while does.

    The mark `announcements` is for tests in which they do.
    """
    if request.node.get_closest_marker("announcements") is None:
        monkeypatch.setattr(page_frame, "current_announcement", lambda _now: None)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Delete the limits, lock-outs and cached pages of the test before."""
    cache.clear()
    fragments.cache.clear()
    page_cache.pages.clear()
