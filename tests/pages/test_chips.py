"""The page of one's own chips, the panel on the profile, and what others are never told."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.models import ChipAccount, Table
from games.services import chips
from games.services.players import player_for
from tests.accounts.support import assert_our_page, guest, member, sign_in_by_form
from tests.pages.reading import without_tokens
from tests.services.people import table_of
from tests.services.stakes import again, assert_holds, balances, end, people, staked
from tests.services.test_matches import finish, played
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def words(client, path, status=200):
    """The text of a page's own part."""
    answer = client.get(path, headers=ENGLISH)
    assert answer.status_code == status
    html = answer.content.decode()
    assert_our_page(html)
    text = re.sub(r"<[^>]+>", " ", html.split("<main")[1].split("</main>")[0])
    return re.sub(r"\s+", " ", unescape(text))


@pytest.fixture
def lucia(client):
    """Somebody who is signed in, and the player that they are."""
    user = member()
    sign_in_by_form(client, user)
    return player_for(user)


def spend(player, amount):
    """Lose so many chips to somebody."""
    end(staked([player, player_without_account(f"rival{amount}")], amount).match, 1)


def test_the_profile_shows_balance_and_the_latest_lines(client, lucia):
    assert "You have 1000 chips." in words(client, "/accounts/profile/")
    assert not ChipAccount.objects.exists(), "looking moves nothing"
    table = staked([lucia, player_without_account("eva")], 30)
    end(table.match, 0)
    end(again(table, lucia, table.seats.get(seat=1).player), 1)
    text = words(client, "/accounts/profile/")
    assert "You have 1000 chips." in text
    assert "play money" in text
    rows = re.findall(r"(Stake|Pot won|Starting chips) ([+−]\d+) (\d+)", text)
    assert rows == [
        ("Stake", "−30", "1000"),
        ("Pot won", "+60", "1030"),
        ("Stake", "−30", "970"),
        ("Starting chips", "+1000", "1000"),
    ]
    assert "Top up to" not in text


def test_a_guest_has_chips_too(client):
    guest(client)
    assert "You have 1000 chips." in words(client, "/chips/")


def test_lines_come_page_by_page(client, lucia):
    rival = player_without_account("eva")
    table = staked([lucia, rival], 1)
    for _ in range(20):
        end(table.match, 0)
        table.match = again(table, lucia, rival)
    first = client.get("/chips/", headers=ENGLISH).content.decode()
    assert first.count("<tr>") == 31
    more = unescape(re.search(r'rel="next" href="([^"]+)"', first)[1])
    second = client.get(more, headers=ENGLISH).content.decode()
    assert second.count("<tr>") == 1 + 42 - 30
    assert "Show more" not in second
    assert client.get("/chips/?cursor=nonsense").status_code == 400


def test_lines_of_finished_matches_lead_to_them(client, lucia):
    table = staked([lucia, player_without_account("eva")])
    link = f'href="/matches/{table.match.public_id}/"'
    assert link not in client.get("/chips/").content.decode()
    end(table.match, 0)
    assert link in client.get("/chips/").content.decode()


def test_who_has_few_asks_for_more_and_gets_it_once_a_day(client, lucia):
    spend(lucia, 950)
    assert f"Top up to {chips.REFILL}" in words(client, "/accounts/profile/")
    answer = client.post("/chips/refill/", follow=True, headers=ENGLISH)
    assert "You got 450 more chips." in unescape(answer.content.decode())
    assert "You have 500 chips." in words(client, "/chips/")
    answer = client.post("/chips/refill/", follow=True, headers=ENGLISH)
    assert "With 200 chips or more you cannot ask for more." in unescape(answer.content.decode())
    spend(lucia, 400)
    answer = client.post("/chips/refill/", follow=True, headers=ENGLISH)
    assert "Ask again tomorrow." in unescape(answer.content.decode())
    assert balances(lucia) == [100]
    assert_holds()


def test_strangers_are_asked_who_they_are():
    for path in ("/chips/", "/chips/refill/"):
        answer = Client().post(path) if "refill" in path else Client().get(path)
        assert answer.status_code == 302
        assert "/accounts/login/" in answer.url
    assert Client().get("/chips/refill/").status_code in (302, 405)


def test_nobody_learns_what_others_have(client, lucia):
    eva = player_without_account("eva")
    end(staked([lucia, eva], 123).match, 0)
    assert balances(lucia, eva) == [1123, 877]
    for path in ("/players/eva/", "/players/Lucia/", "/leaderboard/", "/matches/"):
        html = without_tokens(Client().get(path).content.decode())
        assert "877" not in html, path
        assert "1123" not in html, path
    for path in ("players/eva/", "players/eva/stats/"):
        answer = Client().get(f"/api/v1/{path}").content.decode()
        assert not re.search(r"(?<![\d.])877(?![\d])", answer)


def test_the_download_holds_ones_chips(client, lucia):
    end(staked([lucia, player_without_account("eva")], 30).match, 0)
    data = client.get("/accounts/export/").json()["games"]["chips"]
    assert data["balance"] == 1030
    assert [line["amount"] for line in data["lines"]] == [1000, -30, 60]


def test_deleting_the_account_takes_the_chips_back(client, lucia):
    from tests.accounts.support import PASSWORD

    table = staked([lucia, eva := player_without_account("eva")], 30)
    end(table.match)
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert balances(lucia, eva) == [0, 1000]
    assert_holds()


def test_who_cannot_pay_is_told_so_where_they_open_or_sit_down(client, lucia):
    spend(lucia, 1000)
    form = {"seating": "2", "preset": "ludoteka", "clock": "normal", "visibility": "public"}
    form |= {"watch": "anyone", "o.pot.stake": "5"}
    refused = "You do not have enough chips for the stake of this table."
    answer = client.post("/tables/new/", form, headers=ENGLISH)
    assert answer.status_code == 422
    assert refused in unescape(answer.content.decode())
    table = table_of(player_without_account("eva"), 2, options={"pot.stake": 5})
    answer = client.post(f"/t/{table.public_id}/sit/", headers=ENGLISH)
    assert answer.status_code == 302
    assert refused in unescape(client.get("/", headers=ENGLISH).content.decode())
    assert not table.seats.filter(player=lucia).exists()
    chips.refill(player=lucia)
    answer = client.post("/tables/new/", form, headers=ENGLISH)
    assert answer.status_code == 302
    table = Table.objects.get(host=lucia, status="waiting")
    assert table.ruleset.options["pot.stake"] == 5


def test_the_lobby_says_the_stake_of_a_table():
    table_of(player_without_account("eva"), 2, options={"pot.stake": 40})
    table_of(player_without_account("leo"), 2)
    text = words(Client(), "/")
    assert text.count("stake: 40 chips") == 1
    assert text.count("stake:") == 1


def test_a_finished_match_says_what_it_was_played_for():
    table = staked(people(2), 20)
    finish(table.match, played(table.match))
    assert "Played for 40 chips of play money." in words(
        Client(), f"/matches/{table.match.public_id}/"
    )
