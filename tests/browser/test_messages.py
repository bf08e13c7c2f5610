"""Two phones write to each other."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_teams import looks_right
from tests.support.browser_people import PHONE, Person


def met(one: Person, name: str) -> None:
    """Give somebody a player, as whoever has looked for a game has one."""
    one.sign_up(name)
    one.open("/tables/new/")
    one.page.click("text=Open the table")
    one.page.wait_for_selector(".mt")


def test_two_phones_write_to_each_other(person: Callable[..., Person]) -> None:
    ana, eva = (person(size=PHONE, still=True) for _ in range(2))
    met(ana, "write-ana")
    met(eva, "write-eva")
    for one, other in ((ana, "write-eva"), (eva, "write-ana")):
        one.open(f"/players/{other}/")
        one.page.click("text=Follow")
        one.page.wait_for_selector("text=Unfollow")

    ana.open("/players/write-eva/")
    ana.page.click("a:has-text('Message')")
    ana.page.fill("[name=text]", "Play tonight?")
    looks_right(ana, "writing")
    ana.page.focus("text=Send")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector(".letters .own")
    looks_right(ana, "written")

    eva.open("/messages/")
    eva.page.wait_for_selector("text=1 new")
    looks_right(eva, "listed")
    eva.page.click("main >> text=write-ana")
    eva.page.wait_for_selector("text=Play tonight?")
    looks_right(eva, "read")
    eva.page.click("ol.letters >> text=Report")
    eva.page.wait_for_selector("blockquote:has-text('Play tonight?')")
    looks_right(eva, "reported")
    eva.open("/")
    eva.page.wait_for_selector("a[href='/messages/write-ana/']")
    looks_right(eva, "lobby")
    for one in (ana, eva):
        one.no_errors()
