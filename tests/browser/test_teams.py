"""Two phones become a pair: asked from a profile, answered, named, and led to a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person

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
    ana.page.click(".more-acts summary")
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
    assert ana.page.is_visible("text=You open it as a team: Las de Oros.")

    play_as_one(ana, eva)
    for one in (ana, eva):
        one.no_errors()


def play_as_one(ana: Person, eva: Person) -> None:
    """One proposes from the page of the team, the other sits down by one tap, and both play."""
    ana.open("/teams/")
    ana.page.click("text=Las de Oros")
    looks_right(ana, "own-team")
    eva.open("/")
    assert eva.page.locator("form[data-play] [name=team] option").count() == 2
    looks_right(eva, "lobby")
    ana.page.click("text=Play now, as a team")
    ana.page.wait_for_url("**/t/**")
    ana.page.wait_for_selector(".mt .free:has-text('pair-eva') >> text=Kept")
    looks_right(ana, "kept")

    eva.page.wait_for_selector("[data-bell] .count:has-text('2')")
    eva.page.click("[data-bell]")
    eva.page.wait_for_selector("dialog.notif[open]")
    assert "pair-ana wants to play with you as Las de Oros" in eva.page.inner_text("dialog.notif")
    eva.page.click("dialog.notif >> text=Sit down")
    eva.page.wait_for_url("**/t/**")
    assert eva.page.url.split("/t/")[1] == ana.page.url.split("/t/")[1]
    for one in (ana, eva):
        one.wait_for_hand()
    assert "pair-eva" in ana.page.inner_text(".seat.t"), "partners sit opposite each other"
