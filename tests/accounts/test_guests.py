"""Guests: people who play at once, and keep what they played when they register."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client

from accounts.guest_names import WORDS_BY_LANGUAGE, guest_names, is_given, pairs
from accounts.models import User
from accounts.names import checked_name
from accounts.services import NotAGuestError, create_guest, register_guest
from accounts.skeletons import name_skeleton
from games.models import Player, PlayerFigures
from games.services.players import house_bot, player_for
from tests.accounts.support import PASSWORD, guest, member, sign_in_by_form

pytestmark = pytest.mark.django_db


def test_guest_plays_at_once_under_a_name_that_can_be_read(client):
    user = guest(client)
    assert user.is_guest
    assert is_given(user.username)
    assert not user.has_usable_password()


def test_guest_may_choose_a_name(client):
    assert guest(client, "Lucía").username == "Lucía"


def test_guest_goes_on_where_they_wanted_to(client):
    answer = client.post("/accounts/guest/", {"next": "/rules/"})
    assert answer["Location"] == "/rules/"


@pytest.mark.parametrize(
    "next_url",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"],
)
@pytest.mark.parametrize("page", ["/accounts/guest/", "/accounts/login/", "/accounts/signup/"])
def test_nobody_is_led_to_another_site(client, page, next_url):
    member()
    given = {"login": "Lucia", "password": PASSWORD, "username": "Ana", "password1": PASSWORD}
    answer = client.post(page, {**given, "next": next_url})
    assert answer.status_code == 302
    assert answer["Location"] == "/"


def test_guest_who_asks_again_stays_the_same(client):
    first = guest(client)
    assert guest(client, "Otra").pk == first.pk
    assert User.objects.count() == 1


def test_becoming_a_guest_needs_a_post(client):
    assert client.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


def test_name_that_is_taken_is_refused_and_the_page_says_so(client):
    member("Lucia")
    answer = client.post("/accounts/guest/", {"name": "LUCIA", "next": "/rules/"})
    assert answer.status_code == 422
    assert "Ese nombre" in answer.content.decode() or "taken" in answer.content.decode()
    assert 'name="next" value="/rules/"' in answer.content.decode()
    assert User.objects.count() == 1


def test_too_many_guests_of_one_address_are_asked_to_wait(settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    for _ in range(2):
        guest(Client())
    answer = Client().post("/accounts/guest/")
    assert answer.status_code == 429
    assert 'class="skip"' in answer.content.decode()
    assert User.objects.count() == 2


def test_limit_of_guests_holds_on_every_page_that_makes_one(settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/m/ip"}
    guest(Client())
    answer = Client().post("/play/", {"preset": "classic"})
    assert answer.status_code == 429


def test_guest_names_go_on_when_the_short_ones_are_taken():
    names = guest_names("es")
    found = [next(names) for _ in range(40)]
    assert found[0].isalpha()
    assert found[-1][-6:].isdigit()
    assert len(set(found[-20:])) == 20


@pytest.mark.parametrize("language", ["es", "ca", "en", "gl", "it", ""])
def test_guest_names_follow_the_language(language):
    shown = language if language in ("es", "ca") else {"gl": "es"}.get(language, "en")
    assert create_guest(language=language).username in pairs(shown)


@pytest.mark.parametrize("language", WORDS_BY_LANGUAGE)
def test_every_name_that_a_guest_may_get_is_one_that_may_be_had(language):
    found = pairs(language)
    assert len(found) > 200
    assert max(map(len, found)) <= 10
    assert len({name_skeleton(pair) for pair in found}) == len(found)
    for pair in found:
        assert checked_name(pair) == pair
        assert is_given(pair)


def test_names_that_guests_got_before_stay_theirs_and_are_known_as_given(client):
    user = guest(client)
    User.objects.filter(pk=user.pk).update(username="Invitado-4570")
    user.refresh_from_db()
    assert checked_name("Invitado-4570", user=user) == "Invitado-4570"
    assert 'value="Invitado-4570"' not in client.get("/accounts/signup/").content.decode()


def test_a_given_name_is_not_offered_when_a_guest_registers(client):
    user = guest(client)
    assert f'value="{user.username}"' not in client.get("/accounts/signup/").content.decode()


def test_a_guest_is_never_given_the_name_of_a_player(monkeypatch):
    Player.objects.create(name="MirloAzul")
    monkeypatch.setattr(
        "accounts.services.guest_names", lambda _language: iter(["MirloAzul", "GarzaGris"])
    )
    assert create_guest(language="es").username == "GarzaGris"


def test_guest_gets_another_name_when_the_first_is_taken(monkeypatch):
    monkeypatch.setattr("accounts.services.guest_names", lambda _language: iter(["A1", "B2"]))
    assert create_guest(language="es").username == "A1"
    assert create_guest(language="es").username == "B2"


def test_given_name_that_went_meanwhile_is_an_error():
    create_guest(language="es", name="Ana")
    with pytest.raises(IntegrityError):
        create_guest(language="es", name="ANA")


# -- registering --------------------------------------------------------------------------------


def registered(client: Client, **more: str):
    form = {"username": "Lucia", "password1": PASSWORD, "email": "", **more}
    return client.post("/accounts/signup/", form)


def test_guest_who_registers_keeps_row_player_and_figures(client):
    user = guest(client)
    player = player_for(user)
    PlayerFigures.objects.create(player=player, pool="all", matches=7)

    assert registered(client).status_code == 302

    user.refresh_from_db()
    player.refresh_from_db()
    assert (user.username, user.is_guest) == ("Lucia", False)
    assert user.check_password(PASSWORD)
    assert (player.user_id, player.name, player.kind) == (user.pk, "Lucia", "human")
    assert player.figures.get().matches == 7
    assert User.objects.count() == Player.objects.count() == 1


def test_guest_who_registers_stays_signed_in_with_a_new_session(client):
    user = guest(client)
    before = client.session.session_key
    registered(client)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert client.session.session_key != before


def test_guest_who_registers_can_come_back(client):
    user = guest(client)
    registered(client)
    other = sign_in_by_form(Client(), User.objects.get(pk=user.pk))
    assert other.session["_auth_user_id"] == str(user.pk)


def test_guest_may_keep_their_own_name(client):
    user = guest(client)
    assert registered(client, username=user.username).status_code == 302
    user.refresh_from_db()
    assert not user.is_guest


def test_guest_with_a_chosen_name_finds_it_in_the_form(client):
    guest(client, "Lucía")
    assert 'value="Lucía"' in client.get("/accounts/signup/").content.decode()


def test_guest_whose_registration_fails_stays_a_guest(client):
    user = guest(client)
    answer = registered(client, password1="1234")
    assert answer.status_code == 200
    name = user.username
    user.refresh_from_db()
    assert (user.is_guest, user.username) == (True, name)


def test_registered_account_is_not_registered_again():
    with pytest.raises(NotAGuestError):
        register_guest(user=member(), username="Otra", email="", password=PASSWORD)


def test_member_is_led_away_from_sign_up_and_login(client):
    sign_in_by_form(client, member())
    assert client.get("/accounts/signup/").status_code == 302
    assert client.get("/accounts/login/").status_code == 302


def test_guest_may_log_in_to_an_account_instead(client):
    user = member()
    left = guest(client)
    sign_in_by_form(client, user)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert User.objects.filter(pk=left.pk, is_guest=True).exists()


def test_guest_who_types_a_wrong_password_stays_who_they_are(client):
    member()
    user = guest(client)
    answer = client.post("/accounts/login/", {"login": "Lucia", "password": "x"})
    assert answer.status_code == 200
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.parametrize(
    "page",
    [
        "/accounts/email/",
        "/accounts/password/set/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/webauthn/add/",
    ],
)
def test_guest_is_asked_to_register_before_they_secure_an_account(client, page):
    user = guest(client)
    for answer in (client.get(page), client.post(page, {"email": "a@example.org"})):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/signup/?next=")
    user.refresh_from_db()
    assert not user.emailaddress_set.exists()


def test_guest_has_no_password_to_guess_or_reset(client, mailoutbox):
    user = create_guest(language="es")
    answer = client.post("/accounts/login/", {"login": user.username, "password": "!"})
    assert answer.status_code == 200
    client.post("/accounts/password/reset/", {"email": user.email or "nobody@example.org"})
    assert not any("/password/reset/key/" in mail.body for mail in mailoutbox)


# -- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "x" * 25,
        "a/b",
        "a\tb/",
        "El Equipo",
        "Admin Ana",
        "deleted 1",
        "..",
        "__",
        "-.-",
        "Admin",
        "Invitado-1",
        "deleted-1",
    ],
)
def test_names_that_nobody_can_have(name):
    with pytest.raises(ValidationError):
        checked_name(name)


@pytest.mark.parametrize("name", ["Ana", "ñandú", "j.r-r_3", "Núria", "李雷", "María José"])
def test_names_that_can_be_had(name):
    assert checked_name(f" {name} ") == name


def test_spaces_of_a_name_are_single():
    assert checked_name("  María   del\u00a0Carmen ") == "María del Carmen"


@pytest.mark.parametrize("name", ["María-José", "maría josé", "MARÍA JOSÉ"])
def test_a_space_alone_makes_no_other_name(name):
    create_guest(language="es", name="María José")
    with pytest.raises(ValidationError):
        checked_name(name)
    assert User.objects.with_name(name).username == "María José"


def test_names_of_house_bots_are_taken_even_before_they_sit_down():
    for name in ("Roble", "roble", "Pino-2"):
        with pytest.raises(ValidationError):
            checked_name(name)


def test_name_of_a_player_is_taken():
    house_bot("rules", 0)
    Player.objects.create(name="Pepe")
    with pytest.raises(ValidationError):
        checked_name("pepe")


def test_name_of_the_own_player_is_not_taken():
    user = member("Lucia")
    player_for(user)
    assert checked_name("LUCIA", user=user) == "LUCIA"


def test_letters_that_look_wide_are_the_same_name():
    member("Ana")
    with pytest.raises(ValidationError):
        checked_name("Ａna")


def test_guest_sees_where_they_are_signed_in(client):
    user = guest(client)
    assert user.usersession_set.count() == 1
