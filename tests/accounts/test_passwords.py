"""Passwords that are refused: too long, or made of words that everybody knows of the account."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from accounts.passwords import without_words
from tests.accounts.support import PASSWORD, member, sign_in_by_form


def refused(password: str, **user: str) -> list[str]:
    """The codes by which a password is refused."""
    try:
        validate_password(password, User(**{"username": "Lucia22", **user}))
    except ValidationError as error:
        return [one.code for one in error.error_list]
    return []


@pytest.mark.parametrize(
    "password",
    [
        "brisca123",
        "ludoteka1",
        "Chiamata99",
        "Brisca2026!",
        "br1sc4-2026",
        "BRÍSCA-brisca",
        "briscabrisca",
        "brisca20261122",
        "briscapassword",
        "mesa-brisca",
        "Lucia22-2026",
        "lucia22lucia22",
        "margarita-77",
        "Example.2026",
        "juegos-2026!",
        "briscola-77",
    ],
)
def test_words_that_everybody_knows_are_refused(password, settings):
    settings.ALLOWED_HOSTS = ["juegos.example.org", "127.0.0.1", ".localhost"]
    assert "password_of_known_words" in refused(password, email="margarita@example.org")


@pytest.mark.parametrize(
    "password",
    [
        PASSWORD,
        "brisca-x7Qp2vR9",
        "caballo pila grapa correcto",
        "la sota se come al rey",
        "Ab3!kl9-zz",
        "ÑandúÑandú77",
    ],
)
def test_passwords_with_enough_of_their_own_pass(password):
    assert refused(password) == []


@pytest.mark.parametrize("name", ["Al", "a.b", "Leo"])
def test_short_names_stand_in_words_by_chance(name):
    assert refused("calabaza-leonada", username=name) == []


@pytest.mark.parametrize("password", ["12345678", "password", "qwertyuiop", "short"])
def test_common_and_short_passwords_are_refused(password):
    assert refused(password)


def test_long_passwords_are_refused_from_257_characters():
    long = "caballo-pila-" * 20
    assert refused(long[:256]) == []
    assert refused(long[:257]) == ["password_too_long"]


@pytest.mark.parametrize("character", ["İ", "ß", "ﬁ", "\u0301", "🂡", "\ud800"])
def test_any_character_may_stand_in_a_password(character):
    password = f"{character}brisca{character}"
    assert without_words(password, {"brisca"}) == character * 2


def test_errors_are_said_in_the_language_of_the_page():
    for language in ("es", "ca", "en"):
        with override(language), pytest.raises(ValidationError) as error:
            validate_password("brisca123" + "x" * 300, None)
        assert error.value.messages


@pytest.mark.django_db
def test_forms_refuse_them_beside_the_field():
    answer = Client().post("/accounts/signup/", {"username": "Lucia", "password1": "brisca123"})
    html = answer.content.decode()
    assert not User.objects.exists()
    assert 'aria-invalid="true"' in html
    assert "id_password1_error" in html

    browser = sign_in_by_form(Client(), member())
    form = {"oldpassword": PASSWORD, "password1": "Brisca2026!", "password2": "Brisca2026!"}
    answer = browser.post("/accounts/password/change/", form)
    assert answer.status_code == 200
    assert "id_password1_error" in answer.content.decode()
    assert User.objects.get().check_password(PASSWORD)


AUTOCOMPLETE = {
    "/accounts/login/": {"login": "username", "password": "current-password"},
    "/accounts/signup/": {"username": "username", "password1": "new-password", "email": "email"},
    "/accounts/password/reset/": {"email": "email"},
    "/accounts/password/change/": {
        "oldpassword": "current-password",
        "password1": "new-password",
        "password2": "new-password",
    },
    "/accounts/reauthenticate/": {"password": "current-password"},
    "/accounts/delete/": {"password": "current-password"},
}


@pytest.mark.django_db
@pytest.mark.parametrize("page", AUTOCOMPLETE)
def test_fields_say_to_password_managers_what_they_are_for(page, client):
    if page not in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        sign_in_by_form(client, member())
    form = client.get(page).context["form"]
    assert {
        name: form.fields[name].widget.attrs.get("autocomplete") for name in AUTOCOMPLETE[page]
    } == AUTOCOMPLETE[page]
    assert "onpaste" not in client.get(page).content.decode()
