"""Fixtures and rules shared by all tests."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import translation

from tools.soak import empty


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run copy the same empty databases; the first one removes them."""
    if empty.FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="brisca-empty-")
        os.environ[empty.FOLDER] = folder
        config.add_cleanup(lambda: empty.forget(Path(folder)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that no process works on alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, None]:
    """Where everything is required, a skip for want of a tool is a failure."""
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
    """A request leaves its language active in the thread: the next test begins with the site's."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Limits and lock-outs of one test say nothing to the next."""
    cache.clear()
