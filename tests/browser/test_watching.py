"""Who looks on at a table is counted, and listed by name where they let it be seen."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_match import _together
from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def test_the_menu_of_the_table_lists_who_looks_on(person: Callable[..., Person]) -> None:
    _ana, guest, table = _together(person)
    eva, stranger = person(size=PHONE, still=True), person(still=True)
    name = eva.sign_up_as("eva")
    eva.open("/accounts/preferences/")
    eva.page.select_option("[name=watching]", "named")
    eva.page.locator("form[data-preferences] button[type=submit]").first.click()
    eva.page.wait_for_selector("text=Saved.")
    for one in (eva, stranger):
        one.open(table.split("?")[0])
        one.page.wait_for_selector(".seat")
    guest.page.click("[popovertarget=p-menu]")
    guest.page.click("#p-menu >> text=Watching: 2")
    dialog = guest.page.locator("#open-dialog")
    assert dialog.locator("h2").inner_text() == "Who is watching"
    assert guest.page.locator("#p-menu:popover-open").count() == 0
    assert [one.inner_text() for one in dialog.locator("li a").all()] == [name]
    assert dialog.locator("text=Without a name: 1").count() == 1
    assert fits(guest)
    assert findings(guest) == []
    stranger.page.close()
    dialog.locator("text=Without a name: 1").wait_for(state="detached")
    guest.page.keyboard.press("Escape")
    assert dialog.count() == 0
    assert guest.page.evaluate("document.activeElement.getAttribute('popovertarget')") == "p-menu"
