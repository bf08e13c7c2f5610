"""The simple view with letters at twice their size, by touch alone: a whole match, and what it asks."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.gallery.checks import AXE, JUDGE
from tests.browser.gallery.moments import Moment, Way, moments
from tests.browser.gallery.stage import Stage
from tests.browser.test_pages import findings, fits
from tests.support.browser_people import Person
from tests.support.chromium import chromium_path

DOUBLE: Final = "--blink-settings=defaultFontSize=32"
"""Chromium's option for letters at twice their usual size."""
HAND_HELD: Final[ViewportSize] = {"width": 412, "height": 880}
NARROW: Final[ViewportSize] = {"width": 320, "height": 640}
SMALL: Final = """() => [...document.querySelectorAll('a[href], button, [role=button], input:not([type=hidden])')]
  .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest('.skip, .sr, [inert]'))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([element, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([element, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`)"""
"""Returns the controls that are smaller than 44 by 44 pixels."""
HEARD: Final = """
window.heard = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', { value: {
  pending: false,
  cancel() {},
  getVoices: () => [{ lang: 'en-GB', localService: true }],
  speak: ({ text, lang }) => window.heard.push(`${lang}: ${text}`),
} });
"""
"""Stands in for the voice of the device, and keeps what it was asked to say."""


@pytest.fixture(scope="module")
def double(browser: Browser) -> Iterator[Browser]:
    """Chromium with letters at twice their size."""
    opened = browser.browser_type.launch(
        executable_path=chromium_path(), args=["--no-sandbox", DOUBLE]
    )
    yield opened
    opened.close()


@pytest.fixture
def elder(double: Browser, address: str) -> Iterator[Person]:
    """Somebody with letters at twice their size and a finger, whose device can speak."""
    someone = Person(double, address, size=HAND_HELD, still=True, touch=True)
    someone.context.add_init_script(HEARD)
    yield someone
    someone.context.close()
    someone.no_errors()


@pytest.fixture
def simple_stage(
    double: Browser, address: str, person: Callable[..., Person]
) -> Iterator[Callable[[str], Stage]]:
    """Windows in the simple view with letters at twice their size, on which moments can be shown."""
    host = person(still=True)
    host.sign_up_as("stage")
    table = host.open_table(seating="2")
    opened: list[Stage] = []

    def come(language: str) -> Stage:
        opened.append(Stage(double, address, table, language, simple=True))
        return opened[-1]

    yield come
    for stage in opened:
        stage.context.close()
        assert stage.wrong == []


def well_made(page: Page) -> None:
    """Check that nothing is too small to be hit, none too wide, and that axe finds nothing."""
    assert page.evaluate(SMALL) == []
    for box in ("document.documentElement", "document.querySelector('.felt')"):
        assert page.evaluate(f"({box}?.scrollWidth ?? 0) <= ({box}?.clientWidth ?? 0) + 1"), box
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
    assert page.evaluate(JUDGE, "all") == []


def moment(way: Way, name: str, **view: Any) -> Moment:
    """A moment of the gallery, with some fields of its view replaced."""
    shown = next(one for one in moments(way) if one.name == name)
    messages = json.loads(json.dumps(shown.messages))
    for message in messages:
        message.get("view", {}).update(view)
    return replace(shown, messages=tuple(messages))


def test_from_the_front_page_to_the_end_of_a_match_takes_three_taps_beside_the_cards(
    elder: Person,
) -> None:
    page, taps = elder.open("/rules/"), 0

    def tap(selector: str) -> None:
        nonlocal taps
        page.locator(selector).tap()
        taps += 1

    tap("button:has-text('Simple view')")
    page.wait_for_selector(".targets")
    assert page.locator(".target").count() == 4
    assert fits(elder)
    assert findings(elder) == []
    assert page.evaluate(SMALL) == []
    tap(".target:has-text('Play') >> nth=0")
    page.wait_for_selector(".hand .card")
    limit = time.monotonic() + 150
    checked = False
    while not elder.ended():
        assert time.monotonic() < limit
        assert page.locator(".cutter, .rail, #p-chat").count() == 0
        if elder.to_play():
            if not checked:
                well_made(page)
                checked = True
            elder.play()
        page.wait_for_timeout(30)
    assert checked
    heard: list[str] = page.evaluate("window.heard")
    assert any("It is your turn." in text and text.startswith("en") for text in heard)
    elder.rest()
    well_made(page)
    assert page.locator("#end-dialog .end .btn").all_inner_texts() == ["Play again", "Home"]
    tap("#end-dialog >> text=Home")
    page.wait_for_selector(".targets")
    assert taps == 3


def test_the_voice_is_silent_once_it_is_turned_off_and_stays_so(elder: Person) -> None:
    elder.context.add_cookies([{"name": "view", "value": "simple", "url": elder.address}])
    page = elder.open("/")
    page.locator(".target[name=bot]").tap()
    elder.wait_for_turn()
    page.locator("[aria-label='Without voice']").tap()
    page.evaluate("window.heard = []")
    elder.play()
    elder.wait_for_turn()
    page.wait_for_timeout(400)
    assert page.evaluate("window.heard") == []
    page.reload()
    elder.wait_for_turn()
    page.wait_for_timeout(400)
    assert page.evaluate("window.heard") == []


def test_a_claim_a_bid_a_call_and_a_vote_are_large_buttons_with_words(
    simple_stage: Callable[[str], Stage],
) -> None:
    stage = simple_stage("en")
    two, five = Way("ludoteka", 2, "individual"), Way("chiamata", 5, "individual")
    legal = moment(two, "play-own-last").messages[-1]["view"]["legal"]
    claim = {"claim": {"certain": True, "opens": False}, "legal": [*legal, {"type": "claim"}]}
    claims = moment(two, "play-own-last", **claim)
    asked = {
        "result": "open", "seat": 1, "kind": "left", "may": ["wait", "bot", "end"],
        "voters": [0], "choices": [], "ends_in_ms": 60_000,
    }  # fmt: skip
    four = moment(Way("ludoteka", 4, "pairs"), "play-other")
    votes = replace(four, table={**four.table, "absences": [asked]})
    for size in (HAND_HELD, NARROW):
        for shown, words in (
            (claims, "I take the rest"),
            (moment(five, "auction-own"), "Pass"),
            (moment(five, "call-own"), "Call"),
            (votes, "Wait"),
        ):
            stage.window(size, "light")
            stage.open(shown)
            button = stage.page.locator(f"button:has-text('{words}'):visible").first
            button.wait_for()
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 43.5, words
            well_made(stage.page)
    stage.window(HAND_HELD, "light")
    stage.open(claims)
    stage.page.wait_for_timeout(500)  # a control that has just come takes no press
    stage.page.click("text=I take the rest")
    assert [act["type"] for act in stage.acts()] == ["claim"]
