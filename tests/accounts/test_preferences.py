"""How somebody likes the site: kept by the browser, with the account, and in both alike."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.preference_pages import GROUPS
from accounts.preferences import CHOICES, DEFAULTS, read, write

pytestmark = pytest.mark.django_db
PAGE = "/accounts/preferences/"
PASSWORD = "siete-de-oros-1932"


def chosen(client: Client) -> str:
    """The preferences that a page hands to its script."""
    return client.get(PAGE).content.decode().split('data-prefs="')[1].split('"')[0]


@given(st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}))
def test_a_cookie_says_what_was_chosen(preferences: dict[str, str]) -> None:
    assert DEFAULTS | read(write(preferences)) == preferences


@given(st.text(max_size=700))
def test_a_strange_cookie_says_nothing(text: str) -> None:
    found = read(text)
    assert all(value in CHOICES[name] for name, value in found.items())


def test_a_visitor_is_remembered_by_the_browser(client: Client) -> None:
    client.post(PAGE, DEFAULTS | {"deck": "contrast", "felt": "olive"})
    assert client.cookies["prefs"].value == "deck:contrast.felt:olive"
    assert chosen(client) == "deck:contrast.felt:olive"
    assert 'data-felt="olive"' in client.get("/").content.decode()


def test_an_account_takes_its_preferences_to_every_browser(client: Client) -> None:
    user = User.objects.create_user("ana", password=PASSWORD)
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post(PAGE, DEFAULTS | {"deck": "large", "sound": "off"})
    elsewhere = Client()
    elsewhere.post(PAGE, DEFAULTS | {"deck": "french"})
    elsewhere.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert chosen(elsewhere) == "deck:large.sound:off"
    assert elsewhere.cookies["prefs"].value == "deck:large.sound:off"


def test_a_script_changes_one_and_leaves_the_others(client: Client) -> None:
    client.post(PAGE, DEFAULTS | {"deck": "large"})
    answer = client.post(PAGE, {"sound": "off", "quiet": "1"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert chosen(client) == "deck:large.sound:off"


def test_a_switch_that_is_not_ticked_is_off(client: Client) -> None:
    sent = {name: value for name, value in DEFAULTS.items() if name not in ("sound", "keys")}
    client.post(PAGE, sent | {"names": "on"})
    assert chosen(client) == "sound:off.names:on.keys:off"
    html = client.get(PAGE).content.decode()
    assert not re.search(r'<input type="checkbox"[^>]*required', html), "off can be sent too"
    boxes = re.findall(r'<input type="checkbox" name="(\w+)"[^>]*?( checked)?>', html)
    assert dict(boxes) == {
        "sound": "",
        "motion": " checked",
        "buzz": " checked",
        "undo": "",
        "names": " checked",
        "keys": "",
    }


def test_a_switch_is_on_or_off(client: Client) -> None:
    assert client.post(PAGE, DEFAULTS | {"sound": "loud"}).status_code == 422


def test_every_preference_stands_once_under_a_heading() -> None:
    named = [name for names in GROUPS.values() for name in names]
    assert sorted(named) == sorted(CHOICES)


@pytest.mark.parametrize("given", [{"deck": "marked", "quiet": "1"}, {"deck": "large"}])
def test_what_there_is_not_is_refused(client: Client, given: dict[str, str]) -> None:
    assert client.post(PAGE, given).status_code == 422
    assert chosen(client) == ""


@pytest.mark.parametrize(("language", "word"), [("es", "Tapete"), ("ca", "Tapet"), ("en", "Cloth")])
def test_the_page_comes_in_every_language(client: Client, language: str, word: str) -> None:
    client.cookies["django_language"] = language
    assert word in client.get(PAGE).content.decode()


def test_who_one_is_signed_in_as_is_told_to_oneself_alone(client: Client) -> None:
    assert client.get("/accounts/who/").content == b""
    user = User.objects.create_user("ana", password=PASSWORD)
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    answer = client.get("/accounts/who/")
    assert answer.content == str(user.pk).encode()
    assert "no-store" in answer["Cache-Control"]


def test_a_new_account_takes_the_settings_of_its_browser_along(client: Client) -> None:
    client.post(PAGE, {"chat": "off", "quiet": "1"})
    client.post(
        "/accounts/signup/", {"username": "ana", "password1": PASSWORD, "face": "", "email": ""}
    )
    assert User.objects.get(username="ana").preferences == {"chat": "off"}
