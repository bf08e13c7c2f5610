"""Measure the bytes of a first visit over the wire; tools/bench/page.py measures its time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.people import Person
from tests.browser.site import prepare, served

PHONE = {"width": 360, "height": 640}
MAX_LOBBY = 60 * 1024
MOST = 150 * 1024
MOST_SCRIPT = 40 * 1024
SOON_MS = 1000
"""Time after the first card, or the deck to be cut, within which nothing is played."""
VIEWS = """
new MutationObserver(() => {
  if (document.querySelector("#cut-at")) window.cutView ??= Date.now();
  if (document.querySelector(".hand .card")) window.cardsView ??= Date.now();
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the deck to be cut, and when the first card, is there.

Cards follow soon where the page was slow to connect: the clock cuts for who is not there.
"""
BEFORE_CARDS_MS = 50
"""Time before cards are there within which is asked for what comes with them."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site on which nobody else waits or plays: what they add is not counted."""
    folder = tmp_path_factory.mktemp("quiet")
    run = tmp_path_factory.getbasetemp()
    prepare(folder, (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "prepared")
    with served(folder, BOT_PACE="12") as url:  # nothing is played before it is counted
        yield url


class Wire:
    """Counts what comes over the wire into a window, as it was sent: compressed, heads and all."""

    def __init__(self, someone: Person) -> None:
        self.kinds: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self.asked_at: dict[str, float] = {}
        """Request -> time at which it was sent, in ms since the epoch."""
        self.sizes: dict[str, float] = {}
        self.session = someone.context.new_cdp_session(someone.page)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.responseReceived", self._came)
        self.session.on("Network.loadingFinished", self._ended)

    def forget_after(self, moment: float) -> None:
        """Count only what was asked for up to this moment, in ms since the epoch."""
        for key, at in self.asked_at.items():
            if at > moment:
                self.sizes.pop(key, None)

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked_at.setdefault(event["requestId"], 1000 * event["wallTime"])

    def _came(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event["type"]
        self.paths[event["requestId"]] = urlsplit(event["response"]["url"]).path

    def _ended(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.asked_at:
            self.sizes[event["requestId"]] = event["encodedDataLength"]

    def told(self, kind: str) -> str:
        """What came of one kind, with its bytes, for the message of a test that fails."""
        return ", ".join(
            f"{self.paths[key]} {size:.0f}"
            for key, size in self.sizes.items()
            if size and self.kinds.get(key) == kind
        )

    def of(self, kind: str | None = None) -> float:
        """Bytes, of one kind or of all."""
        return sum(
            size for key, size in self.sizes.items() if kind in (None, self.kinds.get(key, ""))
        )


def test_lobby_and_table_together_are_light_on_a_first_visit(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True, locale="es-ES")
    wire = Wire(ana)
    ana.open("/")
    ana.page.wait_for_load_state("networkidle")
    lobby = wire.of()
    lobby_script = wire.of("Script")
    assert lobby <= MAX_LOBBY
    ana.context.add_init_script(VIEWS)
    ana.page.click("[name=bots]")
    ana.page.wait_for_selector(".hand .card, #cut-at")
    ana.page.wait_for_load_state("networkidle")
    # what is played later, as when nobody cuts in time, is told in words that come with it
    cut, cards = ana.page.evaluate("[window.cutView ?? Infinity, window.cardsView ?? Infinity]")
    wire.forget_after(min(cut + SOON_MS, cards + (SOON_MS if cards < cut else -BEFORE_CARDS_MS)))
    assert 10_000 < lobby < wire.of() <= MOST, (lobby, wire.of())
    script = wire.of("Script")
    assert 1_000 < lobby_script < script <= MOST_SCRIPT, wire.told("Script")
