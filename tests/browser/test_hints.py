"""A hint at a table with bots: asked for by a key, said in words, marked in the hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def test_a_hint_is_asked_for_by_key_said_in_words_and_marked_in_the_hand(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.open_table()
    ana.page.wait_for_selector("text=Start with bots")
    ana.page.click("text=Start with bots")
    ana.wait_for_hand()
    ana.wait_until("() => document.querySelector('.mine .seat[data-turn]') !== null")
    ana.page.get_by_role("button", name="Hint", exact=True).wait_for()
    ana.page.keyboard.press("h")
    marked = ana.page.locator(".hand .card[data-hint]")
    marked.wait_for(timeout=60_000)  # the first thought begins a process
    assert marked.count() == 1
    ana.wait_until(
        "() => document.querySelector('.say').textContent.includes('The others, against it')"
    )
    assert fits(ana)
    assert findings(ana) == []
    marked.click()
    marked.wait_for(state="detached")
