"""A reader chooses a game by its poster, reads it in pictures, and plays it at once."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person

SHEET = {"width": 718, "height": 1046}
"""A sheet of A4 with margins of 1 cm, in pixels of CSS."""


def test_a_poster_leads_to_its_rules_and_its_button_starts_the_game(
    person: Callable[..., Person],
) -> None:
    reader = person(size=PHONE, still=True)
    reader.open("/rules/")
    reader.page.get_by_role("link", name="5, with an auction").click()
    posters = reader.page.locator(".game-poster")
    assert posters.count() == 4
    posters.first.get_by_role("link").click()
    reader.page.wait_for_url("**/rules/chiamata/")
    reader.open("/rules/?show=2")
    reader.page.locator(".game-poster").first.get_by_role("button").click()
    reader.wait_for_hand()


def test_a_game_is_read_for_each_number_of_players(person: Callable[..., Person]) -> None:
    reader = person(size={"width": 320, "height": 640}, still=True)
    reader.open("/rules/ludoteka/")
    tabs = reader.page.get_by_role("navigation", name="Number of players").get_by_role("link")
    for at in range(tabs.count()):
        tabs.nth(at).click()
        assert fits(reader)
        assert reader.page.locator(".ranks > li").count() in (9, 10, 12)
    assert findings(reader) == []


def test_what_is_said_in_words_is_folded_and_opened_by_keyboard(
    person: Callable[..., Person],
) -> None:
    reader = person(size=WIDE, still=True)
    reader.open("/rules/catalan/")
    text = reader.page.locator("#detail section").first
    assert not text.is_visible()
    reader.page.locator("#detail > summary").focus()
    reader.page.keyboard.press("Enter")
    assert text.is_visible()
    assert reader.page.locator("#detail code").inner_text().startswith("sha256:")
    assert findings(reader) == []


def test_the_rules_of_a_game_are_printed_on_one_sheet(person: Callable[..., Person]) -> None:
    reader = person(size=SHEET, still=True)
    for preset in ("ludoteka", "muerte_al_tres", "rematada"):
        reader.open(f"/rules/{preset}/")
        reader.page.emulate_media(media="print")
        height = reader.page.evaluate("document.querySelector('main').scrollHeight")
        assert height <= SHEET["height"], preset
        assert not reader.page.locator(".choices, .rules-side, .top").first.is_visible()
