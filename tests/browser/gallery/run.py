"""Goes through pages and moments, checks each way in which it is seen, and keeps pictures of some."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.gallery.checks import faults
from tests.browser.gallery.moments import Moment, Way, moments
from tests.browser.gallery.pages import Shown
from tests.browser.gallery.stage import LOCALES, Stage

PHONE: Final = {"width": 360, "height": 640}
WIDE: Final = {"width": 1280, "height": 800}
SIZES: Final = {"phone": PHONE, "wide": WIDE}
LANGUAGES: Final = tuple(LOCALES)
THEMES: Final = ("light", "dark")
SCALE: Final = {"phone": 0.5, "wide": 0.32}
QUALITY: Final = 40


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
    both sizes in every language, and its contrast in both themes in one of the languages by turns,
    once for each preset, as all its tables have the same colours.
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

    def way(self, way: Way) -> None:
        """Every moment of a way of playing."""
        found = moments(way)
        for number, language in enumerate(self.languages):
            stage = Stage(self.browser, self.address, self.table, language)
            stage.open(next(one for one in found if one.messages))
            for index, moment in enumerate(found):
                stage.window(PHONE, THEMES[0])
                stage.show(moment)
                shown = (index + self._turn) % len(self.languages) == number
                self._moment(stage, moment, language, shown=shown)
            for wrong in stage.wrong:
                self.findings.append(Finding(wrong, way.name, Seen("", "", language)))
            stage.context.close()
        self._turn += 1

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
                self._look(stage.page, where, Seen(size, theme, language), contrast=judged)
                if shown and theme == kept and (size == "phone" or moment.name in WIDELY):
                    self._keep(stage.page, f"{where}-{size}", size)

    # -- pages -------------------------------------------------------------------------------------

    def page(self, shown: Shown, open_as: Callable[[str, bool], BrowserContext], path: str) -> None:
        """A page in every way in which it is seen."""
        for number, language in enumerate(self.languages):
            context = open_as(language, shown.member)
            page = context.new_page()
            page.goto(self.address + path)
            page.wait_for_load_state("networkidle")
            for size, theme in ((size, theme) for size in SIZES for theme in THEMES):
                page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
                page.wait_for_timeout(60)
                self._look(page, shown.name, Seen(size, theme, language), contrast=True)
                if (number, theme) == (self._turn % len(self.languages), THEMES[self._turn % 2]):
                    self._keep(page, f"pages/{shown.name}-{size}", size)
            page.close()
        self._turn += 1

    # -- both --------------------------------------------------------------------------------------

    def _look(self, page: Page, where: str, seen: Seen, *, contrast: bool) -> None:
        self.checked += 1
        self.findings += [Finding(what, where, seen) for what in faults(page, contrast=contrast)]

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
