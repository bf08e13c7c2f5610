"""The tiles of a player, on their page and in the line after a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, WIDE, Person
from tests.support.browser_site import run

NARROW = {"width": 320, "height": 640}
STORE_MATCHES = """
import django
django.setup()
from games.models import Player
from tests.tiles.stored import stored_for
player = Player.objects.get(name="{name}")
matches = [
    stored_for(tile, day=day, players={{seat: player}})[0]
    for day, (tile, seat) in enumerate([("big_game", 1), ("forty", 1), ("tree_rules", 0)])
]
"""


def test_tiles_fit_and_are_read_at_every_width(person: Callable[..., Person], folder: Path) -> None:
    ana = person(size=WIDE, still=True)
    name = ana.sign_up_as("tiler")
    run(folder, STORE_MATCHES.format(name=name))
    for size in (WIDE, PHONE, NARROW):
        ana.page.set_viewport_size(size)
        ana.page.emulate_media(color_scheme="dark" if size == PHONE else "light")
        ana.open(f"/players/{name}/")
        assert fits(ana)
        assert findings(ana) == []
        won = ana.page.get_by_role("list", name="Tiles won").get_by_role("listitem")
        missing = ana.page.get_by_role("list", name="Tiles to win").get_by_role("listitem")
        assert won.count() + missing.count() == 24
    ana.page.get_by_role("link", name="The forty").press("Enter")
    ana.page.wait_for_url("**/matches/*/")
    match = ana.page.url.rstrip("/").rpartition("/")[2]
    ana.open(f"/after/{match}/")
    assert fits(ana)
    assert findings(ana) == []
    ana.page.locator("main a", has_text="The forty").press("Enter")
    ana.page.wait_for_url(f"**/players/{name}/#h-tiles")
