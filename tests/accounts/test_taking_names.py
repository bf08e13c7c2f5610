"""Every way to a name: sign-up, guests, profiles, commands and log-in compare it in the same way."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import checked_name
from accounts.services import NameTakenError, create_guest, rename_account
from games.models import Player
from games.services.players import player_for
from tests.accounts.support import PASSWORD, assert_our_page, member, sign_in_by_form, takes_name

pytestmark = pytest.mark.django_db


def test_sign_up_guest_and_profile_refuse_a_name_like_another(client):
    member("Paul")
    for answer in (
        client.post("/accounts/signup/", {"username": "PauI", "password1": PASSWORD}),
        client.post("/accounts/guest/", {"name": "pau1"}),
    ):
        assert answer.status_code in (200, 422)
        assert User.objects.count() == 1
    sign_in_by_form(client, member("Lucia"))
    answer = client.post("/accounts/profile/", {"name": "PAU1", "language": "es"})
    assert answer.status_code == 422
    assert_our_page(answer.content.decode())


def test_a_name_like_another_that_came_at_the_same_moment_is_refused(client):
    user = member("Lucia")
    member("Paul")
    with pytest.raises(NameTakenError):
        rename_account(user=user, name="PauI")
    user.refresh_from_db()
    assert (user.username, user.name_key) == ("Lucia", "lucia")
    with pytest.raises(IntegrityError), transaction.atomic():
        create_guest(language="es", name="PauI")


@pytest.mark.django_db(transaction=True)
def test_the_sign_up_page_says_so_where_the_name_went_meanwhile(client, monkeypatch):
    member("Paul")
    monkeypatch.setattr("accounts.adapters.checked_name", lambda name, user=None: name)
    answer = client.post("/accounts/signup/", {"username": "PauI", "password1": PASSWORD})
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["PauI", "Pаul", "PAUL", "a\u1160"])
def test_createsuperuser_refuses_what_everybody_is_refused(name, monkeypatch):
    member("Paul")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    with pytest.raises(CommandError):
        call_command(
            "createsuperuser", username=name, email="a@example.org", interactive=False, verbosity=0
        )
    call_command(
        "createsuperuser", username="admin", email="a@example.org", interactive=False, verbosity=0
    )
    assert User.objects.get(username="admin").is_superuser


def test_of_a_name_case_may_change_and_other_fields_do_not_touch_it():
    user = member("leo0")
    rename_account(user=user, name=checked_name("LeoO", user=user))
    user.refresh_from_db()
    assert (user.username, user.name_key, user.name_skeleton) == ("LeoO", "leoo", "leoo")
    part = User.objects.only("language", "is_bot").get(pk=user.pk)
    part.language = "ca"
    part.save()
    user.refresh_from_db()
    assert (user.language, user.name_key) == ("ca", "leoo")


# -- case, in all of Unicode ----------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Éana", "ÉANA", "éana", "e\u0301ANA", "ÉaNa"])
def test_log_in_by_name_takes_any_case(client, typed):
    user = member("Éana")
    client.post("/accounts/login/", {"login": typed, "password": PASSWORD})
    assert client.session.get("_auth_user_id") == str(user.pk)


def test_log_in_by_name_does_not_take_a_name_that_only_looks_alike(client):
    member("Paul")
    client.post("/accounts/login/", {"login": "PauI", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_a_name_in_another_case_is_taken_and_finds_the_same_player(client):
    player_for(member("Éana"))
    assert not takes_name("ÉANA")
    for name in ("Éana", "ÉANA", "éana"):
        assert client.get(f"/players/{name}/", follow=True).status_code == 200
        assert client.get(f"/api/v1/players/{name}/").json()["name"] == "Éana"
    assert client.get("/api/v1/players/Èana/").status_code == 404
    assert Player.objects.count() == 1
