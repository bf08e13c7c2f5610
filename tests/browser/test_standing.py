"""How one stands, in a browser: a pause, the strip of matches and the list of pauses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run

_LEAVER = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.models import MatchOutcome, PlayerPause
from games.services.players import player_for
player, now = player_for(User.objects.get(username={name!r})), timezone.now()
kinds = ["finished"] * 14 + ["returned"] + ["left", "finished", "left", "stalled"] * 4
for hours, kind in enumerate(reversed(kinds), start=1):
    at = now - timedelta(hours=hours)
    MatchOutcome.objects.create(player=player, kind=kind, pairs=True, at=at)
facts = dict(outcomes=30, weight=14.4, needed=12.0, streak=2, streak_needed=6, pauses=1)
for before in (timedelta(days=20), timedelta(minutes=2)):
    begun = now - before
    ends_at = begun + timedelta(minutes=22)
    PlayerPause.objects.create(
        player=player, starts_at=begun, ends_at=ends_at, minutes=22, facts=facts
    )
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_how_one_stands_is_accessible_and_fits(
    person: Callable[..., Person], folder: Path, theme: str
) -> None:
    player = person(size=PHONE, theme=theme, still=True)
    name = f"leaver-{theme}"
    player.sign_up(name)
    player.open("/standing/")
    assert fits(player)
    assert findings(player) == []
    run(folder, _LEAVER.format(name=name))
    for size in (PHONE, WIDE):
        player.page.set_viewport_size(size)
        player.open("/standing/")
        assert "A pause until" in player.page.inner_text("main")
        assert player.page.locator(".strip i").count() == 30
        assert fits(player)
        assert findings(player) == []
    player.page.focus("main a")
    for _ in range(3):
        if player.page.evaluate("document.activeElement.textContent.trim()") == "Play with bots":
            break
        player.page.keyboard.press("Tab")
    player.page.keyboard.press("Enter")
    player.page.wait_for_url("**/")
