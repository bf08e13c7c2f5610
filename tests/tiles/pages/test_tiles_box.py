"""Tiles on the page of a player, and in the line after a match."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.services.players import house_bot, set_figures_private
from games.tiles.models import PlayerTile
from games.tiles.rules.catalogue import TILES
from tests.support.people import signed_in
from tests.tiles.stored import stored_for

pytestmark = pytest.mark.django_db

LISTS = re.compile(r'<ul class="tile-rows[^"]*"[^>]*aria-label="([^"]+)">(.*?)</ul>', re.DOTALL)


def page_of(name: str, client: Client | None = None, language: str = "en") -> str:
    client = client or Client()
    response = client.get(f"/players/{name}/", headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def lists_of(page: str) -> dict[str, str]:
    """Return name -> HTML of the two lists of tiles."""
    return {name: " ".join(content.split()) for name, content in LISTS.findall(page)}


def test_won_tiles_lead_to_their_matches_and_missing_ones_say_how_they_are_won() -> None:
    match, player = stored_for("claim")
    lists = lists_of(page_of(player.name))
    won = player.tiles.count()
    assert (
        f'<a href="/matches/{match.public_id}/"><b>The rest is mine</b></a>' in lists["Tiles won"]
    )
    assert lists["Tiles won"].count('class="card') == lists["Tiles won"].count("<li>") == won
    assert lists["Tiles to win"].count("<li>") == len(TILES) - won
    assert "Fulfil a contract without a partner, against four." in lists["Tiles to win"]


def test_everybody_reads_their_own_language() -> None:
    _, player = stored_for("claim")
    assert "Sin triunfos" in page_of(player.name, language="es")
    assert "Sense triomfs" in page_of(player.name, language="ca")


def test_private_figures_show_tiles_to_the_player_alone() -> None:
    _, player = stored_for("claim")
    set_figures_private(player=player, on=True)
    assert lists_of(page_of(player.name)) == {}
    assert "Tiles won" in lists_of(page_of(player.name, signed_in(player)))


def test_a_bot_has_no_tiles() -> None:
    stored_for("tree_rules")
    assert lists_of(page_of(house_bot("rules", 0).name)) == {}


def test_a_new_tile_is_on_the_page_at_once() -> None:
    _, player = stored_for("claim")
    assert "The forty" not in lists_of(page_of(player.name))["Tiles won"]
    stored_for("forty", day=1)
    assert "The forty" in lists_of(page_of(player.name))["Tiles won"]


def test_the_page_after_a_match_names_its_tiles_in_one_line() -> None:
    match, player = stored_for("tree_rules")
    page = " ".join(signed_in(player).get(f"/after/{match.public_id}/").content.decode().split())
    assert f'<a href="/players/{player.name}/#h-tiles">A tile: Roble.</a>' in page


def test_the_page_after_a_match_without_tiles_says_nothing_of_them() -> None:
    match, player = stored_for("tree_rules")
    PlayerTile.objects.all().delete()
    assert "A tile" not in signed_in(player).get(f"/after/{match.public_id}/").content.decode()


def test_several_tiles_stand_in_one_line() -> None:
    match, player = stored_for("big_game")
    assert player.tiles.count() > 1
    page = signed_in(player).get(f"/after/{match.public_id}/").content.decode()
    assert re.search(r"Tiles: [^<]*Big game[^<]*\.</a>", page)
