"""A person at a browser: what they see and do, in the words of the page (in English)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    ViewportSize,
)

Theme: TypeAlias = Literal["light", "dark"]

WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
SIDEWAYS: Final[ViewportSize] = {"width": 844, "height": 390}
"""A phone held across."""

AT_REST = """() => Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.playState === "running")
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished),
)"""
"""Waits until what moves or fades has come to its end."""

TO_PLAY = """() => Boolean(
  document.querySelector(".mine .seat[data-turn]")
    && document.querySelector(".hand .card")
    && !document.querySelector(".hand [aria-busy=true]"),
)"""


def press_when_settled(page: Page) -> None:
    """Make key presses on a page wait until new controls accept them, as people do."""
    settling = page.locator("[data-settling]").first
    page.add_locator_handler(settling, lambda: None)
    press = page.keyboard.press

    def settled_press(key: str, *, delay: float | None = None) -> None:
        settling.wait_for(state="hidden")
        press(key, delay=delay)

    vars(page.keyboard)["press"] = settled_press


class Person:
    """A simulated person: a browser window with its own session, whose errors are recorded."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: ViewportSize | None = None,
        theme: Theme = "light",
        locale: str = "en-GB",
        still: bool = False,
        touch: bool = False,
    ) -> None:
        self.address = address
        self.touch = touch
        self.context: BrowserContext = browser.new_context(
            viewport=size or WIDE,
            locale=locale,
            color_scheme=theme,
            reduced_motion="reduce" if still else "no-preference",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(40_000)
        self.wrong: list[str] = []
        self.played_at = 0.0
        self.page: Page = self.watch(self.context.new_page())

    def watch(self, page: Page) -> Page:
        """Record a page's errors (scripts, content policy, HTTP answers) in `wrong`; return it."""

        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.wrong.append(f"console: {message.text}")

        def answered(response: Response) -> None:
            if response.status >= 400:
                self.wrong.append(f"{response.status}: {response.url}")

        press_when_settled(page)
        page.on("console", said)
        page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        page.on("response", answered)
        return page

    def open(self, path: str) -> Page:
        """Open a path of the site in the person's window; return the page."""
        self.page.goto(self.address + path)
        return self.page

    def sign_up(self, name: str) -> None:
        """Create an account with this name by the site's form."""
        self.open("/accounts/signup/")
        self.page.fill("[name=username]", name)
        self.page.fill("[name=password1]", "siete-de-oros-1932")
        self.page.locator("form:has([name=username]) button").last.click()
        self.page.wait_for_url(lambda url: "signup" not in url)

    def sign_up_as(self, word: str) -> str:
        """Create an account, and return its name: `word` and a random ending."""
        name = f"{word}-{secrets.token_hex(3)}"
        self.sign_up(name)
        return name

    def see_table(self, words: str) -> None:
        """Wait until the lobby lists a table with these words, showing new tables if needed."""
        row = self.page.locator(f"#tables li:has-text('{words}')")
        more = self.page.locator("#tables-new:visible")
        row.or_(more).first.wait_for()
        if not row.count():
            more.click()
        row.first.wait_for()

    def open_table(self, *, seating: str = "2", target: str = "3", clock: str = "none") -> str:
        """Open a table by the site's form; return the path of the table."""
        self.open("/tables/new/")
        self.page.check(f"[name=seating][value='{seating}']", force=True)
        self.page.fill("[name='o.match.target']", target)
        self.page.select_option("[name=clock]", clock)
        self.page.click("text=Open the table")
        self.page.wait_for_selector(".mt")
        return "/t/" + self.page.url.split("/t/")[1]

    def wait_until(self, script: str, arg: object = None, seconds: float = 20) -> None:
        """Wait until a script returns a true value.

        Playwright's own function for this is forbidden by the page's content policy.
        """
        limit = time.monotonic() + seconds
        while not self.page.evaluate(script, arg):
            assert time.monotonic() < limit, script
            self.page.wait_for_timeout(30)

    def rest(self) -> None:
        """Wait until nothing on the page moves or fades any more."""
        self.page.evaluate(AT_REST)

    # -- at the table ------------------------------------------------------------------------------

    def wait_for_hand(self) -> None:
        """Wait until the person's first cards are dealt, cutting the deck if asked."""
        self.page.wait_for_selector(".hand .card, #cut-at")
        self.cut()
        self.page.wait_for_selector(".hand .card")

    def cut(self) -> bool:
        """Cut the deck in the middle if this person should; return True if so."""
        # The button may go under the finger, when the clock was quicker.
        cuts = bool(
            self.page.evaluate(
                """() => {
                  const button = document.querySelector('.cutter .pri');
                  button?.click();
                  return Boolean(button);
                }"""
            )
        )
        if cuts:
            self.page.wait_for_selector(".cutter", state="detached")
        return cuts

    def hand(self) -> list[str]:
        """Return the codes of the cards in the person's hand."""
        codes: list[str] = self.page.eval_on_selector_all(
            ".hand .card", "all => all.map(e => e.dataset.code)"
        )
        return codes

    def to_play(self) -> bool:
        """Return True if it is this person's turn and no card is moving."""
        return bool(self.page.evaluate(TO_PLAY))

    def wait_for_turn(self) -> None:
        """Wait for the first cards and then for this person's turn."""
        self.wait_for_hand()
        self.page.wait_for_selector(".mine .seat[data-turn]")
        while not self.to_play():
            self.page.wait_for_timeout(30)

    def on_table(self) -> list[str]:
        """Return the codes of the cards in the trick on the table."""
        codes: list[str] = self.page.eval_on_selector_all(
            ".trick .play", "all => all.map(e => e.dataset.card)"
        )
        return codes

    def play(self, index: int = 0) -> str:
        """Tap a card of the hand once it lies still; return its code once the server has it."""
        self.rest()
        # What is pressed so soon after a card is the same press.
        self.page.wait_for_timeout(max(0.0, 450 - 1000 * (time.monotonic() - self.played_at)))
        card = self.page.locator(".hand .card").nth(index)
        code = card.get_attribute("data-code") or ""
        (card.tap if self.touch else card.click)()
        self.played_at = time.monotonic()
        self.page.wait_for_selector(f".hand .card[data-code={code}]", state="detached")
        return code

    def ended(self) -> str:
        """Return the text of the dialog at the end of a deal or match; "" during play."""
        return str(self.page.evaluate("document.querySelector('#end-dialog')?.innerText || ''"))

    def no_errors(self) -> None:
        """Assert that nothing went wrong in this window."""
        assert not self.wrong, self.wrong


def play_on(
    people: list[Person],
    *,
    until: Callable[[], bool],
    seconds: float = 150,
    each: Callable[[], None] = lambda: None,
    next_deal: bool = True,
) -> None:
    """Let all these people play their first card on each turn, until `until` returns True.

    After each deal they go on, unless told to stay where it ended.
    """
    limit = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < limit, [person.page.inner_text(".say") for person in people]
        moved = False
        for person in people:
            if person.ended():
                if not next_deal:
                    continue
                ready = person.page.query_selector("#end-dialog .pri:not([aria-busy=true])")
                if ready and "Next deal" in ready.inner_text():
                    # The dialog may close under the finger, when another was quicker.
                    person.page.evaluate("document.querySelector('#end-dialog .pri')?.click()")
                    moved = True
            elif person.cut():
                moved = True
            elif person.to_play():
                person.play()
                moved = True
                each()
        if not moved:
            people[0].page.wait_for_timeout(40)
