"""Choosing rules in a browser: what is said as one changes them, and the table that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person

TALK = "[name='o.talk.mode']"
OPEN_HANDS = "[name='o.open_hands'][type=checkbox]"
WHY_TALK = "[id='why-talk.mode']"


def wait_said(person: Person, selector: str, text: str) -> None:
    """Wait until a part of the page says this."""
    script = "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)"
    person.wait_until(script, [selector, text])


def test_a_table_is_opened_with_changed_rules(person: Callable[..., Person]) -> None:
    host = person(size=PHONE, still=True)
    page = host.open("/tables/new/")
    page.check("[name=seating][value='4']", force=True)
    page.check("[name=preset][value=catalan]", force=True)
    assert page.evaluate("document.querySelector('main').offsetHeight") <= 1400
    button = page.locator("[type=submit].big").bounding_box()
    assert button
    assert button["y"] < PHONE["height"]
    page.click("summary:has-text('Change rules')")
    page.click("[data-group=partners] > summary")
    page.wait_for_selector(f"{TALK}:visible")
    assert not page.is_visible("[name='o.talk.truth']")

    page.select_option(TALK, "senas")
    page.wait_for_selector("[name='o.talk.truth']:visible")
    wait_said(host, "[data-changes]", "How partners talk: with signs")
    wait_said(host, "[data-group=partners] [data-count]", "1 changed")
    page.click("[data-group=open] > summary")
    page.check(OPEN_HANDS)
    wait_said(host, WHY_TALK, "open hands leave nothing to tell")
    assert page.get_attribute("[type=submit]", "aria-disabled") == "true"
    assert fits(host)
    assert findings(host) == []

    page.click("[data-problems] button:has-text('All hands lie open')")
    host.wait_until("selector => !document.querySelector(selector).textContent", WHY_TALK)
    wait_said(host, "[data-sections]", "Signs are seen by partners alone.")
    assert page.get_attribute("[type=submit]", "aria-disabled") is None

    page.fill("[name='o.match.target']", "1")
    wait_said(host, "[data-changes]", "To win the match: 1")
    link = page.get_attribute("[data-act=copy]", "data-copy") or ""
    assert parse_qs(urlsplit(link).query) == {
        "preset": ["catalan"],
        "players": ["4"],
        "o.talk.mode": ["senas"],
        "o.match.target": ["1"],
    }
    page.click("text=Open the table")
    page.wait_for_selector(".mt")
    assert "To win the match: 1" in page.inner_text(".chips")
    rules = page.get_attribute("a:has-text('All the rules')", "href") or ""
    host.open(rules)
    assert "Rules like Catalan Brisca" in page.inner_text("h1")
    assert fits(host)
    assert findings(host) == []

    friend = person(size=PHONE)
    friend.open(link.removeprefix(friend.address))
    assert friend.page.is_checked("[name=preset][value=catalan]")
    assert friend.page.input_value(TALK) == "senas"


def test_a_game_brings_its_number_of_players_and_a_number_its_game(
    person: Callable[..., Person],
) -> None:
    host = person()
    page = host.open("/tables/new/")
    page.click("[data-others] > summary")
    page.check("[name=preset][value=chiamata]", force=True)
    assert page.is_checked("[name=seating][value='5']")
    wait_said(host, "[data-line]", "Briscola Chiamata, 5: each alone")
    page.check("[name=seating][value='3']", force=True)
    assert page.is_checked("[name=preset][value=ludoteka]")
    wait_said(host, "[data-line]", "Classic Brisca, 3: each alone")
    arrastre = "[name='o.arrastre'][type=checkbox]"
    page.check("[name=preset][value=catalan]", force=True)
    host.wait_until("selector => document.querySelector(selector).checked", arrastre)
    assert "changed" not in page.inner_text(".tn-go")


def test_rules_are_changed_by_keyboard_and_the_focus_stays(person: Callable[..., Person]) -> None:
    host = person()
    page = host.open("/tables/new/")
    page.check("[name=seating][value='4']", force=True)
    for summary in ("summary:has-text('Change rules')", "[data-group=partners] > summary"):
        page.wait_for_selector(f"{summary}:visible")
        page.focus(summary)
        page.keyboard.press("Enter")
    page.wait_for_selector(f"{TALK}:visible")
    page.focus(TALK)
    page.keyboard.press("ArrowDown")  # not at all, as usual; by signs
    page.wait_for_selector("[name='o.talk.truth']:visible")
    assert page.evaluate("document.activeElement.name") == "o.talk.mode"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "o.talk.truth"

    page.click("[data-group=open] > summary")
    page.check(OPEN_HANDS)
    page.focus("[data-problems] button:has-text('How partners talk')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "o.talk.mode"
    page.focus("button:has-text('All as usual')")
    page.keyboard.press("Enter")
    page.wait_for_selector("button:has-text('All as usual')", state="hidden")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert not page.is_checked(OPEN_HANDS)


def test_a_table_is_opened_without_script(person: Callable[..., Person]) -> None:
    host = person()
    plain = host.context.browser.new_context(java_script_enabled=False, locale="en-GB")
    page = plain.new_page()
    page.goto(f"{host.address}/tables/new/?preset=briscola")
    page.click("summary:has-text('Change rules')")
    page.click("summary:has-text('Rules that change nothing')")
    page.select_option(TALK, "senas", force=True)
    page.click("text=Open the table")
    assert "signs and talk are for partners" in page.inner_text("[data-errors]")
    page.check("[name=seating][value='4']", force=True)
    page.click("text=Open the table")
    page.wait_for_url("**/t/**")
    plain.close()
