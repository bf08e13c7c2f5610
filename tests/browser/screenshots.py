"""Makes pictures of tables and pages: `make screenshots`. Those that documents show go to docs/images."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from brisca_site.base.progress import Progress
from tests.support.browser_people import PHONE, SIDEWAYS, WIDE, Person, Theme, play_on
from tests.support.browser_site import ROOT, served
from tests.support.chromium import launch_chromium

SHOWN = ROOT / "docs" / "images"
OUT = ROOT / "var" / "screenshots"
KEPT = frozenset({"table-4-wide"})
"""Pictures that documents show; the others are looked at and not kept."""
ROOM = (1024, 640)
"""Largest width and height of these, in pixels: as wide as a page that shows them."""
LAID = 3
"""Tricks played before a table is taken, so that there is a last trick and points."""


def take(person: Person, name: str) -> None:
    """Take a picture when nothing moves any more."""
    person.page.wait_for_timeout(900)
    # A quarter of the bytes of a PNG, and the eye sees no difference.
    with Image.open(io.BytesIO(person.page.screenshot())) as picture:
        if name in KEPT:
            picture.thumbnail(ROOM)
        picture.convert("RGB").save(
            (SHOWN if name in KEPT else OUT) / f"{name}.webp", quality=62, method=6
        )


def table(browser: Browser, address: str, seating: str) -> str:
    """Pictures of a table in play, wide and on a phone; the address of the person's match."""
    someone = Person(browser, address, size=WIDE, still=True)
    someone.sign_up(f"Lucia-{seating}")
    someone.open_table(seating=seating, target="1", clock="slow")
    if seating == "4":
        take(someone, "table-waiting-wide")
    someone.page.click("text=Start with bots")
    someone.wait_for_hand()
    played = 0

    def count() -> None:
        nonlocal played
        played += 1

    def ready() -> bool:
        return played >= LAID and someone.to_play() and bool(someone.on_table() or seating == "2")

    play_on([someone], until=ready, each=count)
    take(someone, f"table-{seating}-wide")
    someone.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    someone.page.set_viewport_size(PHONE)
    someone.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    take(someone, f"table-{seating}-phone")
    someone.page.set_viewport_size(SIDEWAYS)
    take(someone, f"table-{seating}-lying")
    someone.page.set_viewport_size(WIDE)
    if seating != "2":
        someone.context.close()
        return ""
    play_on([someone], until=lambda: "Review the match" in someone.ended())
    take(someone, "match-end-wide")
    someone.page.click("text=Review the match")
    someone.page.wait_for_selector(".moves")
    for _ in range(12):
        someone.page.keyboard.press("ArrowRight")
    take(someone, "review-wide")
    someone.page.set_viewport_size(PHONE)
    take(someone, "review-phone")
    match = someone.page.url
    someone.context.close()
    return match


def family(browser: Browser, address: str) -> None:
    """Pictures of what other games of the family show: an auction, signs, and choosing rules."""
    someone = Person(browser, address, size=WIDE, still=True)
    someone.sign_up("Lucia-family")
    someone.open("/tables/new/?preset=chiamata&players=5&clock=none")
    take(someone, "choosing-wide")
    someone.page.click("text=Open the table")
    someone.page.click("text=Start with bots")
    someone.wait_for_hand()
    someone.page.wait_for_selector("[aria-label='Your bid']", timeout=60_000)
    take(someone, "table-5-auction-wide")
    someone.page.set_viewport_size(PHONE)
    take(someone, "table-5-auction-phone")
    someone.open(
        "/tables/new/?preset=ludoteka&players=4&clock=none&o.talk.mode=senas&o.talk.seen_by=gaze"
    )
    someone.page.click("text=Open the table")
    someone.page.click("text=Start with bots")
    someone.wait_for_hand()
    someone.page.click("[aria-label='Signs']")
    take(someone, "table-4-signs-phone")
    someone.context.close()


def pages(browser: Browser, address: str) -> None:
    """Pictures of the pages that everybody sees."""
    host = Person(browser, address)
    host.sign_up("Carmen")
    host.open_table(seating="4")
    looks: tuple[tuple[Theme, ViewportSize, str], ...] = (
        ("light", WIDE, "wide"),
        ("dark", WIDE, "wide-dark"),
        ("light", PHONE, "phone"),
    )
    for theme, size, suffix in looks:
        guest = Person(browser, address, size=size, theme=theme)
        guest.open("/")
        guest.page.wait_for_timeout(500)
        take(guest, f"lobby-{suffix}")
        guest.context.close()
    host.context.close()


def main() -> None:
    """All pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    tables = ("2", "3", "4", "6")
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch_chromium(playwright)
        with Progress("pictures", len(tables) + 2) as progress:
            for seating in tables:
                table(browser, address, seating)
                progress.step()
            family(browser, address)
            progress.step()
            pages(browser, address)
            progress.step()
        browser.close()


if __name__ == "__main__":
    main()
