"""A newcomer's first match leads to the page after it, and from there to the next one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person, play_on
from tests.support.browser_site import run

PLAYED = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.analysis import analyse
from games.models import Player
from games.services.analyses import ask_for_analysis, keep_analysis, record_of, take_analysis
from games.services.match_ends import store_match
from games.services.players import house_bot
from tests.stats.support import log_of
player, bot = Player.objects.get(name={name!r}), house_bot("greedy", 0)
ended = timezone.now()
log = log_of([player.name, bot.name], seed=player.name)
match = store_match(
    log=log, players=[player, bot], started_at=ended - timedelta(minutes=5), finished_at=ended
)
ask_for_analysis(match_id=match.public_id)
while (taken := take_analysis(worker="browser", now=ended)) is not None:
    keep_analysis(taken=taken, body=analyse(record_of(taken), worlds=50).body, now=timezone.now())
"""


def test_a_first_match_against_a_bot_ends_on_the_page_after_it(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    ana.open("/")
    ana.page.click("[data-bots]")
    ana.page.wait_for_url(re.compile("/t/"))
    play_on([ana], until=lambda: "To the lobby" in ana.ended())
    ana.page.click("#end-dialog >> text=To the lobby")
    ana.page.wait_for_url(re.compile("/after/"))
    assert "Your first match" in ana.page.inner_text("h1")
    assert findings(ana) == []
    ana.page.locator(".wall .btn.pri").focus()
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url(re.compile("/t/"))
    ana.wait_for_hand()
    ana.no_errors()


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}])
def test_the_pages_after_a_match_and_of_the_week_fit_a_phone(
    person: Callable[..., Person], folder: Path, size: dict[str, int]
) -> None:
    ana = person(size=size, still=True)
    name = ana.sign_up_as("Ana")
    run(folder, PLAYED.format(name=name))
    ana.open("/week/")
    ana.page.click("text=See it >> nth=0")
    ana.page.wait_for_url(re.compile("/matches/"))
    match = re.search("/matches/([0-9a-f]+)/", ana.page.url)
    assert match is not None
    for path in ("/week/", f"/after/{match[1]}/"):
        ana.open(path)
        assert fits(ana), path
        assert findings(ana) == [], path
    ana.no_errors()
