"""The page of the exhibition while it plays: the reader's deck, and names that stay true."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.browser_people import Person


def test_the_exhibition_plays_on_in_the_readers_deck_and_names_its_stock_anew(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    ana.open("/accounts/preferences/")
    ana.page.check("[name=deck][value=contrast]", force=True)
    ana.page.click("text=Save")
    ana.page.wait_for_selector("text=Saved.")
    ana.open("/house/")
    ana.page.evaluate("document.querySelector('.pack')?.setAttribute('aria-label', 'old')")
    ana.page.evaluate("document.querySelector('[data-trick]').textContent = 'old'")
    ana.wait_until("() => document.querySelector('[data-trick]').textContent !== 'old'")
    if ana.page.is_visible("[data-stock]"):  # the last cards of a deal are played without a stock
        assert ana.page.get_attribute(".pack", "aria-label") != "old"
    assert ana.page.locator(".house-board img").count() == 0
    assert ana.page.locator(".house-board .card use[href*='cards/contrast']").count() > 1
    ana.no_errors()
