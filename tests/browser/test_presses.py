"""One press does one thing: what is pressed twice, or what changes under the finger."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page

from tests.browser.test_accords import ask
from tests.browser.test_match import _together
from tests.support.browser_people import PHONE, TO_PLAY, Person

ANSWERS_AT_ONCE = f"""() => setInterval(() => {{
  if (({TO_PLAY})()) document.querySelector('.hand .card')?.click();
}}, 20)"""
"""Lets a page play its first card as soon as it is its turn."""

SENT = """() => {
  window.presses = [];
  document.addEventListener('click', ({ timeStamp }) => window.presses.push(timeStamp), true);
  const send = WebSocket.prototype.send;
  window.cards = [];
  WebSocket.prototype.send = function (text) {
    const { a } = JSON.parse(text);
    if (a?.type === 'play') window.cards.push(a.card);
    return send.call(this, text);
  };
}"""
"""Keeps which cards a page sends, and when it was clicked."""

TRIES = 6
"""Times that two presses are made until they come within a moment, on a machine with much else to do."""

MIDDLE = """() => {
  const cards = document.querySelectorAll('.hand .card');
  const { x, y, width, height } = cards[cards.length >> 1].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def _click_twice(page: Page, gap: int) -> None:
    x, y = page.evaluate(MIDDLE)
    page.mouse.click(x, y)
    page.wait_for_timeout(gap)
    page.mouse.click(x, y)


def _double_click(page: Page) -> None:
    page.mouse.dblclick(*page.evaluate(MIDDLE))


def _tap_twice(page: Page) -> None:
    x, y = page.evaluate(MIDDLE)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(150)
    page.touchscreen.tap(x, y)


def _hold_enter(page: Page) -> None:
    page.locator(".hand .card").first.focus()
    for _ in range(12):
        page.keyboard.down("Enter")
        page.wait_for_timeout(60)
    page.keyboard.up("Enter")


@pytest.mark.parametrize("touch", [False, True])
def test_a_double_press_plays_one_card_however_quick_the_other_is(
    person: Callable[..., Person], touch: bool
) -> None:
    ana, guest = person(size=PHONE if touch else None, touch=touch, still=True), person()
    ana.sign_up_as("ana")
    ana.open_table(seating="2")
    guest.page.goto(ana.page.locator("[data-copy]").first.get_attribute("data-copy") or "")
    guest.page.click("text=Sit down")
    for player in (ana, guest):
        player.wait_for_hand()
    ana.page.evaluate(SENT)
    guest.page.evaluate(ANSWERS_AT_ONCE)
    presses = [_double_click, partial(_click_twice, gap=120), partial(_click_twice, gap=280)]
    for press in [_tap_twice] * 3 if touch else [*presses, _hold_enter]:
        assert any(_is_one_press(ana, press) for _ in range(TRIES))


def _is_one_press(ana: Person, press: Callable[[Page], None]) -> bool:
    """Press twice on one's turn, and return False if that took too long to be one press."""
    ana.wait_for_turn()
    ana.rest()
    ana.page.wait_for_timeout(450)
    before = len(ana.page.evaluate("window.cards"))
    pressed = len(ana.page.evaluate("window.presses"))
    press(ana.page)
    ana.page.wait_for_timeout(600)  # a second card would have gone by now
    presses = ana.page.evaluate("window.presses")[pressed:]
    if presses[-1] - presses[0] > 350:
        return False
    assert len(ana.page.evaluate("window.cards")) == before + 1
    return True


def test_an_offer_that_changes_under_the_finger_is_not_agreed_to(
    person: Callable[..., Person],
) -> None:
    ana, guest, _table = _together(person)
    for _ in range(2):
        mover = ana if ana.to_play() else guest
        mover.wait_for_turn()
        mover.play()
    ana.page.wait_for_selector("text=Last")
    ask(ana, "Ask for a pause")
    guest.page.wait_for_selector(".accord >> text=Pause: agree")
    ana.page.click(".accord >> text=Take it back")
    ask(ana, "Offer a draw")
    guest.wait_until("() => document.querySelector('.accord .pri')?.innerText === 'Draw: agree'")
    box = guest.page.evaluate(
        """() => {
          const button = document.querySelector('.accord .pri');
          const { x, y, width, height } = button.getBoundingClientRect();
          button.focus();
          return [x + width / 2, y + height / 2];
        }"""
    )
    for key in ("Enter", "Space"):
        guest.page.keyboard.down(key)
        guest.page.keyboard.up(key)
    guest.page.mouse.click(*box)
    guest.page.wait_for_timeout(500)
    assert not ana.ended()
    guest.page.click(".accord >> text=Draw: agree")
    ana.page.wait_for_selector("#end-title >> text=A draw by agreement")
