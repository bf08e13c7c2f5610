"""Every page: nothing for axe to find, nothing wider than a phone, no error in the console."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS, Axe

from tests.support.browser_people import PHONE, SIDEWAYS, WIDE, Person

PAGES = (
    "/",
    "/play/games/",
    "/learn/",
    "/learn/cards/",
    "/learn/lesson/",
    "/people/",
    "/tables/new/",
    "/matches/",
    "/leaderboard/",
    "/rules/",
    "/rules/catalan/",
    "/rules/chiamata/",
    "/tables/new/?preset=doncomos&players=4&o.talk.mode=senas&o.open_hands=true",
    "/players/Roble/",
    "/daily/",
    "/exercises/",
    "/guide/",
    "/guide/trumps/",
    "/guide/games/mariaje/",
    "/puzzle/",
    "/puzzles/",
    "/about/",
    "/fairness/",
    "/privacy/",
    "/api/docs/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/recover/",
)


def findings(person: Person, *rules: str) -> list[str]:
    """What axe has to say of the page as it stands, once nothing moves or fades any more.

    By all of its rules where none are named; at a table also by one that is off by default: the name of a
    control holds the words that are seen on it.
    """
    person.rest()
    options = {**DEFAULT_OPTIONS, **({"runOnly": rules} if rules else {})}
    if not rules and "/t/" in person.page.url:
        options["rules"] = {"label-content-name-mismatch": {"enabled": True}}
    response = Axe().run(person.page, options=options).response
    violations: list[dict[str, Any]] = response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in violations]


def fits(person: Person) -> bool:
    """Whether the page is no wider than its window."""
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_accessible_and_fits_a_phone(
    person: Callable[..., Person], theme: str
) -> None:
    reader = person(size=PHONE, theme=theme, still=True)
    # What is dark differs by its colours alone.
    rules = ["color-contrast"] if theme == "dark" else []
    for path in PAGES:
        reader.open(path)
        assert fits(reader), path
        assert findings(reader, *rules) == [], path


@pytest.mark.parametrize("seating", ["2", "4", "6"])
def test_a_table_in_every_state_is_accessible_and_fits(
    person: Callable[..., Person], seating: str
) -> None:
    player = person(size=PHONE, still=True)
    player.open_table(seating=seating)
    player.page.wait_for_selector("text=Start with bots")
    assert fits(player)
    assert findings(player) == []
    player.page.click("text=Start with bots")
    player.wait_for_hand()
    for size in (PHONE, SIDEWAYS, WIDE):
        player.page.set_viewport_size(size)
        player.page.wait_for_timeout(100)
        box = player.page.locator(".hand .card").first.bounding_box()
        assert box, size
        assert box["y"] + box["height"] <= size["height"] + 1, size
        assert box["width"] >= 44, size
        assert fits(player), size
    assert findings(player) == []
    player.page.keyboard.press("?")
    assert findings(player) == []


def test_the_language_is_chosen_by_the_browser_and_changed_anywhere(
    person: Callable[..., Person],
) -> None:
    reader = person(locale="ca-ES")
    reader.open("/")
    assert reader.page.get_attribute("html", "lang") == "ca"
    assert reader.page.inner_text("h1") == "Fem una?"
    reader.page.click("footer button[value=es]")
    assert reader.page.inner_text("h1") == "¿Echamos una?"
    reader.page.click("[data-bots]")
    reader.wait_for_hand()
    assert "carta" in (reader.page.get_attribute(".hand", "aria-label") or "")


def test_a_theme_that_was_chosen_stays(person: Callable[..., Person]) -> None:
    reader = person()
    reader.open("/")
    reader.page.click(".me summary")
    reader.page.click("[data-act=theme]")
    assert reader.page.get_attribute("html", "data-theme") == "dark"
    reader.open("/rules/")
    assert reader.page.get_attribute("html", "data-theme") == "dark"


def test_a_theme_that_was_chosen_is_there_before_anything_is_drawn(
    person: Callable[..., Person],
) -> None:
    """Before there is a body, as no browser draws anything without one."""
    reader = person()
    reader.open("/")
    reader.page.click(".me summary")
    reader.page.click("[data-act=theme]")
    reader.context.add_init_script(
        """new MutationObserver((_all, watch) => {
          if (!document.body) return;
          window.first = document.documentElement.dataset.theme;
          watch.disconnect();
        }).observe(document, { childList: true, subtree: true });"""
    )
    reader.open("/rules/")
    assert reader.page.evaluate("window.first") == "dark"


def test_the_lobby_tells_of_a_new_table_at_once(person: Callable[..., Person]) -> None:
    waiting, host = person(), person()
    waiting.open("/")
    waiting.page.wait_for_timeout(300)
    host.open("/")
    host.page.click("main a:visible:has-text('Open a table')")
    host.page.click("summary:has-text('Name, watchers and more')")
    host.page.fill("[name=name]", "The big one")
    host.page.click("text=Open the table")
    host.page.wait_for_selector(".mt")
    waiting.see_table("The big one")
    waiting.page.click("#tables li:has-text('The big one') a")
    waiting.page.click("text=Sit down with")
    for one in (waiting, host):
        one.wait_for_hand()


@pytest.mark.parametrize("locale", ["es-ES", "ca-ES", "en-GB"])
def test_a_long_name_breaks_no_header_on_a_phone(
    person: Callable[..., Person], locale: str
) -> None:
    guest = person(size=PHONE, locale=locale)
    guest.open("/accounts/login/")
    guest.page.fill("#guest-name", f"Maximiliana-Pinos-{locale[:2]}")
    with guest.page.expect_navigation():
        guest.page.click("form[action='/accounts/guest/'] button")
    links = guest.page.eval_on_selector_all(
        ".top nav a", "all => all.map(e => e.getBoundingClientRect().right)"
    )
    assert len(links) == 5
    assert max(links) <= PHONE["width"]
    buttons = guest.page.eval_on_selector_all(
        ".top > .row > *:not(.wide)", "all => all.map(e => e.getBoundingClientRect().bottom)"
    )
    assert max(buttons) < 70  # one row
    reader = guest.open("/accounts/profile/")
    reader.set_viewport_size({"width": 320, "height": 640})
    assert fits(guest)
