"""The host of a table sends people away, keeps them away, and hands the role over."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def waiting(person: Callable[..., Person]) -> tuple[Person, Person]:
    """Ana with an account, on a phone, and a guest at her table for four that waits."""
    ana, guest = person(size=PHONE, still=True), person(still=True)
    ana.sign_up_as("ana")
    ana.open_table(seating="4")
    guest.page.goto(ana.page.locator("[data-copy]").first.get_attribute("data-copy") or "")
    guest.page.click("text=Sit down")
    guest.page.wait_for_selector(".mt .you")
    ana.page.wait_for_selector(".mt [aria-haspopup=dialog]")
    return ana, guest


def choose(host: Person, power: str) -> None:
    """Choose one of the powers over the only other person, by keyboard."""
    host.page.locator(".mt [aria-haspopup=dialog]").focus()
    host.page.keyboard.press("Enter")
    host.page.locator("#open-dialog").wait_for()
    assert fits(host)
    assert findings(host) == []
    host.page.locator(f"#open-dialog [data-host={power}]").focus()
    host.page.keyboard.press("Enter")
    host.page.locator("#open-dialog").wait_for(state="detached")


def test_the_host_sends_somebody_away_who_may_come_back(person: Callable[..., Person]) -> None:
    ana, guest = waiting(person)
    choose(ana, "kick")
    guest.page.wait_for_selector(".w-say:has-text('took you off it')")
    assert findings(guest) == []
    ana.page.locator(".mt [aria-haspopup=dialog]").wait_for(state="detached")
    ana.wait_until("() => document.activeElement !== document.body")
    guest.page.click(".w-go a")
    guest.page.wait_for_url(lambda url: "/t/" in url)
    guest.page.click("form button:has-text('Sit down')")
    ana.page.wait_for_selector(".mt [aria-haspopup=dialog]")


def test_the_host_keeps_somebody_away_until_it_is_undone(person: Callable[..., Person]) -> None:
    ana, guest = waiting(person)
    table = guest.page.url.split("?")[0]
    choose(ana, "ban")
    ana.page.wait_for_selector("text=May not come back")
    assert fits(ana)
    assert findings(ana) == []
    guest.page.goto(table)
    assert guest.page.locator("text=Sit down").count() == 0
    ana.page.locator("[data-host=unban]").focus()
    ana.page.keyboard.press("Enter")
    ana.page.locator("text=May not come back").wait_for(state="detached")
    ana.wait_until("() => document.activeElement !== document.body")
    guest.page.goto(table)
    guest.page.click("text=Sit down")
    ana.page.wait_for_selector(".mt [aria-haspopup=dialog]")


def test_the_role_of_the_host_goes_over_to_another_person(person: Callable[..., Person]) -> None:
    ana, guest = waiting(person)
    assert guest.page.locator(".mt [aria-haspopup=dialog]").count() == 0
    choose(ana, "hand_over")
    guest.page.wait_for_selector("text=you are the host")
    guest.page.wait_for_selector(".mt [aria-haspopup=dialog]")
    ana.page.locator(".mt [aria-haspopup=dialog]").wait_for(state="detached")
    ana.page.wait_for_selector("text=Leave the table")


def test_between_matches_the_host_sends_the_other_away(person: Callable[..., Person]) -> None:
    ana, guest = person(size=PHONE, still=True), person(still=True)
    ana.sign_up_as("ana")
    ana.open_table(seating="2")
    guest.page.goto(ana.page.locator("[data-copy]").first.get_attribute("data-copy") or "")
    guest.page.click("text=Sit down")
    for one in (ana, guest):
        one.wait_for_hand()
    guest.page.click("[popovertarget=p-menu]")
    guest.page.click("#p-menu [data-to=resign]")
    guest.page.locator("#open-dialog .pri, #open-dialog .btn.bad").first.click()
    ana.page.wait_for_selector("#end-dialog details.hosting")
    assert guest.page.locator("details.hosting").count() == 0
    ana.page.locator("details.hosting summary").focus()
    ana.page.keyboard.press("Enter")
    assert fits(ana)
    assert findings(ana) == []
    ana.page.locator("details.hosting [data-host=ban]").click()
    ana.page.wait_for_selector("text=May not come back")
    guest.page.click("text=Play again")
    guest.page.wait_for_selector("text=does not let you sit down here")
