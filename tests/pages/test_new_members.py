"""Somebody with a new account is there for others before the first match."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Block, Follow, Player
from tests.accounts.support import PASSWORD, guest, member
from tests.clubs.builders import longtime_player

pytestmark = pytest.mark.django_db
LOGIN_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def ana() -> Client:
    client = Client()
    client.force_login(longtime_player("Ana").user, backend=LOGIN_BACKEND)
    return client


def test_who_signs_up_has_a_page_at_once():
    form = {"username": "Nueva", "password1": PASSWORD}
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert Player.objects.filter(name="Nueva").exists()
    assert Client().get("/players/Nueva/").status_code == 200


@pytest.mark.parametrize(("act", "model"), [("follow", Follow), ("block", Block)])
def test_member_who_has_never_played_can_be_followed_and_blocked(ana, act, model):
    member("Lucia")
    answer = ana.post(f"/players/Lucia/{act}/")
    assert answer.status_code == 302
    assert model.objects.count() == 1


def test_member_who_has_never_played_has_a_page():
    member("Lucia")
    answer = Client().get("/players/lucia/", follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain[-1][0] == "/players/Lucia/"


def test_guest_who_has_never_sat_down_and_barred_member_have_no_page():
    barred = member("Vetado")
    barred.is_active = False
    barred.save()
    name = guest(Client()).username
    assert Client().get(f"/players/{name}/").status_code == 404
    assert Client().get("/players/Vetado/").status_code == 404
