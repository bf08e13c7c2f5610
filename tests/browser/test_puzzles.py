"""Puzzles in a browser: solved by keyboard and by touch, and a rush that ends by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person
from tests.support.browser_site import run

NARROW: ViewportSize = {"width": 320, "height": 640}
LOAD = """
import django
django.setup()
from games.puzzles.services.making import load_set
load_set()
"""
SHORT = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.puzzles.models import PuzzleRun
PuzzleRun.objects.filter(finished_at=None).update(ends_at=timezone.now() + timedelta(seconds=4))
"""


@pytest.fixture(scope="module", autouse=True)
def puzzles(folder: Path, address: str) -> None:
    """The repository's set, on the site of these tests."""
    run(folder, LOAD)


def test_a_puzzle_is_solved_by_keys_alone(person: Callable[..., Person]) -> None:
    reader = person()
    page = reader.open("/puzzles/")
    assert findings(reader) == []
    page.locator("a", has_text="The last three tricks").focus()
    page.keyboard.press("Enter")
    page.locator(".board button").first.wait_for()
    assert findings(reader) == []
    page.wait_for_load_state("load")
    page.keyboard.press("v")
    page.wait_for_selector("#before[open]")
    page.keyboard.press("1")
    judged = page.locator("#judged")
    judged.wait_for()
    reader.wait_until("() => document.activeElement.hasAttribute('data-key-next')")
    assert judged.locator("[role=status]").inner_text()
    assert findings(reader) == []
    page.keyboard.press("Enter")
    page.locator(".board button").first.wait_for()


def test_the_board_keeps_its_height_when_it_is_answered(person: Callable[..., Person]) -> None:
    reader = person(still=True)
    page = reader.open("/puzzles/next/?theme=trumps")
    board = page.locator(".board")
    before = board.bounding_box()
    page.locator(".board button:enabled").last.click()
    page.locator("#judged").wait_for()
    after = board.bounding_box()
    assert before is not None
    assert after is not None
    assert before["height"] == after["height"] >= 34 * 16


def test_a_puzzle_is_solved_without_script_in_a_narrow_window(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=NARROW, locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/puzzles/next/?theme=seven")
    page.locator(".board button:enabled").first.click()
    assert page.locator("#judged [role=status]").inner_text()
    assert page.locator("#judged a.pri").get_attribute("href")
    width = page.locator("#judged").bounding_box()
    assert width is not None
    assert width["x"] + width["width"] <= NARROW["width"]
    context.close()


def test_the_puzzle_of_the_day_is_solved_from_the_overview(person: Callable[..., Person]) -> None:
    reader = person(size=PHONE, touch=True, still=True)
    page = reader.open("/puzzles/")
    assert fits(reader)
    page.locator(".daily-puzzle button:enabled").first.tap()
    page.locator("#judged").wait_for()
    reader.open("/puzzles/")
    assert page.locator(".daily-puzzle .best").count() == 1
    assert page.locator(".ticks li").count() == 1
    assert findings(reader) == []


@pytest.mark.parametrize("theme", ["Bids and calls", "Counting trumps"])
def test_a_puzzle_is_solved_by_touch_on_a_phone(person: Callable[..., Person], theme: str) -> None:
    reader = person(size=PHONE, touch=True, still=True)
    page = reader.open("/puzzles/")
    page.tap(f"text={theme}")
    page.locator(".board button:enabled").last.wait_for()
    assert fits(reader)
    assert findings(reader) == []
    page.locator(".board button:enabled").last.tap()
    page.locator("#judged").wait_for()
    assert fits(reader)
    page.tap("#judged >> text=Another")
    page.locator(".board button:enabled").first.wait_for()


def test_a_rush_ends_when_its_time_is_over(person: Callable[..., Person], folder: Path) -> None:
    reader = person(size=PHONE, still=True)
    reader.open("/puzzles/")
    reader.page.get_by_role("button", name="Begin a rush").click()
    clock = reader.page.locator("#run-clock")
    clock.wait_for()
    assert clock.inner_text().startswith(("3:00", "2:5"))
    reader.page.locator(".board button:enabled").first.click()
    reader.page.wait_for_selector("p >> text=/Right|Wrong/")
    assert fits(reader)
    run(folder, SHORT)
    reader.page.reload()
    reader.page.wait_for_selector("text=It is over")
    assert findings(reader) == []
    reader.page.wait_for_selector("text=/You have solved \\d puzzles?\\./")
