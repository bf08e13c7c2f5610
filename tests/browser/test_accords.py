"""People at a table agree on things beside the cards: a pause, and a draw."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_match import _together
from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def ask(person: Person, what: str) -> None:
    """Ask for something by the menu of the table."""
    person.page.click("[popovertarget=p-menu]")
    person.page.click(f"#p-menu >> text={what}")
    person.page.click("#open-dialog .pri")


def test_two_people_pause_go_on_and_call_it_a_draw(person: Callable[..., Person]) -> None:
    ana, guest, _table = _together(person)
    ask(ana, "Ask for a pause")
    guest.page.wait_for_selector(".accord >> text=asks for a pause")
    assert fits(guest)
    assert findings(guest) == []
    guest.page.click(".accord >> text=: agree")
    for one in (ana, guest):
        one.page.wait_for_selector(".accord >> text=It ends by itself in")
        assert not one.page.locator(".alert >> text=It is your turn").count()
    assert findings(ana) == []
    first = ana if ana.to_play() else guest
    first.page.locator(".hand .card").first.click()
    ana.page.reload()
    ana.page.click(".accord >> text=Go on")
    guest.page.wait_for_selector(".accord", state="detached")
    ana.page.wait_for_selector(".accord", state="detached")

    for _ in range(2):
        mover = None
        while mover is None:
            mover = next((one for one in (ana, guest) if one.to_play()), None)
            ana.page.wait_for_timeout(30)
        mover.play()
    ana.page.wait_for_selector("text=Last")
    ask(guest, "Offer a draw")
    ana.page.click(".accord >> text=: agree")
    for one in (ana, guest):
        one.page.wait_for_selector("#end-title >> text=A draw by agreement")
    assert findings(ana) == []
    ana.page.click("text=Review the match")
    ana.page.wait_for_selector("text=drawn by agreement")


def test_a_table_that_waits_is_passed_on_as_a_link_and_as_a_picture(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE)
    ana.sign_up_as("host")
    ana.open_table()
    ana.page.click("button:has-text('Invite'):visible >> nth=-1")
    ana.page.click("text=As a QR code")
    picture = ana.page.locator("img.qr")
    assert "invite=" in (picture.get_attribute("src") or "")
    ana.wait_until("document.querySelector('img.qr').naturalWidth > 100")
    assert fits(ana)
    assert findings(ana) == []
