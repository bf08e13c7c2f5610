"""A club lives: founded by one, entered by link on a phone, talked in, and left by being removed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run

_OLD = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.models import Match, Player, Ruleset, Seat
from games.services.players import player_for
user, now = User.objects.get(username="club-ana"), timezone.now()
player = player_for(user)
Player.objects.filter(pk=player.pk).update(registered_at=now - timedelta(days=30))
rules, _ = Ruleset.objects.get_or_create(
    hash="sha256:" + "c" * 64, preset="ludoteka", options={}
)
for number in range(20):
    match = Match.objects.create(
        ruleset=rules, preset="ludoteka", players=2, pool="2", sides=[[0], [1]], first_dealer=0,
        status="abandoned",
    )
    Seat.objects.create(
        match=match, seat=0, side=0, player=player, kind="human", finished_at=now
    )
"""


def looks_right(one: Person) -> None:
    """The page fits and is accessible, on a phone and wide."""
    for size in (WIDE, PHONE):
        one.page.set_viewport_size(size)
        assert fits(one)
        assert findings(one) == []


def test_a_club_lives(person: Callable[..., Person], folder: Path) -> None:
    ana, eva = (person(size=PHONE, still=True) for _ in range(2))
    ana.sign_up("club-ana")
    eva.sign_up("club-eva")
    run(folder, _OLD)

    ana.open("/community/")
    looks_right(ana)
    ana.page.click("main h2 a:has-text('Clubs')")
    looks_right(ana)
    ana.page.click("text=Found a club")
    ana.page.fill("[name=name]", "El Siete de la calle larguísima")
    ana.page.fill("[name=handle]", "el-siete")
    ana.page.focus("[name=emblem][value=O7]")
    ana.page.keyboard.press("ArrowRight")
    assert ana.page.input_value("[name=emblem]:checked") == "O8"
    looks_right(ana)
    ana.page.click("text=Found the club")
    ana.page.locator("h1", has_text="El Siete").wait_for()
    looks_right(ana)
    ana.page.click("nav.tabs >> text=Members")
    ana.page.click("text=Make a link")
    link = ana.page.input_value(".link-field")
    looks_right(ana)

    eva.page.goto(link)
    looks_right(eva)
    eva.page.click("text=Enter the club")
    eva.page.locator("h1", has_text="El Siete").wait_for()
    assert "2 members" in eva.page.inner_text("main")
    eva.page.click("nav.tabs >> text=Talk")
    eva.page.fill("[name=text]", "Buenas tardes a todos")
    eva.page.keyboard.press("Tab")
    eva.page.keyboard.press("Enter")
    eva.page.wait_for_selector(".post-text")
    looks_right(eva)

    ana.open("/clubs/el-siete/talk/")
    ana.page.click("main a:has-text('Answer')")
    ana.page.fill("[name=text]", "Buenas")
    ana.page.click("text=Send")
    ana.page.wait_for_selector(".quoted")
    looks_right(ana)
    for path in ("settings/", "log/", "season/"):
        ana.open(f"/clubs/el-siete/{path}")
        looks_right(ana)
    ana.open("/clubs/el-siete/members/")
    ana.page.click("summary:has-text('Manage')")
    looks_right(ana)
    ana.page.click("button:text-is('Remove')")
    ana.page.wait_for_selector("h1")
    assert "club-eva" not in ana.page.inner_text("main")

    eva.open("/clubs/el-siete/")
    assert "Ask to enter" in eva.page.inner_text("main")
    for one in (ana, eva):
        one.no_errors()
