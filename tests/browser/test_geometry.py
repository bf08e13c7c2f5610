"""Names, cards and badges have their room at every size of window, measured on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.gallery.checks import faults
from tests.browser.gallery.moments import Moment, Way, moments
from tests.browser.gallery.stage import Stage
from tests.support.browser_people import Person

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
"""JavaScript: list what is cut, covered or outside of the window on a table, a line each."""


def moment(way: Way, name: str) -> Moment:
    """Return a moment of a way of playing."""
    return next(candidate for candidate in moments(way) if candidate.name == name)


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
    table = stage("en")
    table.open(moment(way, name))
    problems = []
    for width, height in SIZES:
        size: ViewportSize = {"width": width, "height": height}
        table.window(size, "light")
        lines = [*table.page.evaluate(MEASURE, LEAST_LETTERS), *faults(table.page, axe="none")]
        problems += [f"{width} x {height}: {line}" for line in lines]
    assert problems == []


STATES: Final = """() => {
  const look = (e) => e && getComputedStyle(e).backgroundColor + getComputedStyle(e).outlineWidth;
  const pairs = [
    ['the page in the header', '.top nav [aria-current]', '.top nav a:not([aria-current])'],
    ['the chosen game', '.pick label:has(:checked)', '.pick label:not(:has(:checked))'],
    ['the tab of the rail', '[aria-selected=true]', '[aria-selected=false]'],
    ['who is to play', '.seat[data-turn]', '.seat:not([data-turn])'],
    ['the winning card', '.play[data-win] .card', '.hand .card'],
  ];
  return pairs.flatMap(([name, on, off]) => {
    const [chosen, other] = [on, off].map((selector) => document.querySelector(selector));
    return chosen && other ? [[name, look(chosen) !== look(other)]] : [];
  });
}"""
"""Which states this page has, and whether each looks unlike the other ones."""


def test_in_forced_colours_what_is_chosen_current_or_to_play_is_seen(
    stage: Callable[[str], Stage], address: str
) -> None:
    table = stage("en")
    table.open(moment(FOUR, "play-own-laid"))
    table.page.set_viewport_size({"width": 1440, "height": 900})
    table.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    table.page.wait_for_selector("[aria-selected=true]")
    assert dict(table.page.evaluate(STATES)) == {
        "the tab of the rail": True,
        "who is to play": True,
        "the winning card": True,
    }
    table.page.goto(f"{address}/")
    assert dict(table.page.evaluate(STATES))["the page in the header"]
    table.page.goto(f"{address}/tables/new/")
    assert dict(table.page.evaluate(STATES))["the chosen game"]


PAGES: Final = ("/", "/learn/", "/leagues/", "/clubs/", "/matches/", "/tables/new/", "/rules/")
PAGE_FAULTS: Final = """() => {
  const out = [];
  const shown = (e) => e.checkVisibility() && !e.closest('.sr');
  const box = (e) => e.getBoundingClientRect();
  for (const e of document.querySelectorAll('main :is(input:not([type=checkbox], [type=radio], [type=hidden]), select)'))
    if (shown(e) && box(e).height < 43.5) out.push(`low: ${e.name} is ${Math.round(box(e).height)} px high`);
  for (const e of document.querySelectorAll('main .btn')) {
    const next = e.nextElementSibling;
    if (!next?.matches('.btn') || !shown(e) || !shown(next)) continue;
    const gap = Math.max(box(next).top - box(e).bottom, box(next).left - box(e).right);
    if (gap < 4) out.push(`touching: ${e.textContent.trim()} and ${next.textContent.trim()}`);
  }
  for (const e of document.querySelectorAll('.top nav a'))
    if (shown(e) && e.scrollWidth > e.clientWidth + 1) out.push(`cut: ${e.textContent.trim()}`);
  if (document.documentElement.scrollWidth > innerWidth) out.push('wider than the window');
  return out;
}"""
"""Bare boxes, buttons that touch, tabs that are cut, and what leaves the window: a line each."""


def test_pages_have_whole_boxes_and_buttons_apart(person: Callable[..., Person]) -> None:
    reader = person(still=True, locale="es-ES")
    problems = []
    for path in PAGES:
        for width in (320, 390, 1280):
            reader.page.set_viewport_size({"width": width, "height": 800})
            reader.open(path)
            problems += [f"{path} {width}: {line}" for line in reader.page.evaluate(PAGE_FAULTS)]
    assert problems == []


def test_the_long_forms_fit_their_cards(person: Callable[..., Person]) -> None:
    host = person(still=True, size={"width": 1280, "height": 800})
    host.sign_up_as("geometry")
    for path in ("/tournaments/new/", "/leagues/new/"):
        host.open(path)
        assert host.page.evaluate(PAGE_FAULTS) == []
        tops = host.page.evaluate(
            """() => [...document.querySelectorAll('.fstep > .two')].filter((row) => {
              const tops = [...row.children].map((e) => e.querySelector('label').getBoundingClientRect());
              return tops.some(({ top, left }, at) => at && left > tops[0].left && top < tops[0].bottom && Math.abs(top - tops[0].top) > 1);
            }).length"""
        )
        assert tops == 0, "the labels of a row stand at one height"
