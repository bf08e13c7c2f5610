"""Signs, marriages and claims of people in the page of their match: verdicts, marks, the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_pages import findings, fits
from tests.browser.test_review import hand_is_free, told
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run

MATCH = "0123456789ab"
_STORE = f"""
import django
django.setup()
from django.core.management import call_command
from games.services.analyses import ask_for_analysis
from tests.analysis.told_match import told_log
from tests.stats.support import PEOPLE, stored
stored(PEOPLE[:4], log=told_log())
assert ask_for_analysis(match_id="{MATCH}")  # before any other match
call_command("analyse_matches", "--waiting", "--limit=1", "--processes=1")
"""
VERDICTS = {
    "d1a3": (
        "The sign",
        "Berta chooses: the sign “Three of trumps”.",
        "With it David knows four of coins to be better than jack of coins.",
    ),
    "d3x1": (
        "The claim",
        "Berta chooses: claim the rest.",
        "Better: play on; a false claim lays the hand open to the others.",
        "With it Carles knows six of coins to be better than jack of swords.",
    ),
    "d4a1": ("King and knight", "Berta chooses: show king and knight of", "The best"),
}
"""Address of a decision that has a place of its own -> words of its verdict."""
AT_CARDS = {
    "d2t6c2s": (
        "The sign: Mistake, −",
        "Ana chooses: make no sign. Better: the sign “Jack of trumps”; the partner plays a better "
        "card with it. With it Carles would have known six of swords to be better than four of "
        "cups.",
    ),
    "d4t1c3m": (
        "King and knight: Mistake, −",
        "Berta chooses: show nothing. Better: show king and",
    ),
}
"""Address of a decision that was not made -> words beside the card at that place."""


@pytest.fixture(scope="module")
def judged(folder: Path, address: str) -> dict[str, dict[str, Any]]:
    """The decisions of the match by address, as analysed."""
    run(folder, _STORE)
    body = told(f"{address}/api/v1/matches/{MATCH}/analysis/")
    return {one["at"]: one for deal in body["deals"] for one in deal["decisions"]}


def verdict_at(reader: Person, at: str) -> str:
    """Return the verdict at an address, in one line."""
    reader.page.goto("about:blank")  # another address of the same page would not load it
    page = reader.open(f"/matches/{MATCH}/#{at}")
    page.wait_for_selector(".deal .mk[data-grade]", state="attached")
    return " ".join(page.locator(".v-say").inner_text().split())


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_people_were_told_and_were_not_is_said_where_it_happened(
    person: Callable[..., Person], judged: dict[str, Any], size: Any
) -> None:
    reader = person(size=size, still=True)
    assert {*VERDICTS, *AT_CARDS} <= judged.keys()
    for at, words in {**VERDICTS, **AT_CARDS}.items():
        said = verdict_at(reader, at)
        for part in words:
            assert part in said, (at, said)
        assert fits(reader)
        assert hand_is_free(reader)
    assert findings(reader) == []


def test_marks_stand_in_the_list_at_the_cards_and_in_the_table_of_the_player(
    person: Callable[..., Person], judged: dict[str, Any]
) -> None:
    reader = person(size=WIDE, still=True)
    page = reader.open(f"/matches/{MATCH}/#d2t6c2")
    for at in AT_CARDS:
        card = page.locator(f'.deal a[href="#{at[:-1]}"] .mk[data-at="{at}"]')
        card.wait_for(state="attached")
        assert card.get_attribute("data-grade") == judged[at]["judged"]["grade"]
    page.select_option("#plots select", "0")
    page.get_by_text("Every choice as a table").click()
    row = page.locator('details table a[href="#d2t6c2s"]')
    row.wait_for()
    assert "make no sign" in row.locator("xpath=ancestor::tr").inner_text()
    row.click()
    reader.wait_until("() => location.hash === '#d2t6c2'")
    assert page.locator(".v-say").inner_text().count("make no sign") == 1


def test_what_could_be_chosen_stands_over_its_bars_as_wide_as_they_are(
    person: Callable[..., Person], judged: dict[str, Any]
) -> None:
    reader = person(size=WIDE, still=True)
    verdict_at(reader, "d3x1")
    for choice in reader.page.locator(".alts li").all():
        name, bars = (choice.locator(part).bounding_box() for part in ("p.t", ".two-bars"))
        assert name is not None
        assert bars is not None
        assert (name["x"], name["width"]) == (bars["x"], bars["width"])
        assert name["y"] < bars["y"]
