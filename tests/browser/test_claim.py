"""Who holds all the tricks that are left takes them by one press."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.people import Person, play_on

CERTAIN = ".acts .pri:has-text('I take the rest')"
DEALS = 12
"""A deal without a certain claim is rare; so many in a row do not come."""


def test_the_rest_is_taken_when_it_is_certain(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.sign_up_as("ana")
    ana.open_table(seating="2", target=str(DEALS))
    ana.page.click("text=Start with bots")
    ana.wait_for_hand()
    offered = ana.page.locator(CERTAIN)
    play_on([ana], until=lambda: offered.count() > 0, seconds=600)
    left = len(ana.hand())
    offered.click()
    ana.page.wait_for_selector("#open-dialog, .laid, #end-dialog")
    assert not ana.page.locator("#open-dialog").count()  # it is not asked for again
    ana.page.wait_for_selector(".laid figure[data-win]:has-text('You · takes the rest')")
    assert ana.page.locator(".laid figure[data-win] .card[data-card]").count() == left
    ana.page.wait_for_selector("#end-dialog")
