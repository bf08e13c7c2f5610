"""A deal is played by typing what to do, in the player's language."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import Person

WORDS = {
    "es-ES": ("juega", "ayuda", "Puedes decir"),
    "ca-ES": ("juga", "ajuda", "Pots dir"),
    "en-GB": ("play", "help", "You can say"),
}


def test_cards_are_played_by_the_words_of_each_language(person: Callable[..., Person]) -> None:
    for locale, (play, ask, answered) in WORDS.items():
        one = person(locale=locale, still=True)
        one.open("/")
        one.page.click("[data-bots]")
        one.wait_for_hand()
        one.page.keyboard.press("/")
        line = one.page.locator("#command-line")
        line.wait_for()
        line.fill(ask)
        line.press("Enter")
        one.page.wait_for_selector(f"#command-answer >> text={answered}")
        while not one.to_play():
            one.page.wait_for_timeout(30)
        card = one.page.locator(".hand .card").first
        code, name = card.get_attribute("data-code"), card.get_attribute("aria-label") or ""
        line.fill(f"{play} {name.split(',')[0]}")
        line.press("Enter")
        one.page.wait_for_selector(f".hand .card[data-code={code}]", state="detached")
        assert findings(one) == []
        assert fits(one)
        line.press("Escape")
        assert not one.page.locator("#command-line").count()
