"""What a first visit costs: bytes over the wire, and taps; what it costs in time is in tools/bench/page.py."""

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


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site on which nobody else waits or plays: what they add is not counted."""
    folder = tmp_path_factory.mktemp("quiet")
    run = tmp_path_factory.getbasetemp()
    prepare(folder, (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "prepared")
    with served(folder, BOT_PACE="3") as url:  # nothing is played before it is counted
        yield url


class Wire:
    """Counts what comes over the wire into a window, as it was sent: compressed, heads and all."""

    def __init__(self, someone: Person) -> None:
        self.kinds: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self.wanted: set[str] = set()
        self.sizes: dict[str, float] = {}
        self.session = someone.context.new_cdp_session(someone.page)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.responseReceived", self._came)
        self.session.on("Network.loadingFinished", self._ended)

    def stop(self) -> None:
        """Count no more than what is on its way."""
        self.session.remove_listener("Network.requestWillBeSent", self._asked)

    def _asked(self, event: dict[str, Any]) -> None:
        self.wanted.add(event["requestId"])

    def _came(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event["type"]
        self.paths[event["requestId"]] = urlsplit(event["response"]["url"]).path

    def _ended(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.wanted:
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
    ana.page.click("[name=bots]")
    ana.page.wait_for_selector(".hand .card, #cut-at")
    wire.stop()  # what bots play meanwhile is told in words that come with the first card
    ana.page.wait_for_load_state("networkidle")
    assert 10_000 < lobby < wire.of() <= MOST, (lobby, wire.of())
    script = wire.of("Script")
    assert 1_000 < lobby_script < script <= MOST_SCRIPT, wire.told("Script")


def test_only_the_chosen_deck_is_loaded(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.open("/accounts/preferences/")
    ana.page.check("[name=deck][value=contrast]", force=True)
    ana.page.click("text=Save")
    ana.page.wait_for_selector("text=Saved.")
    asked.clear()
    ana.open("/")
    ana.page.click("text=With bots")
    ana.wait_for_hand()
    ana.page.wait_for_load_state("networkidle")
    sprites = {url.split("/cards/")[1].split(".")[0] for url in asked if "/static/cards/" in url}
    assert sprites == {"contrast"}


def test_from_the_first_page_to_the_first_card_in_two_taps(person: Callable[..., Person]) -> None:
    """Besides the card itself: one for the match, one for the cut where it is theirs to cut."""
    ana = person(size=PHONE)
    ana.open("/")
    ana.page.evaluate("sessionStorage.taps = 0")
    count = "addEventListener('click', (e) => e.isTrusted && sessionStorage.taps++, true)"
    ana.page.evaluate(count)
    ana.page.click("text=With bots")
    ana.page.wait_for_selector(".hand .card, #cut-at")
    ana.page.evaluate(count)
    if ana.page.query_selector("#cut-at"):
        ana.page.click(".cutter .pri")
    ana.wait_until(
        "() => document.querySelector('.mine .seat[data-turn]') &&"
        " document.querySelector('.hand .card')"
    )
    assert 1 <= ana.page.evaluate("Number(sessionStorage.taps)") <= 2
    ana.play()
