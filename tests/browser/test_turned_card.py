"""The turned card answers a tap with what it is waiting for, so a thumb has to find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from tests.support.browser_people import PHONE, SIDEWAYS, WIDE, Person

SMALL_SIDEWAYS: Final[ViewportSize] = {"width": 667, "height": 375}
REACHED = """() => {
  const card = document.querySelector(".pack .trump");
  const box = card.getBoundingClientRect();
  const count = (size, point) =>
    [...Array(Math.floor(size)).keys()].filter((at) => {
      const found = document.elementFromPoint(...point(at + 0.5));
      return found && card.contains(found);
    }).length;
  return [
    count(box.width, (at) => [box.left + at, box.top + box.height / 2]),
    count(box.height, (at) => [box.right - 5, box.top + at]),
  ];
}"""
"""Script that gives width and height, in pixels, of the part of the card that a tap reaches."""


@pytest.mark.parametrize("players", [2, 4])
def test_as_much_of_the_turned_card_can_be_tapped_as_a_thumb_needs(
    person: Callable[..., Person], players: int
) -> None:
    ana = person(size=SIDEWAYS, still=True)
    ana.sign_up_as("Ana")
    ana.open_table(seating=str(players))
    ana.page.click("text=Start with bots")
    ana.wait_for_turn()
    for size, least in ((SIDEWAYS, 44), (SMALL_SIDEWAYS, 44), (PHONE, 40), (WIDE, 44)):
        ana.page.set_viewport_size(size)
        ana.rest()
        wide, high = ana.page.evaluate(REACHED)
        assert wide >= 44, size
        assert high >= least, size
