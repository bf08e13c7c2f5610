"""The way to the first card: two taps, and no deck but the chosen one."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.people import PHONE, Person


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
