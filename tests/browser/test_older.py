"""A browser older than the supported ones still plays cards, though menus at the table stay shut."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route

from tests.support.browser_people import PHONE, Person

NO_POPOVERS = """
for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
  delete HTMLElement.prototype[name];
"""


def without_popovers(route: Route) -> None:
    """Answer with a script whose elements lack the attribute `popover`, as if it were unknown."""
    answer = route.fetch()
    body = answer.text().replace(" popover @", " @").replace(" popover>", ">")
    route.fulfill(response=answer, body=body)


def test_cards_are_played_where_popovers_are_unknown(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.context.add_init_script(NO_POPOVERS)
    ana.context.route("**/*.js", without_popovers)
    ana.open("/")
    ana.page.click("[data-bots]")
    ana.wait_for_turn()
    ana.play()
    ana.wait_for_turn()
    assert ana.page.locator("#p-chat").is_visible()
    assert ana.page.locator("[popover]").count() == 0
