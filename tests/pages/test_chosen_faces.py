"""A face that somebody chose is theirs on every page, not only at a table."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.faces import FACES, face_of
from games.models import Player, Rating
from games.services import social
from games.services.players import player_for
from tests.pages.test_review import finished
from tests.services.people import table_of

pytestmark = pytest.mark.django_db


def player_with_face(name: str, *, other_than: str = "") -> tuple[Player, str]:
    """Return a player with an account and the face they chose, which is not that of the name."""
    face = next(face for face in FACES if face not in {face_of(name), other_than})
    user = get_user_model().objects.create_user(name, password="siete-de-oros", face=face)
    return player_for(user), face


def tiles(page: str, part: str = "") -> list[str]:
    """Return the tiles drawn on a page, from the first place where `part` stands."""
    return re.findall(r"tiles[^\"]*\.svg#(t\d)", page[page.index(part) :])


def test_the_lobby_draws_it_at_a_table_that_waits_and_hands_it_to_the_script() -> None:
    ana, face = player_with_face("ana")
    table_of(ana)
    page = Client().get("/").content.decode()
    assert tiles(page, 'id="tables"')[0] == face
    script = re.search(r'id="chosen-faces"[^>]*>([^<]*)<', page)
    assert script is not None
    assert json.loads(script[1]) == {"ana": face}


def test_the_page_of_a_player_and_the_history_draw_it() -> None:
    ana, face = player_with_face("ana")
    eva, other = player_with_face("eva", other_than=face)
    finished(2, "individual", people=[ana, eva])
    profile = Client().get("/players/ana/").content.decode()
    assert tiles(profile, "<main")[0] == face
    history = Client().get("/matches/?player=ana").content.decode()
    assert tiles(history, 'class="match-line')[0] == other


def test_the_ranking_draws_it() -> None:
    ana, face = player_with_face("ana")
    finished(2, "individual", people=[ana, player_with_face("eva")[0]])
    Rating.objects.update(matches=30, sigma=2)
    page = Client().get("/leaderboard/").content.decode()
    assert face in tiles(page, "<tbody")


def test_the_list_of_people_draws_it() -> None:
    ana, _face = player_with_face("ana")
    eva, other = player_with_face("eva")
    social.follow(player=ana, other=eva)
    client = Client()
    client.force_login(get_user_model().objects.get(username="ana"))
    assert other in tiles(client.get("/people/").content.decode(), "<main")


def test_a_review_draws_everybody_with_another_face() -> None:
    ana, face = player_with_face("ana")
    eva = player_for(get_user_model().objects.create_user("eva", face=face))
    match, _record = finished(2, "individual", people=[ana, eva])
    page = Client().get(f"/matches/{match.public_id}/").content.decode()
    data = re.search(r'"tiles": (\[[^\]]*\])', page)
    assert data is not None
    shown = json.loads(data[1])
    assert shown[0] == face
    assert shown[1] != face
