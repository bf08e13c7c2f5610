"""The short form of `make gallery`: a few moments in a few windows; and that it finds what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.gallery.checks import TEXTS, faults
from tests.browser.gallery.moments import Way, moments, ways
from tests.browser.gallery.run import PHONE, WIDE
from tests.browser.gallery.stage import Stage
from tests.support.browser_people import Theme

SHOWN = (
    (Way("ludoteka", 2, "individual"), "play-own-laid-armed", "es"),
    (Way("catalan", 6, "threes"), "play-own-laid", "ca"),
    (Way("chiamata", 5, "individual"), "auction-own", "es"),
    (Way("rematada", 3, "individual"), "discard-own", "en"),
)
LOOKS: tuple[tuple[ViewportSize, Theme], ...] = ((PHONE, "light"), (WIDE, "dark"))
SPOIL = """() => {
  const put = (tag, style, words) => {
    const made = document.createElement(tag);
    made.textContent = words;
    Object.assign(made.style, { position: 'absolute', ...style });
    document.querySelector('.tbl').append(made);
  };
  put('button', { left: '40px', top: '300px', width: '10px', height: '10px', padding: 0, minHeight: 0 }, 's');
  put('button', { left: '100px', top: '300px', width: '60px', height: '40px' }, 'one');
  put('button', { left: '130px', top: '320px', width: '60px', height: '40px' }, 'two');
  put('p', { left: '0', top: '400px', width: '900px' }, 'wide');
  put('p', { left: '0', top: '200px', zIndex: 9, color: '#777', background: '#888' }, 'faint');
  document.querySelector('.hand .card').style.maxWidth = '30px';
}"""


def test_moments_look_as_they_should_and_what_is_wrong_is_found(
    stage: Callable[[str], Stage],
) -> None:
    for way, name, language in SHOWN:
        shown = stage(language)
        shown.open(next(one for one in moments(way) if one.name == name))
        for size, theme in LOOKS:
            shown.window(size, theme)
            assert faults(shown.page, axe="all" if size == PHONE else "none") == [], (
                way.name,
                name,
                size,
            )
    shown.window(PHONE, "light")
    shown.page.evaluate(SPOIL)
    found = {line.split(":")[0] for line in faults(shown.page)}
    assert found == {"small", "overlap", "overflow", "contrast", "card", "spill"}


@pytest.fixture
def sheet(browser: Browser) -> Iterator[Page]:
    """An empty page, on which a box is 60 px wide and has a plate."""
    made = browser.new_page()
    made.set_content(
        "<style>div { font: 16px/1.4 sans-serif; width: 60px; padding: 4px; background: #ddd }"
        " .sr { position: absolute; clip-path: inset(50%) }</style>"
    )
    yield made
    made.close()


@pytest.mark.parametrize(
    ("content", "sorts"),
    [
        ("<div>Fits</div>", []),
        ("<div>Desoxirribonucleico</div>", ["spill"]),
        ("<div><p>Desoxirribonucleico</p></div>", ["spill"]),
        ("<div><b>Desoxirribonucleico</b></div>", ["spill"]),
        ("<div style='background: none; border: 1px solid'>Desoxirribonucleico</div>", ["spill"]),
        ("<div style='background: none'>Desoxirribonucleico</div>", []),
        ("<div style='height: 20px'>Two lines of it</div>", ["spill"]),
        ("<div style='line-height: 1; padding: 0'>Ajgp</div>", []),
        ("<div style='overflow: hidden'>Desoxirribonucleico</div>", ["cut off"]),
        ("<div style='overflow: hidden; height: 20px'>Two lines of it</div>", ["cut off"]),
        ("<div style='overflow: hidden; text-overflow: ellipsis'>Desoxirribonucleico</div>", []),
        ("<div style='overflow: auto'>Desoxirribonucleico</div>", []),
        ("<div><span class='sr'>Desoxirribonucleico</span></div>", []),
        ("<div><p style='overflow: hidden; width: 1px; height: 1px'>Spoken</p></div>", []),
        ("<div><i style='clip-path: inset(50%)'>Desoxirribonucleico</i></div>", []),
        ("<div style='visibility: hidden'>Desoxirribonucleico</div>", []),
        ("<div><i style='position: absolute; left: 200px'>Beside</i></div>", []),
        ("<input placeholder='Desoxirribonucleico' style='width: 60px'>", ["cut off"]),
        ("<select style='width: 60px'><option>Desoxirribonucleico</option></select>", ["cut off"]),
        ("<select><option>Desoxirribonucleico</option></select>", []),
        ("<div>Above</div><div style='margin-top: -24px'>Below</div>", ["text on text"]),
        ("<div>Above</div><div>Below</div>", []),
    ],
)
def test_text_that_leaves_its_plate_is_found(sheet: Page, content: str, sorts: list[str]) -> None:
    sheet.evaluate("(content) => document.body.insertAdjacentHTML('beforeend', content)", content)
    found = {line.split(":")[0] for line in sheet.evaluate(TEXTS)}
    assert sorted(found) == sorts


def test_every_preset_and_number_of_players_is_in_the_gallery() -> None:
    chosen = ways()
    assert len({way.name for way in chosen}) == len(chosen)
    assert {way.players for way in chosen} == {2, 3, 4, 5, 6}
    phases = {one.name.split("-")[0] for way in SHOWN for one in moments(way[0])}
    assert phases >= {"waiting", "cut", "deal", "play", "auction", "discard", "call", "deal_over"}
