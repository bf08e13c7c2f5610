"""Who was let in and who was refused stands in the log, and nobody's name or address with it."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from brisca_site.base.logs import formatter
from tests.accounts.support import PASSWORD, member, sign_in_by_form

pytestmark = pytest.mark.django_db
PRIVATE = ("Lucia", "lucia@example.org", PASSWORD, "203.0.113.7", "Firefox")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """What the log says so far, line by line as JSON; nothing of it names anybody."""
    caplog.set_level(logging.INFO, "brisca.security")
    write = formatter("json")

    def read() -> list[dict[str, Any]]:
        found = [one for one in caplog.records if one.name == "brisca.security"]
        texts = [write.format(one) for one in found]
        assert not [name for name in PRIVATE for text in texts if name in text]
        return [json.loads(text) for text in texts]

    return read


@pytest.fixture
def lucia() -> User:
    return member("Lucia", "lucia@example.org")


@pytest.fixture
def browser() -> Client:
    return Client(REMOTE_ADDR="203.0.113.7", headers={"user-agent": "Firefox"})


def test_a_sign_in_is_written_down_with_its_means_and_a_sign_out(browser, lucia, lines) -> None:
    sign_in_by_form(browser, lucia)
    browser.post("/accounts/logout/")
    told = [(line["event"], line["account"]) for line in lines()]
    assert told == [("signed in", lucia.pk), ("signed out", lucia.pk)]
    assert lines()[0]["factors"] == "password"
    assert lines()[0]["time"].endswith("Z")


def test_a_sign_in_that_failed_is_written_down_without_the_name(browser, lucia, lines) -> None:
    browser.post("/accounts/login/", {"login": "Lucia", "password": "x"})
    assert "sign-in failed" in {line["event"] for line in lines()}


def test_what_is_refused_is_written_down_by_its_route(browser, lucia, lines) -> None:
    browser.force_login(lucia, backend="allauth.account.auth_backends.AuthenticationBackend")
    cache.clear()
    browser.get("/admin/", follow=True)
    browser.get("/api/v1/play/account/")
    browser.handler.enforce_csrf_checks = True
    browser.post("/people/", {})
    browser.get("/")
    told = [(line["event"], line["status_code"], line["route"]) for line in lines()[1:]]
    assert ("refused", 403, "admin/login/") in told
    assert ("no or wrong key", 401, "api/v1/play/account/") in told
    assert ("refused", 403, "people/") in told
    assert len(told) == 3, "what is answered as usual is no line"
    assert {line.get("account") for line in lines()} == {lucia.pk, None}
