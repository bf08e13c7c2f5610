"""Two pairs agree on the time of their match, by keyboard, on a phone and wide."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run

SHOTS = os.environ.get("LEAGUE_SHOTS")
_LEAGUE = """
import django; django.setup()
from datetime import date, timedelta
from django.db import transaction
from accounts.models import User
from games.leagues.rules.season_dates import local
from games.leagues.models import LeagueEntrant, LeagueMember
from games.models import Player
from games.leagues.services import ticker
from games.leagues.services.creating import LeagueOptions, create_league
from games.leagues.services.directing import set_result
from games.services.players import player_for
monday = date.fromisoformat({monday!r})
begins = local("Europe/Madrid", monday)
chosen = LeagueOptions(name="Liga de otoño", starts_on=monday)
with transaction.atomic():  # the site's own ticker waits
    league = create_league(organiser=None, chosen=chosen, now=begins - timedelta(days=9))
    season = league.seasons.get()
    for number in range(16):
        entrant = LeagueEntrant.objects.create(season=season, number=number + 1, status="entered")
        for index, name in enumerate((f"Jugadora{{number}}", f"Jugador{{number}}")):
            player = Player.objects.create(name=name)
            LeagueMember.objects.create(season=season, entrant=entrant, player=player, index=index)
    ticker.tick(now=begins)
match = season.fixtures.filter(round=2, division__level=1).first()
for side, name in ((match.home, "liga-ana"), (match.away, "liga-eva")):
    player = player_for(User.objects.get(username=name))
    LeagueMember.objects.filter(entrant=side, index=0).update(player=player)
for row in season.fixtures.filter(round=1):
    set_result(fixture=row, actor=None, home_vp=12.5, away_vp=7.5, reason="Played at one table")
"""


def looks_right(one: Person, name: str) -> None:
    """The page fits and is accessible, on a phone and wide."""
    for size, kind in ((WIDE, "wide"), (PHONE, "phone")):
        one.page.set_viewport_size(size)
        if SHOTS:
            one.page.screenshot(path=Path(SHOTS) / f"{name}-{kind}.png", full_page=True)
        assert fits(one)
        assert findings(one) == []


def test_two_sides_agree_on_a_time(person: Callable[..., Person], folder: Path) -> None:
    ana, eva = (person(size=PHONE, still=True) for _ in range(2))
    ana.sign_up("liga-ana")
    eva.sign_up("liga-eva")
    today = timezone.now().date()
    monday = today - timedelta(days=today.weekday(), weeks=1)
    run(folder, _LEAGUE.format(monday=monday.isoformat()))

    ana.open("/leagues/")
    looks_right(ana, "list")
    ana.page.click("text=Liga de otoño")
    ana.page.wait_for_selector("text=Down to division 2")
    looks_right(ana, "league")
    ana.page.focus("summary:has-text('Propose')")
    ana.page.keyboard.press("Enter")
    # the Wednesday of the week to catch up
    ana.page.fill("[name=at]", f"{monday + timedelta(weeks=7, days=2)}T20:30")
    ana.page.click("text=Propose it")
    ana.page.wait_for_selector("text=They have not answered yet")
    looks_right(ana, "proposed")

    eva.open("/leagues/")
    eva.page.click("text=Liga de otoño")
    eva.page.focus("text=We play then")
    eva.page.keyboard.press("Enter")
    eva.page.wait_for_selector("text=liga-eva agreed to")
    looks_right(eva, "match")

    ana.open("/leagues/new/")
    ana.page.fill("[name=name]", "Liga de Ana")
    ana.page.keyboard.press("Tab")
    ana.page.wait_for_selector("[data-sentence]:has-text('If nobody agrees before that day')")
    looks_right(ana, "new")
    for one in (ana, eva):
        one.no_errors()
