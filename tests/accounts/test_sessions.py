"""Sessions end after 30 days unused and 90 days in all, whatever is done in between."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.backends.db import SessionStore as PlainStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sessions
from accounts.sessions import SessionStore
from games.live.clients.visitor import Visitor, ended_sessions
from games.live.core.db_threads import DbThreads
from tests.accounts.support import PASSWORD, guest, member, sign_in_by_form, sure

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60
NEW = "otra-brisca-larga"


@pytest.fixture
def days(monkeypatch):
    """Let so many days pass."""
    real_now, passed = timezone.now, [0.0]

    def now() -> datetime:
        return real_now() + timedelta(seconds=passed[0])

    monkeypatch.setattr(timezone, "now", now)
    monkeypatch.setattr(sessions, "time", SimpleNamespace(time=lambda: now().timestamp()))

    def pass_days(number: float) -> None:
        passed[0] += number * DAY

    return pass_days


def is_in(browser: Client) -> bool:
    return browser.get("/accounts/profile/").status_code == 200


def days_left(browser: Client) -> float:
    end = Session.objects.get(session_key=browser.cookies["sessionid"].value).expire_date
    return (end - timezone.now()).total_seconds() / DAY


def test_session_ends_after_thirty_days_unused(client, days):
    sign_in_by_form(client, member())
    days(29.9)
    assert is_in(client)
    days(30.1)
    assert not is_in(client)


def test_session_ends_after_ninety_days_however_much_it_is_used(client, days):
    sign_in_by_form(client, member())
    for _ in range(4):
        days(20)
        assert is_in(client)
    sure(client)  # authenticating again does not sign in anew
    days(9.9)
    assert is_in(client)
    days(0.2)
    assert not is_in(client)


def test_new_password_does_not_make_a_session_younger(client, days):
    sign_in_by_form(client, member())
    for _ in range(4):
        days(20)
        is_in(client)
    sure(client)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/accounts/password/change/", form).status_code == 302
    days(9.9)
    assert is_in(client)
    days(0.2)
    assert not is_in(client)


def test_signing_in_anew_begins_anew(client, days):
    user = member()
    sign_in_by_form(client, user)
    days(29)
    is_in(client)
    client.post("/accounts/logout/")
    sign_in_by_form(client, user)
    for _ in range(3):
        days(28)
        assert is_in(client)


def test_cookie_ends_with_its_session(client, days):
    answer = client.post("/accounts/guest/")
    assert answer.cookies["sessionid"]["max-age"] == 30 * DAY
    for _ in range(3):
        days(25)
        answer = client.get("/accounts/profile/")
    assert answer.cookies["sessionid"]["max-age"] == pytest.approx(15 * DAY, abs=60)


def test_guests_stay_as_long_as_they_come_back(client, days):
    guest(client)
    days(29)
    assert is_in(client)
    assert days_left(client) == pytest.approx(30, abs=0.1)


def test_use_is_written_down_once_a_day(client, days):
    sign_in_by_form(client, member())
    client.get("/accounts/profile/")

    def writes() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get("/accounts/profile/")
        return sum("UPDATE" in query["sql"] for query in seen.captured_queries)

    assert writes() == 0
    days(0.9)
    assert writes() == 0
    days(0.2)
    assert writes() == 1
    assert writes() == 0


def test_session_from_before_goes_on_and_ends_when_it_would_have(client, days):
    """Sessions that Django's own engine made last 90 days from when they were saved."""
    sign_in_by_form(client, member())
    plain = PlainStore(client.cookies["sessionid"].value)
    del plain["signed_in_at"]
    plain["_session_expiry"] = 90 * DAY
    plain.save()
    days(29)
    assert is_in(client)
    assert days_left(client) == pytest.approx(30, abs=0.1)
    days(29)
    assert is_in(client)
    days(29)
    assert is_in(client)
    days(3.1)
    assert not is_in(client)


def socket_user(key: str):
    """The account that a socket with this session's cookie belongs to; None: nobody's."""
    database = DbThreads("test")
    try:
        about = SimpleNamespace(db=database)
        return async_to_sync(Visitor.from_scope)({"cookies": {"sessionid": key}}, about).user
    finally:
        database.stop()


@pytest.mark.django_db(transaction=True)
def test_ended_session_opens_no_socket_and_closes_open_ones(client, days):
    user = member()
    sign_in_by_form(client, user)
    key = client.cookies["sessionid"].value
    assert socket_user(key) == user.pk
    assert ended_sessions({key: user.pk}) == set()
    days(30.1)
    assert socket_user(key) is None
    assert ended_sessions({key: user.pk}) == {key}


def test_limit_of_age_holds_whatever_end_the_row_has(client, days):
    """A row with a later end, as by hand or by older settings, opens nothing."""
    sign_in_by_form(client, member())
    key = client.cookies["sessionid"].value
    days(91)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=400))
    assert SessionStore(key).load() == {}
    assert not is_in(client)


def test_a_key_of_no_session_is_not_taken_over(client):
    """A visitor cannot choose the key of the session that they sign in to."""
    chosen = "a" * 32
    client.cookies["sessionid"] = chosen
    answer = client.get("/accounts/profile/")
    assert answer.cookies["sessionid"].value == ""
    client.cookies["sessionid"] = chosen
    sign_in_by_form(client, member())
    assert client.cookies["sessionid"].value != chosen
    assert not Session.objects.filter(session_key=chosen).exists()


def test_a_session_that_is_over_leaves_its_key(client, days):
    sign_in_by_form(client, member())
    key = client.cookies["sessionid"].value
    days(91)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=400))
    session = SessionStore(key)
    assert session.is_empty() is False
    assert session.get("_auth_user_id") is None
    assert session.session_key is None
    assert session.is_empty()


def test_a_session_that_is_over_leaves_its_key_to_a_socket_as_well(client, days):
    sign_in_by_form(client, member())
    key = client.cookies["sessionid"].value
    days(91)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=400))
    session = SessionStore(key)
    assert async_to_sync(session.aload)() == {}
    assert session.session_key is None
