"""What a site holds before it is looked at: matches, an analysis, and somebody who has played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, StorageState

from tests.browser.gallery.stage import PATIENCE
from tests.support.bot_matches import seeded_id
from tests.support.browser_people import Person, play_on
from tests.support.browser_site import manage, run

ANALYSED: Final = seeded_id("g4", 0, 0)
"""The identity of the match of greedy bots that is analysed."""
PLAYER: Final = "Maximiliana-Pinos"
AUCTION: Final = seeded_id("a1", 0, 0)
"""The identity of a match with an auction, of which a past puzzle is made."""
PUZZLED: Final = "2026-01-02"
ONE_DEAL: Final = "/tables/new/?preset=ludoteka&players=2&clock=none"
_IMPORT: Final = """
import django
from django.core.management import call_command
django.setup()
from tempfile import TemporaryDirectory
from pathlib import Path
with TemporaryDirectory() as place:
    how = ("--matches=1", "--bots=greedy", "--option=match.target=1", "--dry", "--out", place)
    call_command("play_bots", *how, "--seed=g4")
    call_command("play_bots", *how, "--seed=a1", "--preset=chiamata", "--players=5")
    call_command("import_records", *map(str, Path(place).glob("*.json")))
"""
_ANALYSE: Final = """
import django
from django.core.management import call_command
django.setup()
from games.services.analyses import ask_for_analysis
for match in ("{analysed}", "{own}", "{auction}"):
    assert ask_for_analysis(match_id=match), match
call_command("analyse_matches", "--waiting", "--limit=3", "--processes=1")
from games.models import DailyPuzzle, Mistake
mistake = Mistake.objects.filter(match__public_id="{auction}").latest("pk")
Mistake.objects.filter(pk=mistake.pk).update(is_exercise=True)  # whatever it asks
Mistake.objects.filter(match__public_id="{own}").update(is_exercise=True)
DailyPuzzle.objects.create(day="{puzzled}", mistake=mistake)
"""


class Prepared(NamedTuple):
    """A table whose page is used, addresses that are known only now, and who has played."""

    table: str
    paths: dict[str, str]
    player: StorageState
    """The memory of the player's browser."""


def prepare(browser: Browser, address: str, folder: Path) -> Prepared:
    """Let bots and a person play, and have two of the matches analysed."""
    for players in ("2", "4"):
        manage(
            folder,
            *("play_bots", "--preset", "ludoteka", "--players", players),
            *("--matches", "4", "--bots", "rules,greedy", "--seed", "1"),
        )
    run(folder, _IMPORT)
    host = patient(Person(browser, address))
    host.sign_up("Carmen")
    table = host.open_table(seating="4")
    host.context.close()
    player = patient(Person(browser, address, still=True))
    player.sign_up(PLAYER)
    own = _played(player)
    known = {"analysed": ANALYSED, "auction": AUCTION, "puzzled": PUZZLED}
    run(folder, _ANALYSE.format(own=own.split("/")[2], **known))
    paths = {
        "own": own,
        "puzzle": f"/puzzle/{PUZZLED}/",
        "analysed": f"/matches/{ANALYSED}/",
        **_addresses(player),
    }
    state = player.context.storage_state()
    player.context.close()
    return Prepared(table, paths, state)


def patient(person: Person) -> Person:
    """The same person, who waits for a machine that has much else to do."""
    person.context.set_default_timeout(PATIENCE * 1000)
    person.context.set_default_navigation_timeout(PATIENCE * 1000)
    return person


def _played(player: Person) -> str:
    """The address of the match that a player has played to its end; the deal of the day as well."""
    player.open("/daily/")
    player.page.click("form[action$='/daily/play/'] button")
    _to_the_end(player)
    player.open(ONE_DEAL + "&o.match.target=1&o.match.max_deals=1")
    player.page.click("text=Open the table")
    player.page.click("text=Start with bots")
    return _to_the_end(player)


def _to_the_end(player: Person) -> str:
    """Play the match on the page; its address, none of the deal of the day."""
    player.wait_for_hand()
    play_on([player], until=lambda: _is_over(player), seconds=PATIENCE)
    review = player.page.query_selector("#end-dialog a[href^='/matches/']")
    return (review.get_attribute("href") if review else "") or ""


def _is_over(player: Person) -> bool:
    """Whether the end of the match is shown: that of the deal of the day leads to its results."""
    return any(words in player.ended() for words in ("Review the match", "See the results"))


def _addresses(player: Person) -> dict[str, str]:
    """Addresses of a match, of its rules, of a mistake in the analysed one, and of an exercise."""
    page = player.open("/matches/?player=")
    links = "main a[href^='/matches/']"
    found = page.eval_on_selector_all(links, "all => all.map(e => e.getAttribute('href'))")
    match = next(path for path in found if re.fullmatch(r"/matches/\w+/", path))
    page = player.open("/rules/")
    ruleset = page.get_attribute("main a[href^='/rulesets/']", "href") or ""
    told = player.context.request.get(
        f"{player.address}/api/v1/matches/{ANALYSED}/analysis/"
    ).json()
    plays = (play for deal in told["deals"] for play in deal["plays"])
    mistake = next(play["at"] for play in plays if play["judged"] and play["judged"]["loss"])
    page = player.open("/exercises/")
    exercise = page.get_attribute("main a[href^='/exercises/']", "href") or ""
    return {"match": match, "ruleset": ruleset, "mistake": mistake, "exercise": exercise}
