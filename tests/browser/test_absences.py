"""Somebody's connection is lost: those who remain wait, let a bot play on, and end the match."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person, play_on
from tests.support.browser_site import prepare, served
from tests.support.long_tests import first_is_short

ENDS = {"2": "You win", "3": "Draw", "4": "Draw", "6": "Draw"}
"""How the page calls the end that is chosen, by the number of players."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site on which a lost connection is asked about after two seconds."""
    folder = tmp_path_factory.mktemp("gone")
    run = tmp_path_factory.getbasetemp()
    prepare(folder, (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "prepared")
    with served(folder, GONE_AFTER="2") as url:
        yield url


def begun(person: Callable[..., Person], seating: str) -> list[Person]:
    """The people at a table in play, each of whom has played a card; it is the last one's turn."""
    ana = person(size=PHONE, still=True)
    ana.sign_up_as("ana")
    ana.open_table(seating=seating, target="9")
    link = ana.page.locator("[data-copy]").first.get_attribute("data-copy") or ""
    table = [ana]
    for _ in range(1 if seating == "2" else 2):
        guest = person(still=True)
        guest.page.goto(link)
        guest.page.click("text=Sit down")
        table.append(guest)
        if len(table) < int(seating):  # with the last one the match begins
            guest.page.wait_for_selector(".mt .you")
    if len(table) < int(seating):
        ana.page.click("text=Start with bots")
    for one in table:
        one.wait_for_hand()
    cards: list[int] = []  # in a trick each plays one
    play_on(table, until=lambda: len(cards) >= len(table), each=lambda: cards.append(1))
    play_on(table, until=table[-1].to_play)
    return table


def said_once(person: Person, words: str) -> None:
    """Check that the live region says these words, and that no live region holds running seconds."""
    person.page.wait_for_selector(f".sr[role=status]:has-text('{words}')", state="attached")
    live = ":is([role=status], [role=alert], [aria-live=polite], [aria-live=assertive])"
    running = person.page.locator(f"{live}:is([data-vote], [data-vote] *)")
    assert running.count() == 0


def choose(people: list[Person], choice: str) -> None:
    """Choose by keyboard, everybody who is asked."""
    for one in people:
        button = one.page.locator(f".ask [data-choice={choice}]")
        button.focus()
        one.page.keyboard.press("Enter")


@pytest.mark.parametrize("seating", first_is_short(ENDS))
def test_those_who_remain_wait_then_let_a_bot_play_on_then_end_the_match(
    person: Callable[..., Person], seating: str
) -> None:
    *remain, gone = begun(person, seating)
    table = gone.page.url
    ana = remain[0]

    gone.page.goto("about:blank")
    for one in remain:
        one.page.wait_for_selector(".ask [data-choice=wait]")
        said_once(one, "has lost the connection")
        assert fits(one)
        assert findings(one) == []
    choose(remain, "wait")
    ana.page.wait_for_selector("[data-vote=wait]")
    said_once(ana, "Waiting for")
    assert fits(ana)
    assert findings(ana) == []
    gone.page.goto(table)
    ana.page.wait_for_selector("[data-vote]", state="detached")

    ana.page.click("[popovertarget=p-menu]")
    ana.page.wait_for_selector("#p-menu >> text=Settings")
    gone.page.goto("about:blank")
    ana.page.wait_for_selector(".ask [data-choice=bot]")
    ana.page.wait_for_selector("#p-menu", state="hidden")  # nothing lies over the question
    choose(remain, "bot")
    ana.page.wait_for_selector("text=Bot for now")
    gone.page.goto(table)
    gone.page.click("button:has-text('Take my seat back')")
    ana.page.wait_for_selector("text=Bot for now", state="detached")
    play_on([*remain, gone], until=gone.to_play)

    gone.page.goto("about:blank")
    ana.page.wait_for_selector(".ask [data-choice=end]")
    choose(remain, "end")
    ana.page.wait_for_selector("#end-dialog")
    assert ENDS[seating].lower() in ana.ended().lower()
    assert findings(ana) == []
