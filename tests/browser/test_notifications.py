"""Somebody is invited by name, is told of it where they are, and sits down with one key."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_messages import met
from tests.browser.test_teams import looks_right
from tests.support.browser_people import PHONE, Person


def test_an_invitation_reaches_the_bell_and_is_answered_in_one_step(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(size=PHONE, still=True), person(still=True)
    met(ana, "bell-ana")
    met(eva, "bell-eva")
    ana.page.click("text=Leave")
    ana.open("/")
    bell = ana.page.locator("[data-bell]")
    assert bell.get_attribute("aria-label") == "Notifications"

    eva.open("/players/bell-ana/")
    eva.page.click("text=Invite to play")
    eva.page.wait_for_url("**/t/**")

    # told at once, as the lobby is connected
    ana.page.wait_for_selector("[data-bell] .count:has-text('1')")
    ana.page.keyboard.press("n")
    ana.page.wait_for_selector("dialog.notif[open]")
    assert ana.page.evaluate("document.activeElement.closest('dialog.notif') !== null")
    looks_right(ana, "panel")
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("dialog.notif:not([open])", state="attached")
    assert ana.page.evaluate("document.activeElement.matches('[data-bell]')")

    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("dialog.notif[open]")
    ana.page.focus("dialog.notif >> text=Sit down")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url("**/t/**")
    eva.page.wait_for_selector(".mt >> text=bell-ana")

    ana.open("/notifications/")
    looks_right(ana, "all")
    assert "bell-eva invites you" in ana.page.inner_text("main")
    for one in (ana, eva):
        one.no_errors()
