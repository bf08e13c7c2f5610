"""How often a visitor may do what costs the site something, over HTTP."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, override_settings

from games.models import Table
from games.pages import match_picture
from tests.pages.forms.test_choosing import CHECK, NEW, PLAIN

pytestmark = pytest.mark.django_db


def limits(**changed: str):
    return override_settings(ACCOUNT_RATE_LIMITS={**settings.ACCOUNT_RATE_LIMITS, **changed})


def test_the_site_limits_what_costs_something() -> None:
    for action in ("guest", "table", "rules", "login_failed"):
        assert settings.ACCOUNT_RATE_LIMITS[action]
    for scope in ("api", "record"):
        assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][scope]


@limits(table="3/m/user,100/m/ip")
def test_tables_are_opened_so_often_and_then_patience_is_asked_for() -> None:
    client = Client()
    client.post("/accounts/guest/", {"name": "Ana"})
    answers = []
    for _ in range(4):
        Table.objects.all().delete()
        answers.append(client.post(NEW, PLAIN).status_code)
    assert answers == [302, 302, 302, 429]
    assert client.post("/play/", {"game": "ludoteka.2"}).status_code == 429
    other = Client()
    assert other.post("/play/", {"game": "ludoteka.2"}).status_code == 302


@limits(table="3/m/ip")
def test_guests_of_one_address_share_what_the_address_may() -> None:
    answers = [Client().post("/play/", {"game": "ludoteka.2"}).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]


@limits(table="2/m/ip")
@override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1)
def test_behind_a_proxy_each_visitor_has_an_address() -> None:
    for number in range(4):
        answer = Client().post(
            "/play/", {"game": "ludoteka.2"}, headers={"x-forwarded-for": f"10.0.0.{number}"}
        )
        assert answer.status_code == 302


@limits(rules="5/m/ip")
def test_rules_are_checked_so_often() -> None:
    answers = [Client().get(CHECK, {"seating": "2"}).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


@limits(picture="2/m/ip")
def test_pictures_are_drawn_so_often_and_those_that_are_drawn_are_given(monkeypatch) -> None:
    monkeypatch.setattr(match_picture, "record_json", lambda _match: b"{}")
    monkeypatch.setattr(match_picture, "draw", lambda _record: b"drawn")
    answers = [
        Client().get(f"/matches/{match}/picture.png").status_code for match in ("a", "b", "a", "c")
    ]
    assert answers == [200, 200, 200, 429]


@limits(guest="2/m/ip")
def test_guests_are_made_so_often() -> None:
    answers = [
        Client().post("/accounts/guest/", {"name": f"Ana{number}"}).status_code
        for number in range(3)
    ]
    assert answers == [302, 302, 429]


def test_wrong_passwords_lock_a_name_at_an_address() -> None:
    answers = [
        Client().post("/accounts/login/", {"login": "ana", "password": "wrong"}).status_code
        for _ in range(6)
    ]
    assert answers[-1] == 429
    assert answers[0] == 200
