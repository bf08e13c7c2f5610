"""Measure the bytes of a first visit over the wire; tools/bench/first_visit.py measures its time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.test_puzzles import LOAD
from tests.support.browser_people import Person
from tests.support.browser_site import prepare, run, served

PHONE = {"width": 360, "height": 640}
MAX_LOBBY = 150 * 1024
"""Bytes of a first visit to the lobby, fonts included."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site on which nobody else waits or plays: what they add is not counted."""
    folder = tmp_path_factory.mktemp("quiet")
    base = tmp_path_factory.getbasetemp()
    prepare(folder, (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "prepared")
    run(folder, LOAD)  # the puzzle of the day has cards
    with served(folder) as url:
        yield url


def test_the_lobby_is_light_on_a_first_visit(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True, locale="es-ES")
    sizes: dict[str, float] = {}

    def count(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    session = ana.context.new_cdp_session(ana.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", count)
    ana.open("/")
    ana.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes.values()) <= MAX_LOBBY, sizes
