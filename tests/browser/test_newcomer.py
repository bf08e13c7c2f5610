"""A newcomer walks over a new site: every screen shows something, and offers something to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from games.pages.wording.guide import CHAPTERS
from tests.browser.test_puzzles import LOAD
from tests.support.browser_people import PHONE, Person
from tests.support.browser_site import run, served

SCREENS: Final = (
    *("/", "/learn/", "/learn/lesson/", "/learn/cards/", "/learn/signs/", "/guide/"),
    *(f"/guide/{chapter.slug}/" for chapter in CHAPTERS),
    *("/rules/", "/rules/ludoteka/", "/rules/history/", "/puzzles/", "/puzzles/next/", "/puzzle/"),
    *("/daily/", "/house/", "/watch/", "/matches/", "/exercises/", "/people/", "/community/"),
    *("/leaderboard/", "/clubs/", "/leagues/", "/teams/", "/tournaments/", "/players/Roble/"),
    *("/about/", "/accounts/signup/", "/accounts/login/", "/week/"),
)
"""Addresses of the screens, in the order in which the newcomer opens them."""
EMPTY: Final = re.compile(
    r"\b(nobody|no one|nothing (here|yet)|there (is|are) no|not yet|empty)\b", re.IGNORECASE
)
"""Words that no screen begins with."""
BEGINNING: Final = 120
"""Letters of a screen that are read at a glance."""
LOOK: Final = """() => {
  const main = document.querySelector('main');
  const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const height = (element) => element.getBoundingClientRect().height;
  return {
    acts: [...main.querySelectorAll('a[href], button')].filter(isSeen).length,
    pictures: [...main.querySelectorAll('img, svg')].filter((one) => isSeen(one) && height(one) >= 32).length,
    words: main.innerText.replace(/\\s+/g, ' '),
    games: [...main.querySelectorAll('form[action="/play/"] [name=game]:checked, form[action="/play/"] [name=game][type=hidden]')]
      .map((field) => field.value),
  };
}"""
"""Returns what a screen has: things to do, pictures, its words, and the games that a press would start."""


@pytest.fixture
def newcomer(browser: Browser, own_folder: Path) -> Iterator[Person]:
    """Somebody who comes to a site on which nobody has played, and has no cookies."""
    run(own_folder, LOAD)
    with served(own_folder) as address:
        someone = Person(browser, address, size=PHONE, still=True)
        yield someone
        someone.no_errors()
        someone.context.close()


def test_no_screen_of_a_new_site_is_empty_or_begins_another_game(newcomer: Person) -> None:
    assert len(SCREENS) >= 30
    for path in SCREENS:
        seen = newcomer.open(path).evaluate(LOOK)
        assert seen["acts"], path
        assert seen["pictures"], path
        assert not EMPTY.search(seen["words"][:BEGINNING]), (path, seen["words"][:BEGINNING])
        if path in ("/", "/people/", "/leaderboard/", "/players/Roble/"):
            assert set(seen["games"]) <= {"ludoteka.2"}, (path, seen["games"])


def test_a_puzzle_ends_with_the_next_one_and_a_step(newcomer: Person) -> None:
    page = newcomer.open("/puzzles/next/")
    assert "Classic Brisca" in page.inner_text("main")
    page.locator("main [name=card]:not([disabled])").first.click()
    expect(page.locator("main .answer")).to_be_visible()
    expect(page.locator("main .btn.pri").first).to_be_visible()
    expect(page.locator("#h-next-step")).to_be_visible()
