"""The phases beyond the base game in a real window: auctions, calls, signs, looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Route

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person


def _sit(someone: Person, preset: str, players: int, **options: object) -> None:
    """Open a table with these rules and begin it with bots."""
    asked = {"preset": preset, "players": players, "clock": "none"}
    asked |= {f"o.{name.replace('__', '.')}": value for name, value in options.items()}
    page = someone.open(f"/tables/new/?{urlencode(asked)}")
    page.click("text=Open the table")
    page.click("text=Start with bots")
    someone.wait_for_hand()


def _win_the_auction(someone: Person) -> None:
    """Bid what nobody can outbid, as soon as one may."""
    page = someone.page
    page.wait_for_selector(".ladder .btn:not(:disabled), .stepper")
    if page.query_selector(".ladder"):
        page.click(".ladder .btn[data-rank='2']")
        page.wait_for_selector(".stepper, .calling, .tbl:not(:has(.bid))")
    if page.query_selector(".stepper"):
        page.fill(".stepper input", "120")
        page.click(".stepper .pri")
    page.wait_for_selector(".calling")


def _open_popover(someone: Person, name: str, content: str) -> None:
    """Open a popover of the table by its button, and look at it once its content is there."""
    someone.page.click(f"[popovertarget={name}]")
    someone.page.wait_for_selector(f"#{name} {content}")
    assert fits(someone)
    assert findings(someone) == []


def test_a_card_is_called_after_an_auction(person: Callable[..., Person]) -> None:
    caller = person(size=PHONE, still=True)
    _sit(caller, "chiamata", 5)
    page = caller.page
    page.wait_for_selector(".ladder")
    assert len(caller.hand()) == 8
    assert fits(caller)
    assert findings(caller) == []

    _win_the_auction(caller)
    assert page.is_disabled(".acts .pri")
    page.click(".suits .btn:nth-child(2)")
    assert findings(caller) == []
    page.click(".acts .pri")
    page.wait_for_selector(".pact .card")
    assert re.search(r"You play for (61|120) points", page.inner_text(".pact"))
    assert "two of cups" in page.inner_text(".pact").lower()
    caller.wait_until("() => document.querySelector('.mine .seat[data-turn]') !== null")
    caller.play()
    assert len(caller.hand()) == 7


def test_two_cards_are_put_away_and_trumps_are_named(person: Callable[..., Person]) -> None:
    declarer = person(still=True)
    _sit(declarer, "rematada", 3)
    page = declarer.page
    page.wait_for_selector(".stepper")
    page.fill(".stepper input", "171")
    assert "170" in page.inner_text(".stepper .note")
    page.click(".stepper .pri")
    page.wait_for_selector(".lots .card")
    assert len(declarer.hand()) == 12
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.click("text=Put these two away")
    page.wait_for_selector(".suits")
    assert len(declarer.hand()) == 10
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.click(".acts .pri")
    page.wait_for_selector(".pact .pinta")
    assert "Coins" in page.inner_text(".pact")


def test_signs_are_made_and_looks_turned_by_keys(person: Callable[..., Person]) -> None:
    someone = person(still=True)
    _sit(someone, "catalan", 4, talk__mode="senas", talk__seen_by="gaze")
    page = someone.page
    page.wait_for_selector("[popovertarget=p-sign]")
    page.keyboard.press("s")
    page.wait_for_selector("#p-sign:popover-open")
    assert findings(someone) == []
    page.keyboard.press("9")
    page.wait_for_selector(".mine .bubble")
    assert "What have you got?" in page.inner_text(".mine .bubble")
    before = page.locator(".gaze[aria-pressed=true]").get_attribute("aria-label")
    page.keyboard.press("v")
    someone.wait_until(
        "before => document.querySelector('.gaze[aria-pressed=true]')?.ariaLabel !== before", before
    )
    assert page.locator(".gaze[aria-pressed=true]").count() == 1


def test_the_open_stock_is_seen_by_a_tap_on_the_middle_of_the_pack(
    person: Callable[..., Person],
) -> None:
    someone = person(size=PHONE, still=True)
    _sit(someone, "scoperta", 2, open_stock="all")
    _open_popover(someone, "p-stock", ".card")
    assert someone.page.locator("#p-stock .card").count() > 20


def test_what_is_tapped_before_the_table_is_connected_is_done_once_it_is(
    person: Callable[..., Person],
) -> None:
    hasty = person(size=PHONE, still=True)
    held: list[Route] = []
    hasty.page.route(
        re.compile(r"/js/table/speech/contract_texts\."), lambda route: held.append(route)
    )  # nothing is told without them
    page = hasty.open(f"/tables/new/?{urlencode({'preset': 'chiamata', 'players': 5})}")
    page.click("text=Open the table")
    page.click("text=Start with bots")
    page.click("text=Start with bots")
    assert held, "the words were there before"
    page.wait_for_timeout(200)
    held[0].continue_()
    hasty.wait_for_hand()
    page.wait_for_selector(".ladder")
    assert page.query_selector("text=Start with bots") is None


def test_the_own_cards_are_said_with_one_button_where_partners_talk_openly(
    person: Callable[..., Person],
) -> None:
    someone = person(size=PHONE, still=True)
    _sit(someone, "catalan", 4, talk__mode="parlant")
    _open_popover(someone, "p-talk", "form")
    page = someone.page
    assert "A bot understands this" in page.inner_text("#p-talk")

    page.click("text=Say which cards you hold")
    page.wait_for_selector(".bubble")
    assert re.fullmatch(r"(.+ of \w+, ){2}.+ of \w+", page.inner_text(".bubble").strip())
