"""Addresses in mails, feeds and shared texts are the site's own, whatever Host a request names."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from brisca_site.base.site_address import for_mail, mail_address, site_address
from tests.accounts.support import PASSWORD, member
from tests.clubs.builders import club_of, longtime_player

FOREIGN_PORT = "localhost:6666"


@pytest.fixture
def _named(settings):
    settings.SITE_URL, settings.SITE_URL_IS_FIXED = "https://brisca.example/", True


def addresses(text: str) -> list[str]:
    return re.findall(r"https?://[^/\s]+", text)


@pytest.mark.django_db
@pytest.mark.usefixtures("_named")
def test_mail_for_a_new_password_begins_with_the_site_s_address(mailoutbox):
    member("Lucia", "lucia@example.org")
    headers = {"host": FOREIGN_PORT}
    Client().post("/accounts/password/reset/", {"email": "lucia@example.org"}, headers=headers)
    assert set(addresses(mailoutbox[-1].body)) == {"https://brisca.example"}
    assert "6666" not in mailoutbox[-1].body


@pytest.mark.django_db
def test_mail_repeats_no_foreign_port_where_the_site_has_no_name(mailoutbox):
    member("Lucia", "lucia@example.org")
    headers = {"host": FOREIGN_PORT}
    Client().post("/accounts/password/reset/", {"email": "lucia@example.org"}, headers=headers)
    assert set(addresses(mailoutbox[-1].body)) == {"http://localhost"}


@pytest.mark.django_db
@pytest.mark.usefixtures("_named")
@pytest.mark.parametrize("taken", [False, True])
def test_mails_of_a_sign_up_begin_with_the_site_s_address(mailoutbox, taken):
    if taken:
        member("Lucia", "lucia@example.org")
    form = {"username": "Nueva", "email": "lucia@example.org", "password1": PASSWORD}
    Client().post("/accounts/signup/", form, headers={"host": FOREIGN_PORT})
    assert set(addresses(mailoutbox[-1].body)) == {"https://brisca.example"}


@pytest.mark.django_db
@pytest.mark.usefixtures("_named")
def test_notice_of_a_new_device_begins_with_the_site_s_address(mailoutbox):
    member("Lucia", "lucia@example.org")
    login = {"login": "Lucia", "password": PASSWORD}
    Client().post("/accounts/login/", login, headers={"host": "localhost", "user-agent": "one"})
    Client().post("/accounts/login/", login, headers={"host": FOREIGN_PORT, "user-agent": "two"})
    assert mailoutbox
    for mail in mailoutbox:
        assert set(addresses(mail.body)) == {"https://brisca.example"}


@pytest.mark.django_db
@pytest.mark.usefixtures("_named")
def test_feeds_and_the_api_begin_with_the_site_s_address():
    club = club_of(longtime_player("Ana"))
    feed = f"/clubs/calendar/{club.members.get().calendar}.ics"
    for path in ("/tournaments/calendar.ics", feed, "/developers/", "/api/schema/"):
        text = Client().get(path, headers={"host": FOREIGN_PORT}).content.decode()
        assert "6666" not in text, path


@pytest.mark.parametrize(
    ("host", "port", "expected"),
    [
        ("localhost:8000", "8000", "http://localhost:8000"),
        ("localhost:6666", "8000", "http://localhost"),
        ("localhost", "8000", "http://localhost"),
        ("[::1]:8000", "8000", "http://[::1]:8000"),
    ],
)
def test_port_of_a_mail_is_that_at_which_the_server_listens(host, port, expected):
    request = RequestFactory().get("/", headers={"host": host}, SERVER_PORT=port)
    assert mail_address(request) == expected
    assert site_address(request) == f"http://{host}", "a page repeats the reader's own"


def test_only_addresses_of_this_site_are_changed():
    request = RequestFactory().get("/", headers={"host": FOREIGN_PORT})
    assert for_mail(request, f"http://{FOREIGN_PORT}/a/?b=c#d") == "http://localhost/a/?b=c#d"
    for text in ("https://other.example/", "Lucia", ""):
        assert for_mail(request, text) == text


def test_tests_run_without_a_name_of_the_site():
    assert not settings.SITE_URL_IS_FIXED
