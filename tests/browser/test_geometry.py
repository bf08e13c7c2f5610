"""Names, cards and badges have their room at every size of window, measured on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.gallery.checks import faults
from tests.browser.gallery.moments import Moment, Way, moments
from tests.browser.gallery.stage import Stage

SIZES: Final = (
    (1440, 900),
    (1280, 800),
    (844, 390),
    (667, 375),
    (640, 400),
    (390, 844),
    (320, 480),
)
LEAST_LETTERS: Final = 4
PAIR: Final = Way("ludoteka", 2, "individual")
FOUR: Final = Way("ludoteka", 4, "pairs")
SIX: Final = Way("ludoteka", 6, "threes")
AUCTION: Final = Way("chiamata", 5, "individual")
MEASURE: Final = """(least) => {
  const out = [];
  const range = document.createRange();
  const box = (e) => e.getBoundingClientRect();
  /** How many letters of an element's text are seen, up to where it is cut. */
  const letters = (e) => {
    const text = e.firstChild.nextSibling?.nodeType === 3 ? e.firstChild.nextSibling : [...e.childNodes].find((n) => n.nodeType === 3 && n.data.trim());
    const edge = box(e).right + 1;
    const dots = e.scrollWidth > e.clientWidth + 1 ? parseFloat(getComputedStyle(e).fontSize) * 0.8 : 0;
    return [...text.data].filter((_letter, at) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return box(range).right <= edge - dots;
    }).length;
  };
  const meets = (a, b, slack) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
  const names = [...document.querySelectorAll('.seat .name > span:first-child, .score .side')];
  for (const e of names) {
    const seen = letters(e);
    if (seen < Math.min(least, e.textContent.length)) out.push(`name: ${e.textContent} shows ${seen} letters`);
  }
  for (const badge of document.querySelectorAll('.seat .badge')) {
    const face = badge.closest('.seat').querySelector('.ava');
    if (meets(box(badge), box(face), 3)) out.push(`badge on the face of ${badge.closest('.seat').dataset.seat}`);
  }
  for (const e of document.querySelectorAll('.hand .card, .hand .k, .seat, .seat .backs, .score')) {
    const { left, right, top, bottom } = box(e);
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      out.push(`outside: ${e.className} ${e.textContent.trim().slice(0, 20)}`);
  }
  const plates = [...document.querySelectorAll('.seat')];
  for (const card of document.querySelectorAll('.play .card, .stock .card'))
    for (const e of plates)
      if (meets(box(card), box(e), 6)) out.push(`card on the plate of ${e.dataset.seat}`);
  for (const e of document.querySelectorAll('.say b'))
    if (e.getClientRects().length > 1) out.push('the words of the turn break');
  return out;
}"""
"""What is cut, covered or outside of the window on a table: a line each."""


def moment(way: Way, name: str) -> Moment:
    """Return a moment of a way of playing."""
    return next(one for one in moments(way) if one.name == name)


@pytest.mark.parametrize(
    ("way", "name"),
    [
        (PAIR, "play-own-laid"),
        (FOUR, "play-own-laid"),
        (SIX, "play-own-laid"),
        (AUCTION, "auction-own"),
    ],
    ids=["two", "four", "six", "auction"],
)
def test_names_cards_and_badges_have_their_room_at_every_size(
    stage: Callable[[str], Stage], way: Way, name: str
) -> None:
    shown = stage("en")
    shown.open(moment(way, name))
    wrong = []
    for width, height in SIZES:
        size: ViewportSize = {"width": width, "height": height}
        shown.window(size, "light")
        lines = [*shown.page.evaluate(MEASURE, LEAST_LETTERS), *faults(shown.page, axe="none")]
        wrong += [f"{width} x {height}: {line}" for line in lines]
    assert wrong == []
