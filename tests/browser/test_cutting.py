"""The deck is cut in real windows, by dragging and by keyboard, and every window checks the deal."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, SIDEWAYS, WIDE, Person, play_on


def _seated(person: Callable[..., Person]) -> tuple[Person, Person]:
    """Ana and a guest on a phone, at a table for two; who cuts, and the other."""
    ana, guest = person(still=True), person(size=PHONE)
    ana.sign_up_as("cut")
    ana.open_table(seating="2", target="5")
    link = ana.page.locator("[data-copy]").first.get_attribute("data-copy") or ""
    guest.page.goto(link)
    guest.page.click("text=Sit down")
    cutter = None
    until = time.monotonic() + 30
    while cutter is None:
        assert time.monotonic() < until, "nobody may cut"
        cutter = next((one for one in (ana, guest) if one.page.query_selector("#cut-at")), None)
        ana.page.wait_for_timeout(30)
    return cutter, guest if cutter is ana else ana


def _stored(one: Person) -> dict[str, object]:
    """What this browser keeps of the latest deal: its own nonce, and what was published."""
    kept = json.loads(one.page.evaluate("localStorage.getItem('fair')"))
    (deals,) = kept.values()
    return dict(deals["1"])


def _told(cutter: Person, other: Person, cards: int) -> None:
    """The log, which is there where there is room for it, says who cut how many cards."""
    wide = cutter if (cutter.page.viewport_size or {})["width"] > PHONE["width"] else other
    words = f"You cut {cards} cards" if wide is cutter else f"cuts {cards} cards"
    wide.page.wait_for_selector(f".log >> text={words}", state="attached")


def _deal_to_its_end(people: list[Person]) -> None:
    play_on(people, until=lambda: all(one.ended() for one in people), next_deal=False)
    for one in people:
        one.page.wait_for_selector("[data-proof=ok] >> text=Deck checked")


@pytest.mark.long
def test_one_cuts_by_dragging_the_other_by_keyboard_and_both_see_the_check(
    person: Callable[..., Person],
) -> None:
    dragger, other = _seated(person)
    page = dragger.page
    page.wait_for_selector("#cut-at")
    assert "seed" not in json.dumps(_stored(dragger))
    box = page.locator(".pile").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3, steps=5)
    above = int(page.input_value("#cut-at"))
    assert 10 <= above <= 14
    page.mouse.up()
    for one in (dragger, other):
        one.page.wait_for_selector(".hand .card")
    _told(dragger, other, above)
    _deal_to_its_end([dragger, other])

    for one in (dragger, other):
        one.page.click("#end-dialog .pri")
    page = other.page
    page.wait_for_selector("#cut-at")
    other.wait_until("() => document.activeElement?.id === 'cut-at'")
    page.wait_for_selector("[role=alert] >> text=It is your turn. Cut the deck.", state="attached")
    middle = int(page.input_value("#cut-at"))
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert int(page.input_value("#cut-at")) == middle - 3
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#cut-at", "aria-valuetext") == "5 cards from the top"
    page.keyboard.press("Enter")
    other.wait_until("() => document.activeElement?.matches('.hand, .hand .card')")
    _told(other, dragger, 5)
    _deal_to_its_end([dragger, other])


def test_cutting_fits_every_window_and_survives_a_reload(person: Callable[..., Person]) -> None:
    cutter, other = _seated(person)
    page = cutter.page
    page.wait_for_selector("#cut-at")
    before = _stored(cutter)
    page.reload()
    page.wait_for_selector("#cut-at")
    for size in (PHONE, SIDEWAYS, WIDE):
        page.set_viewport_size(size)
        pile = page.locator(".pile").bounding_box()
        panel = page.locator(".cutter").bounding_box()
        assert pile
        assert panel
        assert panel["y"] <= pile["y"], size
        assert pile["x"] >= 0, size
        assert pile["x"] + pile["width"] <= size["width"], size
        assert panel["y"] + panel["height"] <= size["height"] + 1, size
        assert fits(cutter), size
    assert findings(cutter) == []
    page.click("text=Always cut in the middle at this table")
    for one in (cutter, other):
        one.page.wait_for_selector(".hand .card")
    assert page.locator("#cut-at").count() == 0
    own, now = before["own"], _stored(cutter)["own"]
    assert isinstance(own, dict)
    assert isinstance(now, dict)
    assert (own["nonce"], now["shown"]) == (now["nonce"], True)
