"""`make gallery`: every page and every moment of a table, checked, and shown in `var/gallery/index.html`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import groupby
from pathlib import Path

import django
from django.conf import settings
from playwright.sync_api import BrowserContext, StorageState, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
django.setup()

from brisca_site.base.progress import Progress  # noqa: E402
from tests.browser.gallery.index import write_index  # noqa: E402
from tests.browser.gallery.moments import Way, ways  # noqa: E402
from tests.browser.gallery.opened import OPENED  # noqa: E402
from tests.browser.gallery.pages import PAGES, Shown  # noqa: E402
from tests.browser.gallery.prepared import Prepared, patient, prepare  # noqa: E402
from tests.browser.gallery.run import Finding, Gallery  # noqa: E402
from tests.browser.gallery.stage import LOCALES, PATIENCE  # noqa: E402
from tests.support.browser_people import Person  # noqa: E402
from tests.support.browser_site import ROOT, served  # noqa: E402
from tests.support.chromium import launch_chromium  # noqa: E402

OUT = ROOT / "var" / "gallery"
Found = tuple[list[Finding], int]


def tables(
    address: str,
    table: str,
    some: list[Way],
    out: Path | None,
    languages: list[str],
    *,
    opened_only: bool = False,
) -> Found:
    """Some ways of playing, in a process and a browser of its own."""
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        gallery = Gallery(browser, address, table, out, languages)
        for way in some:
            gallery.way(way, opened_only=opened_only)
        browser.close()
    return gallery.findings, gallery.checked


def other_pages(
    address: str, prepared: Prepared, some: list[Shown], out: Path | None, languages: list[str]
) -> Found:
    """Some pages, in a process and a browser of its own."""
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        gallery = Gallery(browser, address, out=out, languages=languages)

        def newcomer(language: str) -> StorageState:
            someone = patient(Person(browser, address, locale=LOCALES[language]))
            someone.sign_up(f"{language}-{some[0].name}"[:24])
            state = someone.context.storage_state()
            someone.context.close()
            return state

        kept: dict[tuple[str, str], StorageState] = {}

        def context_of(language: str, seen_by: str) -> BrowserContext:
            if seen_by == "newcomer" and (language, seen_by) not in kept:
                kept[language, seen_by] = newcomer(language)
            state = prepared.player if seen_by == "player" else kept.get((language, seen_by))
            made = browser.new_context(
                locale=LOCALES[language],
                storage_state=state,
                permissions=["clipboard-read", "clipboard-write"],
                reduced_motion="reduce",
            )
            # An account has chosen a language, which is not the one that is to be seen.
            made.add_cookies(
                [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": address}]
            )
            made.set_default_timeout(PATIENCE * 1000)
            made.set_default_navigation_timeout(PATIENCE * 1000)
            return made

        for one in some:
            gallery.page(one, context_of, one.path.format(**prepared.paths))
        browser.close()
    return gallery.findings, gallery.checked


def main() -> int:
    """Check all there is, keep pictures; the number of findings."""
    parser = argparse.ArgumentParser(prog="make gallery", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once")
    parser.add_argument("--only", default="", help="ways of playing whose name has this, no pages")
    parser.add_argument("--languages", default=",".join(LOCALES), help="which, such as es,en")
    parser.add_argument("--opened", action="store_true", help="what opens over tables alone")
    parser.add_argument("--sample", action="store_true", help="each in one language, by turns")
    parser.add_argument("--pages", action="store_true", help="pages alone, no tables")
    parser.add_argument("--tables", action="store_true", help="tables alone, no pages")
    parser.add_argument("--dry", action="store_true", help="check, and keep no pictures")
    given = parser.parse_args()
    every = list(dict.fromkeys(one.way for one in OPENED)) if given.opened else ways()
    chosen = [way for way in every if given.only in way.name and not given.pages]
    out = None if given.dry or given.only else OUT
    languages = given.languages.split(",")
    if out:
        clear(
            out, pages=not (given.tables or given.opened), tables=not (given.pages or given.opened)
        )
    findings: list[Finding] = []
    checked = 0
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)
            ready = prepare(browser, address, Path(folder))
            browser.close()
        with ProcessPoolExecutor(given.jobs) as pool:
            groups = [list(some) for _preset, some in groupby(chosen, lambda way: way.preset)]
            halves = [some[at::2] for some in groups for at in range(min(2, len(some)))]
            shares = [list(PAGES[at::6]) for at in range(6)]
            shares = [] if given.only or given.tables or given.opened else shares
            # By turns where only a sample is asked for, so that all languages are seen.
            turns = [[one] for one in languages] if given.sample else [languages]
            work = [
                pool.submit(other_pages, address, ready, some, out, turns[at % len(turns)])
                for at, some in enumerate(shares)
            ]
            work += [
                pool.submit(
                    tables,
                    address,
                    ready.table,
                    some,
                    out,
                    turns[at % len(turns)],
                    opened_only=given.opened,
                )
                for at, some in enumerate(halves)
            ]
            with Progress("gallery", len(work)) as progress:
                for done in as_completed(work):
                    found, count = done.result()
                    for what in dict.fromkeys(one.what for one in found):
                        print(next(one for one in found if one.what == what), flush=True)
                    findings += found
                    checked += count
                    progress.step()
    if out:
        parts = ("pages", "tables", "opened")
        part = next((name for name in parts if getattr(given, name)), "all")
        write_index(out, part, checked, sample=given.sample)
    return report(findings, checked)


def clear(out: Path, *, pages: bool, tables: bool) -> None:
    """Remove the pictures that are to be made anew."""
    for folder in out.glob("*/"):
        if pages if folder.name == "pages" else tables:
            shutil.rmtree(folder)


def report(findings: list[Finding], checked: int) -> int:
    """Say what was found: each sort once, with how often and where first."""
    sorts = Counter(one.what for one in findings)
    first = {one.what: one for one in reversed(findings)}
    for what, count in sorts.most_common():
        print(f"{count:5} x {first[what]}")
    print(f"{checked} looked at, {len(findings)} findings")
    return min(1, len(findings))


if __name__ == "__main__":
    sys.exit(main())
