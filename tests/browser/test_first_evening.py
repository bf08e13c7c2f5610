"""A first evening on a new site, from the first tap to the deal of the day after."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

from games.pages.daily_cookie import COOKIE_NAME
from tests.browser.test_pages import findings, fits
from tests.browser.test_puzzles import LOAD
from tests.support.browser_people import PHONE, Person, play_on
from tests.support.browser_site import run, served

NIGHT: Final = """
import django
django.setup()
from datetime import timedelta
from games.models import DailyDeal, DailyStreak
DailyDeal.objects.filter(tries=None).delete()
for deal in DailyDeal.objects.all():
    day = deal.day - timedelta(days=1)
    origin = f"d{day:%Y%m%d}"
    DailyDeal.objects.filter(pk=deal.pk).update(day=day, origin=origin)
for streak in DailyStreak.objects.all():
    DailyStreak.objects.filter(pk=streak.pk).update(last_day=streak.last_day - timedelta(days=1))
"""
"""Moves what was played today to yesterday: a night has passed, in which COOKIE_NAME expires."""


def is_sound(reader: Person) -> None:
    """Assert that the page fits its window, and that axe finds nothing in it."""
    assert fits(reader), reader.page.url
    assert findings(reader) == [], reader.page.url


def play_the_deal(reader: Person) -> None:
    """Play the deal of the day from its page, and come to its results."""
    reader.open("/daily/")
    is_sound(reader)
    reader.page.click("form[action$='/daily/play/'] button")
    reader.page.wait_for_url("**/t/**")
    play_on([reader], until=lambda: "See the results" in reader.ended())
    reader.page.click("text=See the results")
    reader.page.wait_for_url("**/daily/**")
    expect(reader.page.get_by_role("heading", level=1)).to_contain_text("points")
    is_sound(reader)


def first_match(reader: Person) -> None:
    """Start a match by one tap on the lit tree, play it, and come to the page after it."""
    reader.open("/")
    is_sound(reader)
    reader.page.click("[data-bots]")
    reader.page.wait_for_url("**/t/**")
    play_on([reader], until=lambda: "To the lobby" in reader.ended())
    reader.page.click("#end-dialog >> text=To the lobby")
    reader.page.wait_for_url(re.compile("/after/"))
    is_sound(reader)


def test_a_first_evening_leads_from_the_first_tap_to_the_second_deal_of_the_day(
    browser: Browser, own_folder: Path
) -> None:
    run(own_folder, LOAD)
    with served(own_folder) as address:
        reader = Person(browser, address, size=PHONE, still=True)
        first_match(reader)
        assert reader.page.locator(".first-week .done").count() >= 1
        reader.page.locator(".first-week .now .btn").click()
        reader.page.wait_for_load_state()
        assert "/after/" not in reader.page.url, "the list leads on"

        reader.open("/")
        reader.page.locator(".puzzle [name=card]:not([disabled])").first.click()
        reader.page.wait_for_selector(".puzzle .answer")
        is_sound(reader)

        play_the_deal(reader)
        points = re.search(r"\d+", reader.page.inner_text("h1"))
        assert points is not None

        reader.open("/accounts/signup/")
        carried = reader.page.locator("section[aria-labelledby=h-carried]").inner_text()
        assert re.search("match", carried)
        is_sound(reader)
        reader.sign_up("first-evening")
        is_sound(reader)
        reader.no_errors()

    run(own_folder, NIGHT)
    with served(own_folder) as address:
        kept = reader.context.cookies()
        reader.context.close()
        back = Person(browser, address, size=PHONE, still=True)
        back.context.add_cookies([row for row in kept if COOKIE_NAME not in row["name"]])
        back.open("/")
        assert "first-evening" in back.page.inner_text("h1")
        is_sound(back)
        play_the_deal(back)
        back.no_errors()
        back.context.close()
