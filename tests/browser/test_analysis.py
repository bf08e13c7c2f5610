"""The analysis in the page of a match: the verdict on a card, the curve and its table, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.guide.reasons import CHAPTER_OF
from tests.browser.test_pages import findings, fits
from tests.browser.test_review import hand_is_free, told
from tests.support.bot_matches import seeded_id
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run

MATCH = seeded_id("g4", 0, 0)
_ANALYSE = f"""
import django
from django.core.management import call_command
django.setup()
from tempfile import TemporaryDirectory
from pathlib import Path
with TemporaryDirectory() as place:
    how = ("--matches=1", "--bots=greedy", "--option=match.target=1", "--seed=g4")
    call_command("play_bots", *how, "--dry", "--out", place)
    call_command("import_records", *map(str, Path(place).glob("*.json")))
from games.services.analyses import ask_for_analysis
assert ask_for_analysis(match_id="{MATCH}")  # before any other match
call_command("analyse_matches", "--waiting", "--limit=1", "--processes=1")
"""


@pytest.fixture(scope="module")
def analysis(folder: Path, address: str) -> dict[str, Any]:
    """The analysis of a match of greedy bots, the same every time."""
    run(folder, _ANALYSE)
    found: dict[str, Any] = told(f"{address}/api/v1/matches/{MATCH}/analysis/")
    return found


def test_a_mistake_is_reached_from_the_curve_and_told_with_the_better_card(
    person: Callable[..., Person], analysis: dict[str, Any]
) -> None:
    plays = [play for deal in analysis["deals"] for play in deal["plays"]]
    lost = next(play for play in plays if play["judged"] and play["judged"]["loss"] >= 1)
    reader = person(size=WIDE, still=True)
    page = reader.open(f"/matches/{analysis['match']}/")
    page.select_option("#plots select", str(lost["seat"]))
    mark = page.locator(f'.plot a[href="#{lost["at"]}"]')
    mark.wait_for()
    mark.focus()
    page.keyboard.press("Enter")
    reader.wait_until("at => location.hash === `#${at}`", lost["at"])
    choices = page.locator(".alts li")
    assert choices.count() == len(lost["judged"]["cards"])
    assert page.locator(".v-why").inner_text().startswith("Better: ")
    chapter = CHAPTER_OF[lost["judged"]["why"]["code"]]
    assert page.locator(".v-why a").get_attribute("href") == f"/guide/{chapter}/"
    # Board and verdict stand side by side, above the fold.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("scrollTo(0, 0)")
    for part in ("#board .cloth", ".verdict"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 900, part
    assert page.locator(f'.deal a[href="#{lost["at"]}"] [data-grade]').count() == 1
    page.get_by_text("Every choice as a table").click()
    rows = page.locator("details table tbody tr")
    chosen = [play for play in plays if play["judged"] and play["seat"] == lost["seat"]]
    assert rows.count() == len([p for p in chosen if p["at"].startswith("d1t")])
    assert findings(reader) == []


def mistake_of(analysis: dict[str, Any]) -> dict[str, Any]:
    """A costly card, not of the first tricks."""
    plays = [play for deal in analysis["deals"] for play in deal["plays"]]
    return next(
        play
        for play in plays
        if play["trick"] > 2 and play["judged"] and play["judged"]["grade"] in ("error", "inexact")
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_better_card_is_tried_from_where_the_reader_stands(
    person: Callable[..., Person], analysis: dict[str, Any], theme: str
) -> None:
    lost = mistake_of(analysis)
    reader = person(size=WIDE, theme=theme, still=True)
    page = reader.open(f"/matches/{analysis['match']}/#{lost['at']}")
    page.wait_for_selector(".alts li")
    page.select_option("#plots select", str(lost["seat"]))
    # the mark on the current move is ink with saffron on it
    mark = page.locator(".deal a[aria-current] .mk")
    assert mark.evaluate("e => getComputedStyle(e).color") == "rgb(246, 189, 79)"
    assert mark.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(37, 33, 28)"
    assert findings(reader) == []
    choices = page.locator(".rp.me button.card").evaluate_all("all => all.map(e => e.ariaLabel)")
    (number,) = [at for at, label in enumerate(choices, 1) if "The best card." in label]
    page.keyboard.press(str(number))
    page.wait_for_selector(".board.varied figure")
    assert page.locator(".rp.me button[aria-pressed=true]").count() == 1
    assert page.locator(".alts li[aria-current] small").inner_text() == "best, the one you try"
    assert page.evaluate("location.hash") == f"#{lost['at']}"
    assert findings(reader) == []
    # on to where the same seat is to play again, and another card from there
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == f"#{lost['at']}"
    page.locator(".rp.me button.card:not([aria-disabled])").first.click()
    page.wait_for_selector(".rp.me button[aria-pressed=true]")
    page.context.set_offline(True)
    page.locator(".rp.me button.card:not([aria-disabled])").first.click()
    page.wait_for_selector("text=Without a connection no other cards can be tried.")
    page.context.set_offline(False)
    reader.wrong = [one for one in reader.wrong if "ERR_INTERNET_DISCONNECTED" not in one]
    page.keyboard.press("Escape")
    page.wait_for_selector(".board:not(.varied)")
    assert page.evaluate("location.hash") == f"#{lost['at']}"
    page.keyboard.press("v")
    assert page.evaluate("document.activeElement.id") == "h-verdict"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_the_sheet_opens_over_the_table_and_never_over_the_hand(
    person: Callable[..., Person], analysis: dict[str, Any], theme: str
) -> None:
    lost = mistake_of(analysis)
    reader = person(size=PHONE, theme=theme, still=True)
    page = reader.open(f"/matches/{analysis['match']}/#{lost['at']}")
    page.wait_for_selector(".v-t .badge")
    assert page.locator("header.top").is_hidden()
    assert fits(reader)
    assert hand_is_free(reader)
    assert page.locator(".alts").is_hidden()
    assert findings(reader) == []
    page.click(".grab")
    page.wait_for_selector(".alts li")
    assert page.evaluate("document.activeElement.id") == "h-verdict"
    assert hand_is_free(reader)
    assert fits(reader)
    assert findings(reader) == []
    page.keyboard.press("Escape")
    assert page.locator(".alts").is_hidden()
    assert page.evaluate("document.activeElement.className").startswith("grab")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".v-why").is_hidden()
    assert hand_is_free(reader)
    page.locator("[href='#more']").click()
    page.wait_for_selector("#h-curve")
    assert findings(reader) == []


def test_while_the_analysis_is_made_the_verdict_says_so_and_keeps_its_height(
    person: Callable[..., Person], analysis: dict[str, Any]
) -> None:
    reader = person(size=WIDE, theme="dark", still=True)
    made = f"**/api/v1/matches/{analysis['match']}/analysis/"
    reader.page.route(
        made, lambda route: route.fulfill(status=202, headers={"Retry-After": "3"}, body="{}")
    )
    page = reader.open(f"/matches/{analysis['match']}/#d1t3c1")
    page.wait_for_selector("text=Analysing… about 20 s")
    before = page.locator(".verdict").bounding_box()
    assert findings(reader) == []
    page.unroute(made)
    page.wait_for_selector(".deal .mk[data-grade]")
    after = page.locator(".verdict").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["height"] - before["height"]) <= 80


def test_the_puzzle_of_the_day_is_answered_by_keyboard_and_fits_a_phone(
    person: Callable[..., Person], analysis: dict[str, Any]
) -> None:
    reader = person(size=PHONE, still=True)
    page = reader.open("/puzzle/")
    page.locator(".board button").first.focus()
    assert fits(reader)
    assert findings(reader) == []
    page.keyboard.press("Enter")
    page.wait_for_selector("#judged")
    reader.wait_until("() => document.activeElement.hasAttribute('data-key-next')")
    assert page.locator("#judged .worths li").count() == 3
    assert fits(reader)
    assert findings(reader) == []
