"""Two phones become a pair: asked from a profile, answered, named, and led to a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tests.browser.people import PHONE, WIDE, Person
from tests.browser.test_pages import findings, fits

SHOTS = os.environ.get("TEAM_SHOTS")


def shot(one: Person, name: str) -> None:
    """Keep a picture where one is asked for, to be looked at."""
    if SHOTS:
        one.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def looks_right(one: Person, name: str) -> None:
    """The page fits and is accessible, on a phone and wide."""
    for size, kind in ((WIDE, "wide"), (PHONE, "phone")):
        one.page.set_viewport_size(size)
        assert fits(one)
        assert findings(one) == []
        shot(one, f"{name}-{kind}")


def test_two_phones_become_a_pair(person: Callable[..., Person]) -> None:
    ana, eva = (person(size=PHONE, still=True) for _ in range(2))
    ana.sign_up("pair-ana")
    eva.sign_up("pair-eva")
    eva.open("/tables/new/")  # whoever has looked for a game has a player
    eva.page.click("text=Open the table")
    eva.page.wait_for_selector(".mt")

    ana.open("/players/pair-eva/")
    ana.page.click("text=Found a team")
    assert ana.page.input_value("[name=partner]") == "pair-eva"
    ana.page.fill("[name=name]", "Las de Oros")
    looks_right(ana, "found")
    ana.page.click("text=Ask them")
    ana.page.wait_for_selector("text=not all have agreed yet")

    eva.open("/teams/")
    looks_right(eva, "asked")
    eva.page.focus("text=We are a team")
    eva.page.keyboard.press("Enter")
    eva.page.locator("h1", has_text="Las de Oros").wait_for()
    eva.page.click("text=Name, tile and signs")
    for choice in ("[name=face][value=t6]", "[name=signs][value=brisca]"):
        eva.page.focus(choice)
        eva.page.keyboard.press("Space")
        assert eva.page.is_checked(choice)
    looks_right(eva, "change")
    eva.page.click("text=Save")
    eva.page.wait_for_selector("h2:has-text('Declared signs')")
    looks_right(eva, "team")

    ana.open("/teams/")
    ana.page.click("text=Las de Oros")
    ana.page.click("text=Open a table with pair-eva")
    assert ana.page.is_checked("[name=seating][value='4']")
    for one in (ana, eva):
        one.no_errors()
