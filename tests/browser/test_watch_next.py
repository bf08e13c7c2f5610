"""The page that watches the best table goes on to the next one by itself, or stays if it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.test_pages import findings, fits
from tests.browser.test_teams import looks_right
from tests.support.browser_people import PHONE, Person
from tests.support.browser_site import served

WAIT_S = 3
"""Seconds that the end of a match stays, on this site."""


@pytest.fixture
def quick_site(own_folder: Path) -> Iterator[str]:
    """A site that goes on soon, with no tables but those of the test."""
    with served(own_folder, WATCH_NEXT_S=str(WAIT_S)) as url:
        yield url


def player(browser: Browser, site: str, number: int) -> Person:
    """Somebody who plays against a bot at a public table."""
    made = Person(browser, site, still=True)
    made.sign_up(f"watched-{number}")
    made.open_table(seating="2", target="1")
    made.page.click("text=Start with bots")
    made.wait_for_hand()
    return made


def resign(one: Person) -> None:
    """Give the match up."""
    one.page.click("[popovertarget=p-menu]")
    one.page.click("#p-menu [data-to=resign]")
    one.page.locator("#open-dialog .pri, #open-dialog .btn.bad").first.click()


def table_of(one: Person) -> str:
    """The id of the table that a window shows."""
    return one.page.url.split("/t/")[1].split("/")[0]


def test_the_next_table_comes_by_itself_unless_one_stays(browser: Browser, quick_site: str) -> None:
    players = {
        table_of(one): one for one in (player(browser, quick_site, number) for number in range(3))
    }
    watcher = Person(browser, quick_site, size=PHONE, still=True)
    watcher.open("/watch/")
    watcher.page.wait_for_url("**/t/**watch=best")
    watcher.page.wait_for_selector(".seat")
    first = table_of(watcher)
    resign(players.pop(first))
    watcher.page.wait_for_selector("[data-next-table]")
    assert fits(watcher)
    assert findings(watcher) == []
    watcher.page.wait_for_url(lambda url: "/t/" in url and first not in url)
    second = table_of(watcher)
    assert second in players
    watcher.page.wait_for_selector(".seat")

    resign(players.pop(second))
    watcher.page.click("[data-next-table] >> text=Stay here")
    watcher.page.wait_for_timeout((WAIT_S + 1) * 1000)
    assert table_of(watcher) == second
    assert watcher.page.locator("[data-next-table]").count() == 0
    watcher.no_errors()
    watcher.context.close()


def test_without_a_table_the_page_says_so_and_then_shows_the_first(
    browser: Browser, quick_site: str
) -> None:
    eva = Person(browser, quick_site, size=PHONE, still=True)
    eva.open("/watch/")
    looks_right(eva, "nothing-to-watch")
    ana = player(browser, quick_site, 0)
    eva.open("/watch/")
    eva.page.wait_for_url("**/t/**watch=best")
    eva.page.wait_for_selector("text=watched-0")
    assert table_of(eva) == table_of(ana)
    for one in (ana, eva):
        one.no_errors()
        one.context.close()
