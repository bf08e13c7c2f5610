"""A table with a stake and one's own chips, in a browser."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person


def test_a_stake_is_told_paid_and_shown_to_its_owner(person: Callable[..., Person]) -> None:
    player = person(size={"width": 1400, "height": 900}, still=True)
    player.open("/tables/new/?o.pot.stake=40&o.match.target=1")
    player.page.click("text=Open the table")
    player.page.wait_for_selector("text=Stake: 40 each. In the pot: 0.")
    player.page.click("text=Start with bots")
    player.wait_for_hand()
    player.page.click("role=tab[name='Table']")
    player.page.wait_for_selector("text=Stake: 40 each. In the pot: 80.")
    for size in (PHONE, WIDE):
        player.page.set_viewport_size(size)
        for path in ("/accounts/profile/", "/chips/"):
            player.open(path)
            assert "You have 960 chips." in player.page.inner_text("main")
            assert fits(player), path
            assert findings(player) == [], path
