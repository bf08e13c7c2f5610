"""The page to create an account: the tile, what a guest takes along, and where it leads."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from accounts.models import User
from games.models import DailyStreak, Player
from games.models.people import PlayerKind
from tests.accounts.support import PASSWORD
from tests.pages.reading import words
from tests.stats.support import stored

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/signup/"


def guest(name: str) -> Client:
    """A browser in which a guest of this name plays."""
    client = Client(headers={"accept-language": "en"})
    assert client.post("/accounts/guest/", {"name": name}).status_code == 302
    return client


def with_player(name: str) -> Player:
    """The player of a guest's account."""
    player, _is_new = Player.objects.get_or_create(
        name=name, defaults={"kind": PlayerKind.GUEST, "user": User.objects.get(username=name)}
    )
    return player


def shown(client: Client) -> str:
    """The words of the page."""
    return words(client.get(SIGN_UP).content.decode())


def test_a_stranger_reads_what_an_account_keeps():
    text = shown(Client(headers={"accept-language": "en"}))
    assert "What an account keeps" in text
    assert "You take along" not in text


def test_a_guest_who_has_played_nothing_is_promised_nothing():
    text = shown(guest("Lucía"))
    assert "What an account keeps" in text
    assert "0 " not in text


def test_a_guest_sees_their_matches_and_days_which_the_account_takes_along():
    client = guest("Ana")
    player = with_player("Ana")
    matches = [stored(("Ana", "Berta"), day=day) for day in range(2)]
    DailyStreak.objects.create(player=player, played=3, current=1, last_day=date(2026, 11, 1))
    won = sum(match.seats.get(player=player).won is True for match in matches)
    text = shown(client)
    assert "You take along what you have played" in text
    assert f"2 matches {won} won · the last against Berta" in text
    assert "3 days played" in text


def test_the_counts_cost_few_queries(django_assert_max_num_queries):
    client = guest("Ana")
    with_player("Ana")
    stored(("Ana", "Berta"))
    with django_assert_max_num_queries(20):
        client.get(SIGN_UP)


def signed_up(client: Client, **fields: str) -> User:
    """Create an account in a browser by the form; return it."""
    form = {"username": "Lucia", "password1": PASSWORD, **fields}
    answer = client.post(SIGN_UP, form)
    assert (answer.status_code, answer["Location"]) == (302, fields.get("next", "/"))
    return User.objects.get(username="Lucia")


def test_a_stranger_chooses_a_tile():
    assert signed_up(Client(), face="t3").face == "t3"


def test_without_a_choice_the_tile_comes_from_the_name():
    assert signed_up(Client()).face == ""


def test_a_tile_that_there_is_not_is_refused():
    answer = Client().post(SIGN_UP, {"username": "Lucia", "password1": PASSWORD, "face": "t99"})
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_a_guest_finds_their_own_tile_chosen_and_may_choose_another():
    client = guest("Visita")
    own = client.get(SIGN_UP).context["form"].initial["face"]
    assert own
    chosen = next(face for face in ("t1", "t2") if face != own)
    assert signed_up(client, face=chosen).face == chosen


def test_a_guest_who_sends_no_tile_keeps_theirs():
    client = guest("Visita")
    User.objects.filter(username="Visita").update(face="t5")
    assert signed_up(client).face == "t5"


def test_after_the_sign_up_its_reader_is_back_where_they_were():
    assert signed_up(Client(), next="/daily/")
