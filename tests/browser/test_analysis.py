"""The analysis in the page of a match: the verdict on a card, the curve and its table, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.management.bot_matches import seeded_id
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.site import run
from tests.browser.test_pages import findings, fits
from tests.browser.test_review import told

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
    page.select_option("select.inp", str(lost["seat"]))
    mark = page.locator(f'.plot a[href="#{lost["at"]}"]')
    mark.wait_for()
    mark.focus()
    page.keyboard.press("Enter")
    reader.wait_until("at => location.hash === `#${at}`", lost["at"])
    table = page.locator('[aria-label="The cards to choose from"] tbody tr')
    assert table.count() == len(lost["judged"]["cards"])
    assert page.locator(f'.deal a[href="#{lost["at"]}"] [data-grade]').count() == 1
    page.get_by_text("Every choice as a table").click()
    rows = page.locator("details table tbody tr")
    chosen = [play for play in plays if play["judged"] and play["seat"] == lost["seat"]]
    assert rows.count() == len([p for p in chosen if p["at"].startswith("d1t")])
    assert findings(reader) == []


def test_the_analysis_fits_a_phone(person: Callable[..., Person], analysis: dict[str, Any]) -> None:
    reader = person(size=PHONE, still=True)
    page = reader.open(f"/matches/{analysis['match']}/#{analysis['deals'][0]['plays'][4]['at']}")
    page.wait_for_selector("#h-curve")
    assert fits(reader)
    assert findings(reader) == []


def test_the_puzzle_of_the_day_is_answered_by_keyboard_and_fits_a_phone(
    person: Callable[..., Person], analysis: dict[str, Any]
) -> None:
    reader = person(size=PHONE, still=True)
    page = reader.open("/puzzle/")
    page.locator("button.choice").first.focus()
    assert fits(reader)
    assert findings(reader) == []
    page.keyboard.press("Enter")
    page.wait_for_selector("#judged")
    reader.wait_until("() => document.activeElement.id === 'judged'")
    assert page.locator("#judged tbody tr").count() == 3
    assert fits(reader)
    assert findings(reader) == []
