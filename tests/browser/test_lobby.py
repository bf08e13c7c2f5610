"""Starting a game from the lobby: searching alone and with somebody, by tap and by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import prepared
from tests.browser.test_pages import findings, fits
from tests.browser.test_puzzles import LOAD
from tests.support.browser_people import PHONE, Person, play_on
from tests.support.browser_site import run, served


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


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with puzzles and without the people of other tests, whose lobby is quiet."""
    folder = prepared(tmp_path_factory)
    run(folder, LOAD)
    with served(folder) as url:
        yield url


def test_alone_one_is_offered_bots_at_once_and_has_cards_soon(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/")
    box = ana.page.locator("[data-search]").bounding_box()
    ana.page.click("[data-games]")  # a first match of the usual game would begin at once
    ana.page.click("#games [value='catalan.2']")
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
    ana.page.click("[data-bots]")
    ana.page.wait_for_selector(".hand .card")
    assert not ana.page.evaluate("window.cutWasAsked ?? false")
    ana.wait_for_turn()
    assert ana.page.locator(".ring").count() == 0, "no clock"
    play_on([ana], until=lambda: bool(ana.ended()), next_deal=False)
    ana.page.wait_for_selector("#end-dialog[data-match-end]")
    ana.page.wait_for_selector("#end-dialog a[href='/accounts/signup/']")
    ana.no_errors()


def test_a_press_on_a_tree_starts_a_match_with_it(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/")
    assert findings(ana) == []
    ana.page.click("[name=bot][value=rules]")
    ana.wait_for_hand()
    assert "Roble" in ana.page.inner_text("main")


def test_the_puzzle_of_the_day_is_answered_in_its_place(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/")
    cards = ana.page.locator(".puzzle [name=card]")
    count = cards.count()
    ana.page.locator(".puzzle [name=card]:not([disabled])").first.click()
    ana.page.wait_for_selector(".puzzle .answer")
    assert ana.page.url.endswith("/")
    assert ana.page.evaluate("document.activeElement.id") == "h-puzzle"
    assert ana.page.locator(".puzzle .value").count() == count
    assert findings(ana) == []
    assert fits(ana)


def test_a_stranger_plays_and_answers_the_puzzle_without_a_script(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(address)
    page.locator(".puzzle [name=card]:not([disabled])").first.click()
    page.wait_for_url("**/#puzzle")
    assert page.locator(".puzzle .answer").is_visible()
    page.click("[data-bots]")
    page.wait_for_url("**/t/**")
    context.close()


def test_a_person_who_has_played_sees_the_own_score_and_is_greeted_by_the_clock(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    name = ana.sign_up_as("ana")
    ana.open("/tables/new/?preset=ludoteka&players=2&clock=none&o.match.target=1")
    ana.page.click("text=Open the table")
    ana.page.click("text=Start with bots")
    play_on([ana], until=lambda: bool(ana.ended()), next_deal=False)
    ana.open("/")
    hour = ana.page.evaluate("new Date().getHours()")
    part = "evening" if not 6 <= hour < 20 else "morning" if hour < 13 else "afternoon"
    assert ana.page.inner_text("h1") == f"Good {part}, {name}"
    assert re.search(r"(1 – 0|0 – 1)", ana.page.inner_text(".house"))
    assert findings(ana) == []


def test_two_find_each_other_on_the_lobby_and_a_search_can_be_cancelled(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(still=True), person(size=PHONE, still=True)
    for someone in (ana, eva):
        someone.open("/")
    for someone in (ana, eva):
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
    assert search_button(ana) in {"Find people", "Play now"}
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
