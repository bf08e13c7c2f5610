"""Fixtures and rules shared by all tests."""

from __future__ import annotations

import gc
import os
import random
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.core.signals import setting_changed
from django.db import connection, connections
from django.template.base import Template
from django.test import TransactionTestCase
from django.test.client import AsyncClientHandler, ClientHandler
from django.test.utils import instrumented_test_render
from django.utils import translation

from games.pages import fragments, page_cache
from tests.needs import POSTGRES
from tests.restoring import keep_first_rows, restore_postgresql, restore_sqlite
from tools.soak import empty

hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")  # one that is busy is no fault of what is tested


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run copy the same empty databases; the first one removes them."""
    if empty.FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="brisca-empty-")
        os.environ[empty.FOLDER] = folder
        config.add_cleanup(lambda: empty.forget(Path(folder)))
    for name in ("CHAT_AFTER_HOURS", "CHAT_AFTER_MATCHES"):
        os.environ.setdefault(name, "0")  # whoever is made for a test may speak at once
        setattr(settings, name, int(os.environ[name]))
    settings.STRANGER_PAGE_SECONDS = 0  # what a test has just changed is seen at once


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
    "test_archive.py",
    "test_deploy_proxy.py",
    "test_docs_commands.py",
    "test_install.py",
    "test_postgresql.py",
    "tools/test_api_fuzz.py",
    "tools/test_bench_api.py",
    "tools/test_bench_live.py",
)
"""Files and folders of the tests with the mark `system`, which `make test-all` runs and `make test` does not."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark tests of whole systems, before others choose by marks and shuffle what is chosen.

    Then what takes longest is put first, so that no process works on alone at the end.
    """
    folders = tuple(str(TESTS / name) for name in SYSTEM_TESTS)
    for item in items:
        if str(item.path).startswith(folders):
            item.add_marker("system")
    yield
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Leave all that was collected out of what is searched for garbage, as a server does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 5)


_loaded: dict[type[BaseHandler], BaseHandler] = {}
"""The handler that made the middleware under the settings as they are, for each kind of client."""


def _load_middleware(self: BaseHandler, is_async: bool = False) -> None:
    """Take the middleware of another client: each makes it anew else, as a server does once."""
    kept = _loaded.get(type(self))
    if kept is None:
        BaseHandler.load_middleware(self, is_async)
        _loaded[type(self)] = self
    else:
        vars(self).update(
            {name: value for name, value in vars(kept).items() if "_middleware" in name}
        )


@pytest.fixture(scope="session", autouse=True)
def _one_middleware() -> Iterator[None]:
    """Clients share one chain of middleware, until a setting changes."""

    def forget(**_about: Any) -> None:
        _loaded.clear()

    setting_changed.connect(forget)
    with pytest.MonkeyPatch.context() as patch:
        for kind in (ClientHandler, AsyncClientHandler):
            patch.setattr(kind, "load_middleware", _load_middleware)
        yield
    setting_changed.disconnect(forget)


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


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The database of the tests is there when it is set up: see `django_db_setup`."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Copy the empty database for this process: to migrate takes ten times as long."""
    name = connection.creation._get_test_db_name()
    if connection.vendor == "sqlite":
        shutil.copy(empty.sqlite(), name)
    else:
        server = urlsplit(os.environ.get("DATABASE_URL", POSTGRES))._replace(path="/postgres")
        empty.copy_to_postgresql(urlunsplit(server), name)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Remove the database of this process at the end."""
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            keep_first_rows()
    yield
    with django_db_blocker.unblock():
        connection.creation.destroy_test_db(verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def _templates_as_on_a_server(django_test_environment: None) -> Iterator[None]:
    """Templates copy no contexts for the client, which takes a tenth of the time of a page.

    A test that reads `response.context` uses `template_contexts`.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", lambda self, context: self.nodelist.render(context))
        yield


@pytest.fixture
def template_contexts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `response.context` tell what templates were given."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(scope="session", autouse=True)
def _restore_instead_of_flush() -> Iterator[None]:
    """After a test with transactions the database is the empty one again, see `restoring`."""
    flush = TransactionTestCase._fixture_teardown
    restored = {"sqlite": restore_sqlite, "postgresql": restore_postgresql}

    def restore(case: TransactionTestCase) -> None:
        if len(connections.all()) > 1:
            flush(case)
        else:
            restored[connection.vendor]()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", restore)
        yield


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
    """Limits, lock-outs and parts of pages of one test say nothing to the next."""
    cache.clear()
    fragments.cache.clear()
    page_cache.pages.clear()
