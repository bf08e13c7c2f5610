"""Starting a game from the lobby: searching alone and with somebody, by tap and by key."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.browser.people import PHONE, Person, play_on
from tests.browser.test_pages import findings, fits


def search_button(someone: Person) -> str:
    return someone.page.inner_text("[data-search]")


def told(someone: Person) -> str:
    return someone.page.inner_text("[data-counts]")


CATALAN = """() => [...document.querySelectorAll("#tables [data-id]:not(.over)")]
    .filter((row) => row.textContent.includes("Catalan Brisca")).map((row) => row.dataset.id)"""
"""The tables of this game in the list; other tests may have left some."""
NEW_CATALAN = """(before) => {
  document.querySelector("#tables-new:not([hidden])")?.click();
  return [...document.querySelectorAll("#tables [data-id]:not(.over)")].some(
    (row) => row.textContent.includes("Catalan Brisca") && !before.includes(row.dataset.id));
}"""
"""Shows the new tables that wait behind their button, until one of this game is among them."""


def test_alone_one_is_offered_bots_at_once_and_has_cards_soon(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/")
    ana.wait_until("() => document.querySelector('[data-counts]').textContent")
    ana.page.select_option("select[name=level]", "rules")
    box = ana.page.locator("[data-search]").bounding_box()
    ana.page.click("[data-search]")
    ana.wait_until("() => document.querySelector('[data-counts]').textContent.includes('bots')")
    assert re.fullmatch(r"Searching… 0:0\d\s+Cancel", search_button(ana))
    assert ana.page.locator("[data-search]").bounding_box() == box, "the place keeps its size"
    ana.page.wait_for_selector(".hand .card, #cut-at")
    ana.no_errors()


WATCH_FOR_CUT = """() => new MutationObserver(() => {
    if (document.querySelector("#cut-at")) window.cutWasAsked = true;
}).observe(document, { childList: true, subtree: true })"""


def test_a_newcomer_has_cards_after_one_press_with_no_clock_and_no_cut_in_one_deal(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.page.add_init_script(f"({WATCH_FOR_CUT})()")
    ana.open("/")
    ana.page.click("button[name=bots]")
    ana.page.wait_for_selector(".hand .card")
    assert not ana.page.evaluate("window.cutWasAsked ?? false")
    ana.wait_for_turn()
    assert ana.page.locator(".ring").count() == 0, "no clock"
    play_on([ana], until=lambda: bool(ana.ended()), next_deal=False)
    ana.page.wait_for_selector("#end-dialog[data-match-end]")
    ana.page.wait_for_selector("#end-dialog a[href='/accounts/signup/']")
    ana.no_errors()


def test_two_find_each_other_on_the_lobby_and_a_search_can_be_cancelled(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(still=True), person(size=PHONE, still=True)
    for someone in (ana, eva):
        someone.open("/")
        someone.wait_until("() => document.querySelector('[data-counts]').textContent")
    ana.page.keyboard.press("g")
    ana.page.wait_for_selector("#games[open]")
    assert findings(ana) == []
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("#games:not([open])", state="attached")
    before = set(eva.page.evaluate(CATALAN))
    ana.page.click("[data-games]")
    ana.page.click("#games [value='catalan.2']")
    ana.wait_until("() => document.querySelector('[data-counts]').textContent.includes('bots')")
    assert ana.page.evaluate("document.activeElement.matches('[data-search]')")
    assert findings(ana) == []
    eva.wait_until(NEW_CATALAN, sorted(before))
    (new,) = set(eva.page.evaluate(CATALAN)) - before
    ana.page.keyboard.press("Enter")
    assert search_button(ana) == "Play now"
    eva.page.wait_for_selector(f"#tables [data-id='{new}']:not(.over)", state="detached")

    ana.page.keyboard.press("j")
    eva.page.click("[data-games]")
    assert fits(eva)
    eva.page.click("#games [value='ludoteka.2']")
    for someone in (ana, eva):
        someone.page.wait_for_url("**/t/**")
    assert ana.page.url == eva.page.url
    ana.no_errors()
    eva.no_errors()


def test_who_comes_to_a_table_by_a_key_has_the_focus_on_the_cards(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    ana.sign_up_as("ana")
    ana.open("/")
    ana.page.keyboard.press("b")
    ana.page.wait_for_url("**/t/**")
    ana.wait_for_hand()
    ana.wait_until("() => Boolean(document.activeElement.closest('.hand'))")
