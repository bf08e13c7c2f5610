"""Following, blocking and reporting on the pages."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Block, Follow, Player
from games.pages.people import SHOWN
from games.services import social
from games.services.players import house_bot
from tests.pages.reading import main, page, words
from tests.services.people import table_of
from tests.support.people import client_and_player

pytestmark = pytest.mark.django_db


def test_a_player_is_followed_and_found_among_people() -> None:
    ana, player = client_and_player("ana")
    _eva, other = client_and_player("eva")
    table = table_of(other)
    page = ana.post("/players/eva/follow/", follow=True)
    assert "You now follow eva." in page.content.decode()
    assert Follow.objects.get().follower == player
    listed = ana.get("/people/").content.decode()
    assert f"/t/{table.public_id}/" in listed
    ana.post("/players/eva/unfollow/")
    assert not Follow.objects.exists()


def test_the_page_of_a_player_offers_what_can_be_done() -> None:
    ana, _player = client_and_player("ana")
    client_and_player("eva")
    bot = house_bot("rules", 0)
    eva = ana.get("/players/eva/").content.decode()
    assert "/players/eva/block/" in eva
    assert "/players/eva/report/" in eva
    house = ana.get(f"/players/{bot.name}/").content.decode()
    assert "/block/" not in house
    assert "/follow/" not in house
    own = ana.get("/players/ana/").content.decode()
    assert "/follow/" not in own
    assert "/people/" in own
    assert "/follow/" not in Client().get("/players/eva/").content.decode()


def test_blocking_goes_back_where_the_button_was_but_never_to_another_site() -> None:
    ana, _player = client_and_player("ana")
    client_and_player("eva")
    here = ana.post("/players/eva/block/", {"next": "/people/"})
    assert here.headers["Location"] == "/people/"
    away = ana.post("/players/eva/unblock/", {"next": "https://evil.example/"})
    assert away.headers["Location"] == "/players/eva/"
    assert not Block.objects.exists()


def test_changes_need_a_post() -> None:
    ana, _player = client_and_player("ana")
    client_and_player("eva")
    assert ana.get("/players/eva/follow/").status_code == 405


def test_nobody_called_so_is_not_found() -> None:
    ana, _player = client_and_player("ana")
    assert ana.post("/players/nobody/follow/").status_code == 404


def test_people_reads_without_an_account_too() -> None:
    assert Client().get("/people/").status_code == 200


def test_the_lobby_page_leaves_out_tables_of_people_who_are_apart() -> None:
    ana, player = client_and_player("ana")
    _eva, other = client_and_player("eva")
    table = table_of(other)
    assert table.public_id in ana.get("/").content.decode()
    social.block(player=player, other=other)
    assert table.public_id not in ana.get("/").content.decode()


@pytest.mark.parametrize("what", ["follow", "unfollow", "block", "unblock"])
def test_a_stranger_who_follows_or_blocks_becomes_a_guest(what: str) -> None:
    client_and_player("eva")
    answer = Client().post(f"/players/eva/{what}/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/eva/")


def test_people_at_tables_are_here_now_and_friends_are_named_so() -> None:
    ana, player = client_and_player("ana")
    _eva, friend = client_and_player("eva")
    _leo, followed = client_and_player("leo")
    for other in (friend, followed):
        social.follow(player=player, other=other)
    social.follow(player=friend, other=player)
    table_of(friend)
    text = words(page("/people/", ana))
    assert "Here now 1 eva Waits at a table" in text
    assert text.count("Your friend") == 1


def test_a_table_is_not_told_to_somebody_who_is_blocked() -> None:
    ana, player = client_and_player("ana")
    _eva, other = client_and_player("eva")
    social.follow(player=player, other=other)
    table = table_of(other)
    Block.objects.create(blocker=other, blocked=player)
    html = page("/people/", ana)
    assert "Here now 0" in words(html)
    assert table.public_id not in html


def test_five_hundred_followed_people_are_folded_after_the_first() -> None:
    ana, player = client_and_player("ana")
    people = Player.objects.bulk_create(Player(name=f"p{number:03}") for number in range(500))
    Follow.objects.bulk_create(Follow(follower=player, followed=other) for other in people)
    html = main(page("/people/", ana))
    assert html.count("/unfollow/") == 500
    assert html.split("<details>")[0].count("/unfollow/") == SHOWN
    assert "All 500" in html
