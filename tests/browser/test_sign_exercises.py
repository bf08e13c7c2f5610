"""Exercises on signs in a browser: answered by keyboard and by touch on a phone."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person

ADDRESS = "/learn/signs/"


def judged(reader: Person, right: int, asked: int) -> None:
    """Wait for what came of an answer, which has the focus and can be read."""
    reader.page.wait_for_selector(f"#judged >> text={right} of {asked} right")
    assert reader.page.evaluate("document.activeElement.id") == "judged"
    assert fits(reader)
    assert findings(reader) == []


def press(reader: Person, choice: str, key: str) -> None:
    reader.page.locator(choice).focus()
    reader.page.keyboard.press(key)


def test_signs_are_read_given_and_played_by_keyboard(person: Callable[..., Person]) -> None:
    reader = person(size=PHONE, still=True)
    reader.open(f"{ADDRESS}?seed=0")
    assert fits(reader)
    assert findings(reader) == []
    press(reader, "[value=brisca]", "Enter")
    judged(reader, 1, 1)
    # The kinds take turns: now signs are given, and then a card is played.
    press(reader, "[value=no_trump]", "Space")
    press(reader, "fieldset [type=submit]", "Enter")
    reader.page.wait_for_selector("#judged >> text=of 2 right")
    press(reader, ".choice >> nth=0", "Enter")
    reader.page.wait_for_selector("#judged >> text=of 3 right")
    assert findings(reader) == []
    reader.no_errors()


def test_a_card_is_chosen_by_touch(person: Callable[..., Person]) -> None:
    reader = person(size=PHONE, touch=True, still=True)
    reader.open(f"{ADDRESS}?seed=2")
    assert fits(reader)
    assert findings(reader) == []
    reader.page.locator(".choice[value=E2]").tap()
    judged(reader, 1, 1)
    reader.no_errors()
