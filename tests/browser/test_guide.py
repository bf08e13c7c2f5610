"""A position of the guide is played by keyboard and by touch, on a phone."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.browser_people import Person

PHONE = {"width": 360, "height": 640}


def fits(person: Person) -> bool:
    """Return whether the page is no wider than the phone."""
    width = person.page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= PHONE["width"])


def test_a_position_is_played_by_keyboard(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/guide/trumps/")
    assert fits(ana)
    ana.page.focus("#take button[value=O1]")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#take .answer.warn")
    # the focus is on what is said, and the position in sight
    assert ana.page.evaluate("document.activeElement.matches('#take .answer')")
    assert ana.page.evaluate("document.querySelector('#take').getBoundingClientRect().top < 640")
    ana.page.focus("#take button[value=B6]")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#take .answer:not(.warn)")
    assert fits(ana)
    ana.no_errors()


def test_a_position_is_played_by_touch(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True, touch=True)
    ana.open("/guide/partners/")
    ana.page.tap("#give button[value=E1]")
    ana.page.wait_for_selector("#give .answer:not(.warn)")
    ana.page.tap("#give summary")
    assert ana.page.is_visible("#give table")
    assert fits(ana)
    ana.no_errors()
