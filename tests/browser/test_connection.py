"""A connection that is really cut, or falls silent, in the middle of a turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.network import Condition, network
from tests.support.browser_people import PHONE, Person

TABLE = "/tables/new/?preset=ludoteka&players=2&clock=normal&o.match.target=1&o.match.max_deals=1"
LOST = "text=No connection. We keep trying."
CLOCK = "() => document.querySelector('.mine .seat .meta')?.textContent"


@pytest.mark.parametrize("condition", ["cut", "silent"])
def test_the_page_says_that_it_is_cut_off_stops_its_clock_and_plays_on(
    browser: Browser, address: str, condition: Condition
) -> None:
    with network(address) as between:
        ana = Person(browser, f"http://127.0.0.1:{between.port}", size=PHONE, still=True)
        page = ana.page
        ana.open(TABLE)
        page.click("text=Open the table")
        page.click("text=Start with bots")
        ana.wait_for_hand()
        ana.wait_for_turn()
        before = ana.hand()
        between.condition = condition
        page.click(".hand .card")  # what is sent now reaches nobody
        page.wait_for_selector(LOST)
        stood = page.evaluate(CLOCK)
        page.wait_for_timeout(1500)
        assert page.evaluate(CLOCK) == stood
        assert page.locator(LOST).count()
        between.condition = "up"
        page.wait_for_selector(LOST, state="detached")
        ana.wait_until(
            "before => !document.querySelector(`.hand [data-code=${before}]`)", before[0]
        )
        ana.wait_for_turn()
        ana.context.close()
