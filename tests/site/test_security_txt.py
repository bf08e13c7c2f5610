"""Where to report a security problem stands where programs look for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from brisca_site.contacts import check_contact

ADDRESS = "/.well-known/security.txt"


@pytest.fixture(autouse=True)
def contact(settings):
    settings.SECURITY_CONTACT = "mailto:security@brisca.example"
    settings.SECURITY_POLICY = ""


def fields(answer):
    return [line.split(": ", 1) for line in answer.content.decode().splitlines()]


def test_it_says_whom_to_write_to_and_until_when_that_holds(client):
    answer = client.get(ADDRESS, secure=True, headers={"host": "localhost"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    found = dict(fields(answer))
    assert len(found) == len(fields(answer)) == 4
    assert found["Contact"] == "mailto:security@brisca.example"
    assert found["Preferred-Languages"] == "es, ca, en"
    assert found["Canonical"] == f"https://localhost{ADDRESS}"
    expires = datetime.strptime(found["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert timedelta(days=30) < expires - timezone.now() < timedelta(days=365)


def test_a_policy_is_named_where_there_is_one(client, settings):
    settings.SECURITY_POLICY = "https://brisca.example/security"
    assert ["Policy", settings.SECURITY_POLICY] in fields(client.get(ADDRESS))


def test_without_a_contact_there_is_no_such_file(client, settings):
    settings.SECURITY_CONTACT = ""
    assert client.get(ADDRESS).status_code == 404


def test_it_is_the_same_for_everybody_and_is_only_read(client):
    answer = client.get(ADDRESS, headers={"accept-language": "ca"})
    assert answer.content == client.get(ADDRESS, headers={"accept-language": "en"}).content
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert not answer.cookies
    assert client.post(ADDRESS).status_code == 405


@pytest.mark.parametrize("value", ["security@brisca.example", "http://x", "mailto:a\nExpires: 0"])
def test_a_contact_is_an_address_that_can_be_opened(value):
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        check_contact("SECURITY_CONTACT", value)
    assert check_contact("SECURITY_CONTACT", "") == ""
    assert check_contact("SECURITY_CONTACT", "https://brisca.example/contact")
