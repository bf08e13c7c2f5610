"""A player without a match begins the first from the empty list; a house bot's page plays too."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def test_the_empty_list_begins_the_first_match(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.sign_up_as("first")
    ana.open("/matches/")
    assert "They are written down here by themselves" in ana.page.inner_text("main")
    assert fits(ana)
    assert findings(ana) == []
    ana.page.locator(".vacant").get_by_role("button").press("Enter")
    ana.wait_for_hand()


def test_the_page_of_a_house_bot_begins_a_match_at_its_level(
    person: Callable[..., Person],
) -> None:
    reader = person(size=PHONE, still=True)
    reader.open("/players/Olivo/")
    reader.page.get_by_role("button", name="Play at this level").click()
    reader.wait_for_hand()


def test_a_new_player_without_matches_is_challenged(person: Callable[..., Person]) -> None:
    ana, eva = person(size={"width": 320, "height": 640}, still=True), person(still=True)
    ana.sign_up_as("ask")
    name = eva.sign_up_as("new")
    ana.open(f"/players/{name}/")
    assert fits(ana)
    assert findings(ana) == []
    ana.page.locator(".vacant").get_by_role("button").click()
    ana.page.wait_for_load_state()
    assert ana.page.locator(".error").count() == 0
