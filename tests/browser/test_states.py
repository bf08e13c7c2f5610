"""States of the table that the gallery does not keep: what is laid out for a claim, and what opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.gallery.checks import faults
from tests.browser.gallery.moments import Way, moments
from tests.browser.gallery.stage import Stage
from tests.browser.test_pages import findings
from tests.support.browser_people import PHONE, SIDEWAYS, WIDE, Theme

PACK = [f"{suit}{rank}" for suit in "OCEB" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
SIZES: tuple[tuple[ViewportSize, Theme], ...] = (
    (PHONE, "light"),
    (SIDEWAYS, "dark"),
    (WIDE, "light"),
)
STAYS = """(() => {
  const real = window.setTimeout;
  window.setTimeout = (what, ms, ...more) => ms > 2000 ? 0 : real(what, ms, ...more);
})()"""
"""What is shown for a moment stays while it is looked at."""


def shown(way: Way, name: str) -> Any:
    """A moment of a way of playing."""
    return next(one for one in moments(way) if one.name == name)


@pytest.mark.parametrize(
    "way",
    [
        Way("ludoteka", 2, "individual"),
        Way("ludoteka", 4, "pairs"),
        Way("ludoteka", 6, "threes"),
        Way("chiamata", 5, "individual"),
    ],
    ids=lambda way: way.name,
)
def test_the_cards_of_a_claim_lie_in_sight(stage: Callable[[str], Stage], way: Way) -> None:
    table = stage("en")
    table.page.add_init_script(STAYS)
    moment = shown(way, "play-other-laid")
    table.open(moment)
    last = next(one for one in reversed(moment.messages) if one["t"] == "state")
    own = last["view"]["hand"]
    pack = [card for card in PACK if card not in own]
    held = len(own)
    hands = [own, *([pack.pop(0) for _ in range(held)] for _ in range(way.players - 1))]
    event = {"type": "claimed", "seat": 1, "hands": hands}
    table.send({**last, "match": "1", "seq": last["seq"] + 1, "fresh": False, "events": [event]})
    table.page.wait_for_selector(".laid .card")
    cards = table.page.locator(".laid .card")
    assert cards.count() == held * way.players
    for size, theme in SIZES:
        table.window(size, theme)
        assert faults(table.page, axe="none") == [], size
        outside = cards.evaluate_all(
            "all => all.filter(e => { const r = e.getBoundingClientRect();"
            " return r.left < 0 || r.right > innerWidth; }).length"
        )
        assert outside == 0, size
    assert findings(table) == []


def offer_claim(table: Stage, *, certain: bool, opens: bool = True) -> None:
    """Show the visitor's turn with a claim of the rest, legal at once if it is certain."""
    moment = shown(Way("ludoteka", 4, "pairs"), "play-own-laid")
    table.open(moment)
    last = next(message for message in reversed(moment.messages) if message["t"] == "state")
    view = {**last["view"], "claim": {"certain": certain, "opens": opens}}
    if certain:
        view["legal"] = [{"type": "claim"}]
    changes = {"seq": last["seq"] + 1, "view": view, "may": ["take_back"], "events": []}
    table.send({**last, **changes})


@pytest.mark.parametrize(
    ("opens", "price"),
    [(True, "everybody will see your cards"), (False, "nothing changes and play goes on")],
)
def test_a_claim_that_may_be_false_is_asked_for_twice_and_says_what_it_costs(
    stage: Callable[[str], Stage], opens: bool, price: str
) -> None:
    table = stage("en")
    offer_claim(table, certain=False, opens=opens)
    page = table.page
    button = page.locator(".acts .ghost2")
    button.wait_for()
    for size, theme in SIZES:
        table.window(size, theme)
        assert faults(page, axe="none") == [], size
        assert findings(table) == [], size
    button.click()
    page.wait_for_selector(f"#open-dialog >> text={price}")
    assert findings(table) == []
    page.click("#open-dialog >> text=Play on")
    page.wait_for_selector("#open-dialog", state="detached")
    assert page.evaluate("document.activeElement.matches('.ghost2')")
    assert table.acts() == []
    button.click()
    page.click("#open-dialog >> text=I take the rest")
    page.wait_for_selector("#open-dialog", state="detached")
    assert table.acts() == [{"type": "claim"}]


@pytest.mark.parametrize("press", ["click", "key"])
def test_a_certain_claim_is_sent_by_one_press_without_a_question(
    stage: Callable[[str], Stage], press: str
) -> None:
    table = stage("en")
    offer_claim(table, certain=True)
    button = table.page.locator(".acts .pri >> text=I take the rest")
    button.wait_for()
    assert findings(table) == []
    assert table.acts() == []
    if press == "click":
        button.click()
    else:
        button.press("Enter")
    assert table.acts() == [{"type": "claim"}]
    assert table.page.locator("#open-dialog").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whatever_opens_over_the_table_is_accessible(
    stage: Callable[[str], Stage], theme: Theme
) -> None:
    table = stage("en")
    table.open(shown(Way("ludoteka", 4, "pairs"), "play-own-laid"))
    table.window(PHONE, theme)
    page = table.page
    for button in ("Menu of the table", "Talk at the table"):
        page.click(f"[aria-label='{button}']")
        page.wait_for_selector(".pop:popover-open :is(button, p)")
        assert findings(table) == [], button
        page.keyboard.press("Escape")
    for entry in ("Rules of this table", "Settings", "Keys"):
        page.click("[aria-label='Menu of the table']")
        page.click(f".pop:popover-open >> text={entry}")
        page.wait_for_selector("#open-dialog")
        assert findings(table) == [], entry
        page.keyboard.press("Escape")
        page.wait_for_selector("#open-dialog", state="detached")


@pytest.mark.parametrize(
    ("way", "names"),
    [
        (Way("ludoteka", 3, "individual"), ("play-own", "deal_over-played_out")),
        (Way("chiamata", 5, "individual"), ("auction-own", "call-own", "play-other-laid")),
        (Way("ludoteka", 6, "threes"), ("cut-own", "play-own-laid-armed", "match_over")),
    ],
    ids=lambda value: value.name if isinstance(value, Way) else "",
)
def test_axe_finds_nothing_at_tables_of_every_size(
    stage: Callable[[str], Stage], way: Way, names: tuple[str, ...]
) -> None:
    table = stage("en")
    table.open(shown(way, "waiting"))
    for name in names:
        table.show(shown(way, name))
        for size, theme in SIZES[::2]:
            table.window(size, theme)
            assert findings(table) == [], (name, size)


def test_the_account_stands_beside_the_table_as_soon_as_there_is_room(
    stage: Callable[[str], Stage],
) -> None:
    table = stage("en")
    table.open(shown(Way("ludoteka", 2, "individual"), "play-own"))
    assert table.page.locator(".rail").count() == 0
    table.window(WIDE, "light")
    table.page.wait_for_selector(".rail [role=tab]")
