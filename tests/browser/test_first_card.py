"""The way to the first card: one tap, and no deck but the chosen one."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.browser_people import PHONE, Person


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
    ana.page.click("[data-bots]")
    ana.wait_for_hand()
    ana.page.wait_for_load_state("networkidle")
    sprites = {url.split("/cards/")[1].split(".")[0] for url in asked if "/static/cards/" in url}
    assert sprites == {"contrast"}


def test_from_the_first_page_to_the_first_card_in_one_tap(person: Callable[..., Person]) -> None:
    """One tap for the match, besides the card itself: the site cuts."""
    ana = person(size=PHONE)
    ana.open("/")
    ana.page.evaluate("sessionStorage.taps = 0")
    count = "addEventListener('click', (e) => e.isTrusted && sessionStorage.taps++, true)"
    ana.page.evaluate(count)
    ana.page.click("[data-bots]")
    ana.page.wait_for_selector(".hand .card")
    ana.page.evaluate(count)
    ana.wait_until(
        "() => document.querySelector('.mine .seat[data-turn]') &&"
        " document.querySelector('.hand .card')"
    )
    assert ana.page.evaluate("Number(sessionStorage.taps)") == 1
    ana.play()
