"""Cards drawn by seat in a real window: the table is opened, played, checked and reviewed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.test_family_deals import _open, _play_deal, _with_bots
from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


@pytest.mark.long
def test_a_deal_by_seat_is_played_against_bots_its_deck_checked_and_reviewed(
    person: Callable[..., Person],
) -> None:
    address = "/tables/new/?preset=ludoteka&players=3&o.deal.draw=by_seat&o.match.target=1&o.match.tie=draw"
    ana = _open(person, address, size=PHONE)
    _with_bots(ana)
    _play_deal(ana)
    page = ana.page
    page.wait_for_selector("[data-proof=ok]")
    assert fits(ana)
    page.click("text=Review the match")
    page.wait_for_selector("#proofs .badge.ok")
    page.wait_for_selector("#board .say")
    seen = ""
    while seen != "#d1end":
        page.keyboard.press("ArrowRight")
        assert page.evaluate("location.hash") != seen
        seen = page.evaluate("location.hash")
    assert findings(ana) == []
