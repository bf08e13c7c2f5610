"""People talk at a table: phrases, faces, own words; and mute who talks too much."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_match import _together
from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def test_two_people_talk_and_one_mutes_the_other(person: Callable[..., Person]) -> None:
    ana, guest, _table = _together(person)
    # Where there is room the talk stands beside the table, else it opens over it.
    ana.page.click("[role=tab] >> text=Chat")
    ana.page.click(".rail >> text=Well played!")
    bubble = guest.page.wait_for_selector(".bubble >> text=Well played!")
    assert bubble
    said = guest.page.locator("[role=status] >> text=Well played!")
    assert said.count() == 1
    name = guest.page.locator(".at-t .name span, .seat:not(.me) .name span").first.inner_text()

    ana.page.click(".rail [aria-label=claps]")
    guest.page.wait_for_selector(".bubble use[href$='#face-clap']", state="attached")
    assert "claps" in guest.page.locator("[role=status] >> text=claps").inner_text()

    ana.page.fill(".rail [name=text]", "What a deal <b>that</b> was")
    ana.page.keyboard.press("Enter")
    guest.page.wait_for_selector("[aria-label='Talk at the table, new: 3']")
    guest.page.click("[popovertarget=p-chat]")
    lines = guest.page.locator("#p-chat .lines")
    assert "What a deal <b>that</b> was" in lines.inner_text()
    assert fits(guest)
    assert findings(guest) == []
    # a guest has the phrases only
    assert guest.page.locator("#p-chat [name=text]").count() == 0

    guest.page.click("text=Mute, block or report")
    guest.page.click("#p-chat .list button")
    assert name not in lines.inner_text()
    guest.page.reload()
    guest.wait_for_hand()
    guest.page.click("[popovertarget=p-chat]")
    assert "that" not in guest.page.locator("#p-chat .lines").inner_text()


def test_somebody_is_followed_from_their_page_and_found_again(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(), person(size=PHONE, still=True)
    name = ana.sign_up_as("talk")
    eva.sign_up_as("talk")
    path = ana.open_table(seating="2")
    eva.open("/")
    eva.open(f"/players/{name}/")
    eva.page.click("text=Follow")
    eva.page.wait_for_selector("text=Unfollow")
    eva.open("/people/")
    assert eva.page.locator(f"a[href='{path}']").count() == 1
    assert fits(eva)
    assert findings(eva) == []
    eva.open(f"/players/{name}/report/")
    assert fits(eva)
    assert findings(eva) == []
