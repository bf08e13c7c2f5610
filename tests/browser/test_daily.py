"""The deal of the day in a browser: before it is played, and what there is to see and share after."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person
from tests.support.browser_site import run

SMALLEST: ViewportSize = {"width": 320, "height": 640}
PLAYED = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.models import DailyTry, Match, Player
from games.models.matches import MatchStatus
from tests.stats.daily_tries import played_out
from tests.support.people import player_without_account
ana, now = Player.objects.get(name={name!r}), timezone.now()
if not DailyTry.objects.filter(player__name="Carme", daily__day=now.date()).exists():
    for number, name in enumerate(["Carme", "Aitor", "Nerea", "Iker", "Marta", "Joan", "Pau"]):
        played_out(player_without_account(name), now=now, bot="greedy", seed=number)
for days in (4, 2, 1, 0):
    played_out(ana, now=now - timedelta(days=days), bot="random", seed=3)
DailyTry.objects.filter(player__name="Carme", daily__day=now.date()).update(points=119)
DailyTry.objects.filter(player=ana, daily__day=now.date()).update(points=71)
# Their records have tricks alone: the site could not count them once it publishes the deal.
Match.objects.filter(status=MatchStatus.HELD).update(status=MatchStatus.ABANDONED)
"""
SHARED = "navigator.share = (data) => { window.shared = data.text; return Promise.resolve(); };"


def test_the_turned_card_is_shown_before_and_the_deal_is_begun_in_one_press(
    person: Callable[..., Person],
) -> None:
    reader = person(size=PHONE, touch=True, still=True)
    page = reader.open("/daily/")
    expect(page.locator(".wall .pack[role=img]")).to_be_visible()
    expect(page.locator("[data-hours]")).to_be_visible()
    assert fits(reader)
    page.get_by_role("button", name="Play the deal").tap()
    page.wait_for_url("**/t/**")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_result_is_compared_shared_and_seen_in_its_month(
    person: Callable[..., Person], folder: Path, theme: str
) -> None:
    reader = person(size=PHONE, theme=theme, still=True)
    name = reader.sign_up_as("lucia")
    run(folder, PLAYED.format(name=name))
    reader.page.add_init_script(SHARED)
    page = reader.open("/daily/")
    expect(page.get_by_role("heading", name="The deal of the day: 71 points")).to_be_attached()
    expect(page.locator(".wall .histogram .own")).to_be_visible()
    expect(page.get_by_text("Where you parted")).to_be_visible()
    assert findings(reader) == []
    page.get_by_role("button", name="Share").click()
    text = str(page.evaluate("window.shared"))
    assert text.splitlines()[1].startswith("71 ")
    assert set(text.splitlines()[2]) <= set("▲▽▬")
    assert page.locator(".days-grid .today a").get_attribute("aria-current") == "date"
    page.set_viewport_size(SMALLEST)
    assert fits(reader)
