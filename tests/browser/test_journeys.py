"""Whole matches by other ways than a mouse: by keyboard and ear, and by touch on a small phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.browser.ear import Ear
from tests.support.browser_people import Person

SMALL = {"width": 360, "height": 640}
ONE_DEAL = "/tables/new/?preset=ludoteka&players={players}&clock=none"
ONE_DEAL += "&o.match.target=1&o.match.max_deals=1"


def test_a_match_is_played_by_keyboard_and_ear_from_lobby_to_rematch(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    ear = Ear(ana)
    ana.open("/")
    ear.go_to("link", "^Open a table$")
    ear.press("Enter")
    ear.wait_for("button", "^Open the table$")
    # A match of one deal, as a bookmark has it; the form of the rules has a test of its own.
    ana.open(ONE_DEAL.format(players=6))
    ear.go_to("button", "^Open the table$", most=120)
    ear.press("Enter")
    ear.wait_for("button", "^Start with bots$")
    ear.go_to("button", "^Start with bots$")
    ear.press("Enter")

    story: list[str] = []
    played = 0
    while (now := ear.until(lambda: _asked(ear, story), "a turn or the end")) != "end":
        if now == "cut":
            ear.go_to("button", "^Cut here$")
            ear.press("Enter")
            ear.until(lambda: not ear.find("button", "^Cut here$"), "the cut")
            continue
        ana.page.wait_for_timeout(450)  # a card so soon after another would be the same press
        ear.press("1")
        card = ear.focused()
        assert card
        assert card.role == "button"
        assert re.search(r"^\w+ of (coins|cups|swords|clubs)", card.name), card.name
        name = f"^{re.escape(card.name)}$"
        ear.press("Enter")
        ear.until(lambda name=name: not ear.find("button", name), "the card to leave the hand")
        played += 1
    assert 0 < played <= 8  # others may take the rest before
    ear.until(lambda: "End of the deal." in ear.heard(), "the account of the end")
    assert "the match" in ear.find("dialog", "")[0].text.lower()
    for words in ("Your cards:", "Trumps:", "It is your turn.", "You play", " plays "):
        assert words in " ".join(story), words
    ear.go_to("button", "^Play again")
    ear.press("Enter")
    ear.until(
        lambda: ear.find("list", "^Your hand, 3 cards$") or ear.find("button", "^Cut here$"),
        "the next match",
    )


def _asked(ear: Ear, story: list[str]) -> str:
    """What there is to do: `cut`, `play`, `end`, or nothing yet; adds to the story what is heard."""
    nodes = ear.nodes()
    called = " ".join(one.text for one in nodes if one.role == "alert")
    story += [called, *(one.text for one in nodes if one.role == "status")]
    if any(one.role == "dialog" for one in nodes):
        return "end"
    if "It is your turn." not in called:
        return ""
    return "cut" if "Cut the deck." in called else "play"


def test_a_match_is_played_by_touch_on_a_small_phone(person: Callable[..., Person]) -> None:
    ana = person(size=SMALL, still=True, touch=True)
    page = ana.page
    finger = ana.context.new_cdp_session(page)

    def touch(x: float, y: float, to_y: float | None = None) -> None:
        """Tap, or swipe up or down."""
        way = [y] if to_y is None else [y + (to_y - y) * step / 4 for step in range(5)]
        for step, at in enumerate(way):
            kind = "touchMove" if step else "touchStart"
            finger.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]}
            )
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def tap(selector: str) -> None:
        """Tap what shows, once it lies still."""
        page.locator(selector).first.tap()

    ana.open(ONE_DEAL.format(players=4))
    tap("button:has-text('Open the table')")
    page.wait_for_selector("text=Start with bots")
    tap("text=Start with bots")
    played = 0
    while "Play again" not in ana.ended():
        if page.query_selector(".cutter .pri"):
            tap(".cutter .pri")
            page.wait_for_selector(".cutter", state="detached")
        elif ana.to_play() and not ana.ended():
            page.wait_for_timeout(450)  # a card so soon after another press would be the same press
            code, x, top, height = page.eval_on_selector(
                ".hand li:last-child .card",
                """card => {
                  const { x, y, width, height } = card.getBoundingClientRect();
                  return [card.dataset.code, x + width / 2, y, height];
                }""",
            )
            assert top + height <= SMALL["height"]
            y = top + height * 0.7
            # By turns a tap, and a throw of the card onto the table.
            touch(x, y, to_y=y - 1.2 * height if played % 2 else None)
            page.wait_for_selector(f".hand .card[data-code={code}]", state="detached")
            played += 1
        page.wait_for_timeout(30)
    assert 0 < played <= 10
    page.wait_for_selector("[data-proof=ok]")  # nothing in the dialog moves any more
    tap("text=Play again")
    ana.wait_for_hand()
