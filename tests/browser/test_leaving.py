"""A person leaves a match that others play on, and comes back to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person, play_on


def seated(person: Callable[..., Person], seating: str) -> tuple[Person, Person]:
    """Ana with an account and a guest on a phone, at a table with bots on the other seats."""
    ana, guest = person(still=True), person(size=PHONE, still=True)
    ana.sign_up_as("ana")
    ana.open_table(seating=seating)
    guest.page.goto(ana.page.locator("[data-copy]").first.get_attribute("data-copy") or "")
    guest.page.click("text=Sit down")
    if seating != "2":
        guest.page.wait_for_selector(".mt .you")
        ana.page.click("text=Start with bots")
    for one in (ana, guest):
        one.wait_for_hand()
    return ana, guest


def all_play(*people: Person) -> None:
    """Let each of the people at a table play a card."""
    cards: list[int] = []
    play_on(list(people), until=lambda: len(cards) >= len(people), each=lambda: cards.append(1))


@pytest.mark.parametrize("seating", ["2", "4"])
def test_a_person_leaves_and_a_bot_plays_on_until_they_come_back(
    person: Callable[..., Person], seating: str
) -> None:
    ana, guest = seated(person, seating)
    all_play(ana, guest)
    page = guest.page
    page.click("[popovertarget=p-menu]")
    page.click("#p-menu >> text=Leave the table")
    dialog = page.locator("#open-dialog")
    dialog.wait_for()
    assert "Still here: ana-" in dialog.inner_text()
    assert "match that you left" in dialog.inner_text()
    assert fits(guest)
    assert findings(guest) == []
    table = page.url
    page.click("[data-act=leave-match]")
    page.wait_for_url(lambda url: "/t/" not in url)
    ana.page.wait_for_selector("text=Bot for now")
    assert findings(ana) == []
    page.goto(table)
    page.click("button:has-text('Take my seat back')")
    ana.page.wait_for_selector("text=Bot for now", state="detached")
    page.locator(".hand .card").first.wait_for()


def test_in_a_match_of_two_the_other_claims_it_as_soon_as_somebody_leaves(
    person: Callable[..., Person],
) -> None:
    ana, guest = seated(person, "2")
    all_play(ana, guest)
    table = guest.page.url
    guest.page.click("[popovertarget=p-menu]")
    guest.page.click("#p-menu >> text=Leave the table")
    guest.page.click("[data-act=leave-match]")
    claim = ana.page.locator(".ask [data-choice=end]")
    claim.wait_for()
    assert "has left the match" in ana.page.inner_text(".ask")
    assert ana.page.locator(".ask [data-choice=wait]").count() == 0
    assert fits(ana)
    assert findings(ana) == []
    claim.focus()
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#end-dialog [data-gone]")
    assert "you win" in ana.ended().lower()
    assert findings(ana) == []
    guest.page.goto(table)
    guest.page.wait_for_selector("text=It ended because you had left.")


def test_whoever_leaves_before_the_first_card_is_told_so_and_calls_the_match_off(
    person: Callable[..., Person],
) -> None:
    ana, guest = seated(person, "2")
    guest.page.click("[popovertarget=p-menu]")
    guest.page.click("#p-menu >> text=Leave the table")
    guest.page.wait_for_selector("text=call the match off")
    assert findings(guest) == []
    guest.page.click("[data-act=leave-match]")
    guest.page.wait_for_url(lambda url: "/t/" not in url)
    ana.page.wait_for_selector("#end-dialog")
    assert "called off" in ana.ended()
    assert fits(ana)
    assert findings(ana) == []


def test_a_match_is_left_by_keyboard_and_costs_nothing_among_bots(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/")
    ana.page.click("[data-bots]")
    ana.wait_for_hand()
    ana.page.locator("[popovertarget=p-menu]").focus()
    ana.page.keyboard.press("Enter")
    ana.page.locator("#p-menu >> text=Leave the table").focus()
    ana.page.keyboard.press("Enter")
    dialog = ana.page.locator("#open-dialog")
    dialog.wait_for()
    assert "It costs you nothing here." in dialog.inner_text()
    ana.wait_until("() => document.activeElement?.closest('#open-dialog') !== null")
    ana.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    ana.wait_until("() => document.activeElement !== document.body")
    ana.page.locator("[popovertarget=p-menu]").focus()
    ana.page.keyboard.press("Enter")
    ana.page.locator("#p-menu >> text=Leave the table").focus()
    ana.page.keyboard.press("Enter")
    ana.page.locator("[data-act=leave-match]").focus()
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url(lambda url: "/t/" not in url)
