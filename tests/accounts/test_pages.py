"""Every page of accounts has the look of the site, and nothing that its policy forbids."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from accounts.faces import FACES, face_of
from accounts.models import User
from accounts.services import NameTakenError, rename_account
from tests.accounts.support import PASSWORD, assert_our_page, guest, member, sign_in_by_form, sure

pytestmark = pytest.mark.django_db

FOR_STRANGERS = (
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
    "account_inactive",
)
FOR_MEMBERS = (
    "accounts_profile",
    "accounts_delete",
    "account_logout",
    "account_email",
    "account_change_password",
    "account_reauthenticate",
    "account_reset_password",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
    "usersessions_list",
)
FOR_GUESTS = (
    "account_login",
    "account_signup",
    "account_logout",
    "accounts_profile",
    "accounts_delete",
    "usersessions_list",
)


@pytest.mark.parametrize("language", ["es", "ca", "en"])
@pytest.mark.parametrize("name", FOR_STRANGERS)
def test_pages_for_strangers(client, name, language):
    page = client.get(reverse(name), headers={"accept-language": language})
    assert page.status_code == 200
    assert_our_page(page.content.decode())


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_pages_for_members(client, name):
    sure(sign_in_by_form(client, member("Lucia", "lucia@example.org")))
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert_our_page(page.content.decode())


@pytest.mark.parametrize("name", FOR_GUESTS)
def test_pages_for_guests(client, name):
    guest(client)
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert_our_page(page.content.decode())


@pytest.mark.parametrize("name", ["accounts_profile", "accounts_delete", "accounts_export"])
def test_strangers_are_asked_to_log_in(client, name):
    answer = client.get(reverse(name))
    assert answer["Location"] == f"/accounts/login/?next={reverse(name)}"


def test_forms_with_errors_keep_the_look(client):
    for page in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        answer = client.post(page, {"login": "x", "password": "y", "email": "no"})
        assert answer.status_code == 200
        assert_our_page(answer.content.decode())
        form = answer.context["form"]
        assert form.errors
        texts = [text for errors in form.errors.values() for text in errors]
        told = unescape(answer.content.decode())
        assert [told.count(text) for text in set(texts)] == [
            texts.count(text) for text in set(texts)
        ]


def test_one_wrong_field_says_so_itself_and_several_are_listed_by_name(client):
    sent = {"username": "Ana", "password1": "siete-de-oros-1932", "email": "no"}
    one = client.post("/accounts/signup/", sent).content.decode()
    assert "data-errors" not in one
    assert 'aria-invalid="true"' in one
    more = client.post("/accounts/signup/", sent | {"username": "-"}).content.decode()
    panel = more.split("data-errors")[1].split("</div>")[0]
    assert re.findall(r'<a href="#(\w+)">', panel) == ["id_username", "id_email"]
    assert all(f'id="{field}"' in more for field in ("id_username", "id_email"))


def test_a_form_that_is_only_checked_makes_no_account(client):
    sent = {"username": "Ana", "password1": "siete-de-oros-1932", "check": "1"}
    assert client.post("/accounts/signup/", sent).status_code == 204
    assert not User.objects.exists()
    wrong = client.post("/accounts/signup/", sent | {"username": "-"})
    assert (wrong.status_code, User.objects.exists()) == (200, False)
    assert 'aria-invalid="true"' in wrong.content.decode()
    assert "siete-de-oros" not in wrong.content.decode(), "no page holds a password"


def test_policy_of_the_pages_is_strict(client):
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "'unsafe" not in policy
    assert "script-src 'self'" in policy


def test_pages_of_somebodys_account_are_not_kept_by_caches(client):
    sign_in_by_form(client, member())
    for name in ("accounts_profile", "accounts_export", "accounts_delete"):
        assert "no-store" in client.get(reverse(name))["Cache-Control"]


# -- the profile --------------------------------------------------------------------------------


def test_profile_saves_name_and_language(client):
    user = member()
    sign_in_by_form(client, user)
    answer = client.post("/accounts/profile/", {"name": "Lucy", "language": "en"})
    assert answer.status_code == 302
    assert answer.cookies["django_language"].value == "en"
    user.refresh_from_db()
    assert (user.username, user.language, user.face) == ("Lucy", "en", "")
    assert '<html lang="en"' in client.get("/accounts/profile/").content.decode()


def test_a_face_is_chosen_in_the_profile_and_seen_on_the_pages(client):
    user = member()
    sign_in_by_form(client, user)
    page = client.get("/accounts/profile/").content.decode()
    assert page.count('name="face"') == len(FACES)
    assert re.search(rf'value="{face_of(user.username)}"[^>]* checked', page)
    other = next(face for face in FACES if face != face_of(user.username))
    sent = {"name": user.username, "language": "en", "face": other}
    assert client.post("/accounts/profile/", sent).status_code == 302
    user.refresh_from_db()
    assert user.face == other
    header = client.get("/accounts/profile/").content.decode().split("</header>")[0]
    assert f"#{other}" in header
    assert client.post("/accounts/profile/", sent | {"face": "t99"}).status_code == 422


def test_a_name_that_is_taken_just_before_an_account_gets_it_is_refused():
    user = member("Lucia")
    member("Marta")
    with pytest.raises(NameTakenError):
        rename_account(user=user, name="Marta")
    assert user.username == "Lucia"
    user.refresh_from_db()
    assert user.username == "Lucia"


def test_profile_refuses_a_name_that_is_taken(client):
    member("Ana")
    user = member("Lucia")
    sign_in_by_form(client, user)
    answer = client.post("/accounts/profile/", {"name": "ANA", "language": "es"})
    assert answer.status_code == 422
    assert_our_page(answer.content.decode())
    user.refresh_from_db()
    assert user.username == "Lucia"


def test_new_name_is_the_players_too(client):
    from games.services.players import player_for

    user = member()
    player = player_for(user)
    sign_in_by_form(client, user)
    client.post("/accounts/profile/", {"name": "Lucy", "language": "es"})
    player.refresh_from_db()
    assert player.name == "Lucy"


def test_changing_the_password_keeps_the_session(client):
    user = member()
    sign_in_by_form(client, user)
    new = "otra-brisca-larga"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", form).status_code == 302
    assert client.get("/accounts/profile/").status_code == 200
    assert User.objects.get().check_password(new)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_pages_answer_under_the_asynchronous_server_too(async_client):
    user = await User.objects.acreate(username="Invitado-1234", is_guest=True)
    await async_client.aforce_login(user)
    answer = await async_client.get("/accounts/email/")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/signup/?next=%2Faccounts%2Femail%2F"
    assert (await async_client.get("/accounts/profile/")).status_code == 200


def test_a_new_member_is_greeted_before_anything_else_is_said(client):
    answer = client.post(
        "/accounts/signup/",
        {"username": "María José", "password1": "tres baraja tigre lunes", "email": ""},
        headers={"accept-language": "en"},
        follow=True,
    )
    text = answer.content.decode()
    assert text.index("You are in, María José.") < text.index("If you ever forget your password")


def test_the_form_asks_for_a_password_in_one_sentence(client):
    text = client.get("/accounts/signup/", headers={"accept-language": "en"}).content.decode()
    assert "At least 8 characters." in text
    assert "can’t be a commonly used password" not in text


@pytest.mark.parametrize(
    ("password", "shown"), [(PASSWORD, "/accounts/inactive/"), ("wrong-password", None)]
)
def test_only_the_password_tells_that_an_account_is_inactive(client, password, shown):
    member("Lucia", is_active=False)
    answer = client.post("/accounts/login/", {"login": "Lucia", "password": password})
    assert answer.headers.get("Location") == shown
    assert "_auth_user_id" not in client.session
