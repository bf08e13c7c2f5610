"""Puzzles in a browser: solved by keyboard and by touch, and a rush that ends by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.people import PHONE, Person
from tests.browser.site import run
from tests.browser.test_pages import findings, fits

LOAD = """
import django
django.setup()
from games.services.puzzle_making import load_set
load_set()
"""
SHORT = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.models import PuzzleRun
PuzzleRun.objects.filter(finished_at=None).update(ends_at=timezone.now() + timedelta(seconds=4))
"""


@pytest.fixture(scope="module", autouse=True)
def puzzles(folder: Path, address: str) -> None:
    """The repository's set, on the site of these tests."""
    run(folder, LOAD)


def test_a_puzzle_is_solved_by_keyboard(person: Callable[..., Person]) -> None:
    reader = person()
    reader.open("/puzzles/")
    assert findings(reader) == []
    reader.page.locator("a", has_text="The last three tricks").focus()
    reader.page.keyboard.press("Enter")
    reader.page.locator(".choice:enabled").first.focus()
    reader.page.keyboard.press("Enter")
    judged = reader.page.locator("#judged")
    judged.wait_for()
    assert reader.page.evaluate("document.activeElement.id") == "judged"
    assert judged.locator("[role=status]").inner_text()
    assert findings(reader) == []


@pytest.mark.parametrize("theme", ["Bids and calls", "Counting trumps"])
def test_a_puzzle_is_solved_by_touch_on_a_phone(person: Callable[..., Person], theme: str) -> None:
    reader = person(size=PHONE, touch=True, still=True)
    reader.open("/puzzles/")
    reader.page.tap(f"text={theme}")
    reader.page.locator("fieldset button:enabled").last.wait_for()
    assert fits(reader)
    assert findings(reader) == []
    reader.page.locator("fieldset button:enabled").last.tap()
    reader.page.locator("#judged").wait_for()
    assert fits(reader)
    reader.page.tap("text=Next position")
    reader.page.locator("fieldset button:enabled").first.wait_for()


def test_a_rush_ends_when_its_time_is_over(person: Callable[..., Person], folder: Path) -> None:
    reader = person(size=PHONE, still=True)
    reader.open("/puzzles/")
    reader.page.click("text=Begin a rush")
    clock = reader.page.locator("#run-clock")
    clock.wait_for()
    assert clock.inner_text().startswith(("3:00", "2:5"))
    reader.page.locator("fieldset button:enabled").first.click()
    reader.page.wait_for_selector("p >> text=/Right|Wrong/")
    assert fits(reader)
    run(folder, SHORT)
    reader.page.reload()
    reader.page.wait_for_selector("text=It is over")
    assert findings(reader) == []
    reader.page.wait_for_selector("text=/You have solved \\d puzzles?\\./")
