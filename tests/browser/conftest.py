"""One site and one browser for all browser tests; a window a person."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.gallery.stage import Stage
from tests.support.browser_people import Person
from tests.support.browser_site import prepare, served
from tests.support.chromium import launch_chromium
from tests.support.needs import needs_chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here needs a browser."""
    for item in items:
        item.add_marker(needs_chromium)


def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the folder of a site; what does not depend on the tests is made once for all."""
    made: Path = tmp_path_factory.mktemp("site")
    run = tmp_path_factory.getbasetemp()
    prepare(made, (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "prepared")
    return made


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site of most tests."""
    return prepared(tmp_path_factory)


@pytest.fixture
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site where nobody has played before."""
    return prepared(tmp_path_factory)


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The address of a site that was just installed."""
    with served(folder) as url:
        yield url
    log = (folder / "serve.log").read_text()
    assert "Traceback" not in log, log


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with sync_playwright() as playwright:
        made = launch_chromium(playwright)
        yield made
        made.close()


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Makes people; at the end nothing may have gone wrong in any of their windows."""
    made: list[Person] = []

    def come(**options: object) -> Person:
        someone = Person(browser, address, **options)  # type: ignore[arg-type]
        made.append(someone)
        return someone

    yield come
    for someone in made:
        someone.context.unroute_all(behavior="ignoreErrors")  # what is still being answered
        someone.context.close()
    for someone in made:
        someone.no_errors()


@pytest.fixture
def stage(
    browser: Browser, address: str, person: Callable[..., Person]
) -> Iterator[Callable[[str], Stage]]:
    """Windows in some language, on which any moment can be shown."""
    host = person(still=True)
    host.sign_up(f"gallery-{secrets.token_hex(4)}")
    table = host.open_table(seating="2")
    made: list[Stage] = []

    def come(language: str) -> Stage:
        made.append(Stage(browser, address, table, language))
        return made[-1]

    yield come
    for one in made:
        one.context.close()
        assert one.wrong == []
