"""Nothing jumps: how far parts are moved by layout over a deal, and on a page whose type arrives late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Route, ViewportSize

from tests.support.browser_people import PHONE, WIDE, Person, play_on

MOST: Final = 0.05
"""Sum of Chromium's layout shifts over a deal, as shares of the window; the taps of a player excuse none."""
MOST_WITH_TAPS = 0.1
"""The same, what follows a tap included, which the measure of the Web Vitals leaves out."""

MOST_WITH_LATE_TYPE: Final = 0.02
"""Sum of the layout shifts of a page whose typefaces arrive `TYPE_DELAY_MS` after its first HTML."""
TYPE_DELAY_MS: Final = 700
PAGES: Final = (
    *("/", "/learn/", "/rules/", "/rules/ludoteka/", "/puzzles/", "/daily/", "/tournaments/"),
    *("/people/", "/leaderboard/", "/clubs/", "/leagues/", "/matches/", "/guide/", "/about/"),
    *("/accounts/signup/", "/accounts/login/", "/no/such/page/"),
)

OBSERVE: Final = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const moved = sources.map(({ node, previousRect, currentRect }) => [
      node?.className ?? node?.parentElement?.className ?? '',
      [previousRect.x, previousRect.y, currentRect.x, currentRect.y].map(Math.round).join(' '),
    ]);
    shifts.push({ value, hadRecentInput, moved });
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
"""Notes every layout shift of a page from its first HTML, and what it moved."""


def shifts(someone: Person, *, excused: bool) -> tuple[float, list[Any]]:
    """Return the sum of the layout shifts since the page came, and the greatest of them.

    `excused` leaves out those within half a second of a tap, as the measure of the Web Vitals does.
    """
    found: list[dict[str, Any]] = someone.page.evaluate("shifts")
    counted = [one for one in found if not (excused and one["hadRecentInput"])]
    greatest = sorted(counted, key=lambda one: -one["value"])[:5]
    return sum(one["value"] for one in counted), greatest


@pytest.mark.parametrize("seating", ["2", "4"])
def test_nothing_jumps_at_a_table_over_a_whole_deal(
    person: Callable[..., Person], seating: str
) -> None:
    ana = person(size=PHONE, touch=True)
    path = ana.open_table(seating=seating, target="1")
    ana.page.click("text=Start with bots")
    ana.page.wait_for_selector(".hand .card, #cut-at, .cutting")
    ana.page.add_init_script(OBSERVE)
    ana.open(path)
    ana.wait_for_hand()
    first, what = shifts(ana, excused=False)
    assert first <= MOST, ("up to the first hand", first, what)
    play_on([ana], until=lambda: bool(ana.ended()), next_deal=False)
    total, what = shifts(ana, excused=False)
    excused, _what = shifts(ana, excused=True)
    assert excused <= MOST, (excused, total, what)
    assert total <= MOST_WITH_TAPS, (excused, total, what)


def open_with_late_type(someone: Person, path: str) -> list[str]:
    """Open a page and hold its typefaces back for `TYPE_DELAY_MS`; return all addresses it asked."""
    held: list[Route] = []
    asked: list[str] = []

    def hold(route: Route) -> None:
        held.append(route)

    someone.page.on("request", lambda request: asked.append(request.url))
    someone.page.route("**/*.woff2", hold)
    someone.page.add_init_script(OBSERVE)
    someone.page.goto(someone.address + path, wait_until="commit")
    someone.page.wait_for_timeout(TYPE_DELAY_MS)
    assert len(held) == 2, "the page preloads both typefaces"
    for route in held:
        route.continue_()
    someone.page.wait_for_load_state("load")
    someone.page.evaluate("document.fonts.ready.then(() => true)")
    someone.rest()
    return asked


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_nothing_jumps_when_the_type_arrives_late_and_no_page_asks_another_host(
    browser: Browser, address: str, path: str, size: ViewportSize
) -> None:
    reader = Person(browser, address, size=size, still=True)
    asked = open_with_late_type(reader, path)
    total, what = shifts(reader, excused=False)
    reader.context.close()
    assert total <= MOST_WITH_LATE_TYPE, what
    own = (f"{address}/", "data:", "blob:")
    assert [url for url in asked if not url.startswith(own)] == []


def test_what_jumps_is_found(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.page.add_init_script(OBSERVE)
    ana.open("/")
    ana.rest()
    before, _what = shifts(ana, excused=False)
    ana.page.evaluate("document.querySelector('main').style.marginTop = '200px'")
    ana.page.wait_for_timeout(300)
    after, what = shifts(ana, excused=False)
    assert after - before > MOST, what
