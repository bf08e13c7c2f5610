"""The review of games beyond the base: every step by keyboard, every deck proved by the page."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run
from tests.support.long_tests import first_is_short

GAMES = {
    "chiamata": (5, ["match.max_deals=2"]),
    "chiamata_buia": (5, ["match.max_deals=2", "deck.french=kqj"]),
    "rematada": (3, ["match.max_deals=2"]),
    "mariaje": (4, ["teams=pairs", "match.max_deals=1"]),
    "scoperta": (2, ["match.target=1", "deck.french=all52", "open_stock=top"]),
}


_PLAY = """
import django
from django.core.management import call_command
django.setup()
for preset, (players, options) in {games!r}.items():
    chosen = [f"--option={{one}}" for one in options]
    call_command("play_bots", "--preset", preset, "--players", str(players), "--matches=1", *chosen)
"""


def hand_is_free(someone: Person) -> bool:
    """Whether every card of the own hand shows its upper left corner, and the controls lie below."""
    return bool(
        someone.page.evaluate(
            """() => {
              const top = document.querySelector('.controls').getBoundingClientRect().top;
              return [...document.querySelectorAll('.rp.me .card')].every((card) => {
                const { left, top: high, bottom } = card.getBoundingClientRect();
                const there = document.elementFromPoint(left + 6, high + 6);
                return card.contains(there) && bottom <= top;
              });
            }"""
        )
    )


def told(address: str) -> Any:
    """What the API answers."""
    with urllib.request.urlopen(address, timeout=20) as answer:
        return json.load(answer)


@pytest.fixture(scope="session")
def records(folder: Path, address: str) -> dict[str, dict[str, Any]]:
    """The record of a match of each game, that bots have just played on the site."""
    run(folder, _PLAY.format(games=GAMES))
    found = {}
    for preset in GAMES:
        match = told(f"{address}/api/v1/matches/?preset={preset}&limit=1")["results"][0]["id"]
        found[preset] = told(f"{address}/api/v1/matches/{match}/record/")
    return found


@pytest.mark.parametrize("preset", first_is_short(GAMES))
def test_a_match_is_gone_through_by_keyboard_and_its_decks_are_proved(
    person: Callable[..., Person], records: dict[str, dict[str, Any]], preset: str
) -> None:
    record = records[preset]
    reader = person(size=WIDE, still=True)
    page = reader.open(f"/matches/{record['match']}/")
    page.wait_for_selector("#proofs .badge.ok")
    assert "checked" in page.inner_text("#proofs")
    page.wait_for_selector("#board .say")
    told = [
        one for one in record["deals"][0]["actions"] if one["type"] not in ("cut", "arm_exchange")
    ]
    tricks = [one for one in record["deals"][0]["tricks"] if one["winner"] is not None]
    seen = [page.evaluate("location.hash")]
    while seen[-1] != "#d1end":
        page.keyboard.press("ArrowRight")
        seen.append(page.evaluate("location.hash"))
        assert len(seen) < 400
        assert page.inner_text(".say").strip()
    assert len(set(seen[1:])) == len(seen) - 1
    assert len([one for one in seen if "c" in one or "a" in one]) == sum(
        one["type"] not in ("exchange", "claim") for one in told
    )
    assert sum(bool(re.fullmatch(r"#d1t\d+", one)) for one in seen) == len(tricks)
    assert findings(reader) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("preset", ["chiamata", "rematada"])
def test_large_hands_and_the_auction_fit_a_phone(
    person: Callable[..., Person], records: dict[str, dict[str, Any]], preset: str, theme: str
) -> None:
    record = records[preset]
    reader = person(size=PHONE, theme=theme, still=True)
    number = next(deal["number"] for deal in record["deals"] if deal["contract"])
    for place in ("a1", "t1c2", "t4", "end"):
        page = reader.open(f"/matches/{record['match']}/#d{number}{place}")
        page.reload()
        page.wait_for_selector("#proofs .badge.ok")
        assert page.evaluate("location.hash") == f"#d{number}{place}"
        assert fits(reader), place
        cards = page.locator("#board .rp .card").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect())"
            ".filter(r => r.left < 0 || r.right > innerWidth).length"
        )
        assert cards == 0, place
        assert hand_is_free(reader), place
        assert findings(reader) == [], place


def test_one_leads_the_other_follows_and_both_see_what_is_tried(
    person: Callable[..., Person], records: dict[str, dict[str, Any]], address: str
) -> None:
    match = records["scoperta"]["match"]
    one, other = person(still=True), person(size=PHONE, still=True)
    page = one.open(f"/matches/{match}/")
    page.get_by_role("button", name="Look at it together").click()
    page.get_by_role("button", name="Lead", exact=True).click()
    room = page.locator("#together")
    expect(room).to_contain_text("You lead.")
    shared = page.url.removeprefix(address).split("#")[0]
    assert "room=" in shared
    follower = other.open(shared)
    expect(follower.locator("#together")).to_contain_text("2 people here. A guest leads.")
    page.get_by_role("button", name="Next trick (])").click()
    page.wait_for_url("**#d1t1c2")
    follower.wait_for_url("**#d1t1c2")
    page.locator(".rp button.card:not([aria-disabled])").first.click()
    expect(page.locator(".varied figure").first).to_be_visible()
    expect(follower.locator(".varied figure").first).to_be_visible()
    tried = "[...document.querySelectorAll('.varied figure [role=img]')].map(e => e.ariaLabel)"
    assert page.evaluate(tried) == follower.evaluate(tried)
    assert fits(other)
    assert findings(other) == []
    assert findings(one) == []
    page.get_by_role("button", name="Back to the match", exact=True).click()
    expect(follower.locator(".varied")).to_have_count(0)
    assert page.url.endswith("#d1t1c2")
