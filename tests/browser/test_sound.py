"""Sounds hold up no card: what makes them is there before the first touch, and awake after it."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.browser_people import Person

COUNT = """
window.made = [];
const Made = window.AudioContext;
window.AudioContext = class extends Made {
  constructor() { super(); window.made.push(this); }
};
"""


def test_what_makes_sounds_is_made_before_the_first_touch_and_woken_by_it(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    ana.context.add_init_script(COUNT)
    ana.sign_up_as("ear")
    table = ana.open_table()
    # A page of its own, which nobody has touched.
    ana.page.goto("about:blank")
    ana.open(table)
    ana.wait_until("made.length === 1")
    ana.page.click("text=Start with bots")
    ana.wait_for_hand()
    ana.wait_until("document.querySelector('.mine .seat[data-turn]')")
    ana.play()
    ana.wait_until("made[0].state === 'running'")
    assert ana.page.evaluate("made.length") == 1
    ana.no_errors()


def test_who_wants_no_sounds_has_nothing_made(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.context.add_init_script(COUNT)
    ana.sign_up_as("deaf")
    table = ana.open_table()
    ana.page.click("[aria-label=Silence]")
    ana.wait_until("document.querySelector('[aria-label=Silence][aria-pressed=true]')")
    ana.open(table)
    ana.page.click("text=Start with bots")
    ana.wait_for_hand()
    assert ana.page.evaluate("made.length") == 0
    ana.no_errors()
