"""Goes through pages and moments, checks each way in which it is seen, and keeps pictures of some."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.browser.gallery.checks import Rules, faults
from tests.browser.gallery.moments import Moment, Way, moments
from tests.browser.gallery.opened import Opened, over
from tests.browser.gallery.pages import Shown, take
from tests.browser.gallery.stage import LOCALES, Stage
from tests.support.browser_people import Theme

PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
SIZES: Final[dict[str, ViewportSize]] = {"phone": PHONE, "wide": WIDE}
LANGUAGES: Final = tuple(LOCALES)
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
SCALE: Final = {"phone": 0.5, "wide": 0.32}
QUALITY: Final = 40
UNFOLD: Final = """() => {
  const folded = [...document.querySelectorAll('details:not([open], .me)')].filter((e) => e.checkVisibility());
  for (const one of folded) one.open = true;
  scrollTo(0, 0);
  folded[0]?.scrollIntoView({ block: 'center' });
  return folded.length > 0;
}"""
"""Opens all that is folded, and shows the first of it; whether there was any."""


class Seen(NamedTuple):
    """One way in which something is seen."""

    size: str
    theme: str
    language: str


class Finding(NamedTuple):
    """What is wrong, where, and in which of the ways in which it is seen."""

    what: str
    where: str
    seen: Seen

    def __str__(self) -> str:
        """One line."""
        return f"{self.where} ({', '.join(self.seen)}): {self.what}"


class Gallery:
    """Checks what a site shows; `out` is where pictures go, None where none are kept.

    Layout depends on words and windows, colours on the theme: so a moment of a table is checked at
    both sizes in every language. All that axe knows is asked once of every moment, in one of the
    languages and themes by turns; and of its contrast in both themes and sizes, once for each preset,
    as all its tables have the same colours. What opens, and every page, is seen in every way.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        table: str = "",
        out: Path | None = None,
        languages: Sequence[str] = LANGUAGES,
    ) -> None:
        self.browser, self.address, self.table, self.out = browser, address, table, out
        self.languages = languages
        self.findings: list[Finding] = []
        self.checked = 0
        self.kept: list[str] = []
        self._turn = 0
        self._judged: set[str] = set()

    # -- tables ------------------------------------------------------------------------------------

    def way(self, way: Way, *, opened_only: bool = False) -> None:
        """Every moment of a way of playing, and what opens over some of them; or that alone."""
        found = moments(way)
        opened = over(way, lambda _way: found)
        for number, language in enumerate(self.languages):
            stage = Stage(self.browser, self.address, self.table, language)
            stage.open(next(one for one in found if one.messages))
            for index, moment in enumerate([] if opened_only else found):
                stage.window(PHONE, THEMES[0])
                stage.show(moment)
                self._moment(stage, moment, language, shown=self._mine(index, number))
            for index, (what, moment) in enumerate(opened):
                self._opened(stage, what, moment, language, shown=self._mine(index, number))
            for wrong in stage.wrong:
                self.findings.append(Finding(wrong, way.name, Seen("", "", language)))
            stage.context.close()
        self._turn += 1

    def _mine(self, index: int, number: int) -> bool:
        """Whether it is the turn of this language for the thing with this index."""
        return (index + self._turn) % len(self.languages) == number

    def _moment(self, stage: Stage, moment: Moment, language: str, *, shown: bool) -> None:
        """A moment at both sizes; where it is its turn, in both themes, and a picture is kept."""
        where = f"{moment.way.name}/{moment.name}"
        colours = f"{moment.way.preset} {moment.way.options} {moment.name}"
        judged = shown and colours not in self._judged
        if judged:
            self._judged.add(colours)
        kept = THEMES[len(self.kept) % 2]
        for size, window in SIZES.items():
            for theme in THEMES if judged else (kept if shown else THEMES[0],):
                stage.window(window, theme)
                rules: Rules = "contrast" if judged else "none"
                if shown and (size, theme) == ("phone", kept):
                    rules = "all"
                self._look(stage.page, where, Seen(size, theme, language), rules)
                if shown and theme == kept and (size == "phone" or moment.name in WIDELY):
                    self._keep(stage.page, f"{where}-{size}", size)

    def _opened(
        self, stage: Stage, what: Opened, moment: Moment, language: str, *, shown: bool
    ) -> None:
        """What opens over a moment, in every way; a picture where it is its turn."""
        name = f"opened/{what.name}"
        stage.window(PHONE, THEMES[0])
        try:
            stage.open(moment)
            what.open(stage.page)
        except Error as error:
            seen = Seen("phone", THEMES[0], language)
            self.findings.append(Finding(f"does not open: {error.message[:200]}", name, seen))
            return
        kept = THEMES[len(self.kept) % 2]
        for size, window in SIZES.items():
            for theme in THEMES:
                stage.window(window, theme)
                rules: Rules = "all" if theme == kept else "contrast"
                self._look(stage.page, name, Seen(size, theme, language), rules)
                if shown and theme == kept:
                    self._keep(stage.page, f"{name}-{size}", size)

    # -- pages -------------------------------------------------------------------------------------

    def page(
        self, shown: Shown, context_of: Callable[[str, str], BrowserContext], path: str
    ) -> None:
        """A page in every way in which it is seen, and again with all opened that is folded."""
        for number, language in enumerate(self.languages):
            context = context_of(language, shown.seen_by)
            page = context.new_page()
            page.goto(self.address + path)
            page.wait_for_load_state("networkidle")
            for step in shown.steps:
                take(page, step)
            if shown.shows:
                page.locator(shown.shows).first.wait_for()
            kept = number == self._turn % len(self.languages)
            self._page(page, shown.name, language, kept=kept)
            if page.evaluate(UNFOLD):
                self._page(page, f"{shown.name}-unfolded", language, kept=kept)
            page.close()
            context.close()
        self._turn += 1

    def _page(self, page: Page, name: str, language: str, *, kept: bool) -> None:
        """A page as it stands, in each size and theme; a picture of one theme, by turns."""
        turn = THEMES[self._turn % 2]
        for size, theme in ((size, theme) for size in SIZES for theme in THEMES):
            page.set_viewport_size(SIZES[size])
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.wait_for_timeout(60)
            rules: Rules = "all" if theme == turn else "contrast"
            self._look(page, name, Seen(size, theme, language), rules)
            if kept and theme == turn:
                self._keep(page, f"pages/{name}-{size}", size)

    # -- both --------------------------------------------------------------------------------------

    def _look(self, page: Page, where: str, seen: Seen, rules: Rules) -> None:
        self.checked += 1
        self.findings += [Finding(what, where, seen) for what in faults(page, axe=rules)]

    def _keep(self, page: Page, name: str, size: str) -> None:
        """A small picture of what the window shows."""
        if self.out is None:
            return
        session = page.context.new_cdp_session(page)
        clip = {"x": 0, "y": 0, **SIZES[size], "scale": SCALE[size]}
        taken: dict[str, Any] = session.send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip}
        )
        session.detach()
        path = self.out / f"{name}.webp"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(taken["data"]))
        self.kept.append(name)


WIDELY: Final = (
    "waiting",
    "play-own-laid",
    "auction-own",
    "discard-own",
    "call-own",
    "deal_over-played_out",
    "play-watched",
)
"""Moments of which a wide picture is kept as well."""
