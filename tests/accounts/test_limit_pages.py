"""The page after too much of something: the true wait, and what was counted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from accounts import limits
from tests.accounts.support import member
from tests.pages.reading import words

pytestmark = pytest.mark.django_db


def limited(**changed: str):
    return override_settings(ACCOUNT_RATE_LIMITS={**settings.ACCOUNT_RATE_LIMITS, **changed})


@pytest.fixture
def browser() -> Client:
    return Client(headers={"accept-language": "en"})


class Clock:
    """The clock that the limits read."""

    def __init__(self, monkeypatch) -> None:
        self.now = 1_800_000_000.0
        for module in ("accounts.limits", "allauth.core.internal.ratelimit"):
            monkeypatch.setattr(f"{module}.time.time", lambda: self.now)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return Clock(monkeypatch)


def sign_in(browser: Client, login: str):
    return browser.post("/accounts/login/", {"login": login, "password": "x"})


def test_too_many_passwords_from_one_address_tell_the_seconds_that_are_left(browser, clock):
    for number in range(30):
        assert sign_in(browser, f"name{number}").status_code == 200
        clock.now += 1
    clock.now += 12  # 42 seconds after the first
    answer = sign_in(browser, "Lucia")
    assert (answer.status_code, answer["Retry-After"]) == (429, "18")
    text = words(answer.content.decode())
    assert "Passwords typed: at most 30 in 1 minute, together with everybody" in text
    assert "in 18 seconds" in text
    assert "hour" not in text
    clock.now += 18
    assert sign_in(browser, "Lucia").status_code == 200


def test_wrong_passwords_for_one_name_from_one_address_open_after_the_hour_of_the_last(browser):
    member()
    for _ in range(5):
        answer = sign_in(browser, "Lucia")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) == pytest.approx(3600, abs=30)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=50))
    later = sign_in(browser, "Lucia")
    assert int(later["Retry-After"]) == pytest.approx(600, abs=30)
    assert "10 minutes" in words(later.content.decode())


@limited(table="2/m/user,100/m/ip")
def test_tables_opened_too_fast_say_so(browser, clock):
    browser.post("/accounts/guest/", {"name": "Ana"})
    for _ in range(2):
        assert browser.post("/play/", {"game": "ludoteka.2", "bots": "1"}).status_code == 302
        clock.now += 10
    answer = browser.post("/play/", {"game": "ludoteka.2", "bots": "1"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "40")
    text = words(answer.content.decode())
    assert "Tables opened, seats taken and matches begun: at most 2 in 1 minute." in text


@limited(reset_password="1/m/ip,5/m/key")
def test_limits_of_the_account_library_tell_the_wait_too(browser, clock):
    path = "/accounts/password/reset/"
    assert browser.post(path, {"email": "nobody@example.org"}).status_code == 302
    clock.now += 20
    answer = browser.post(path, {"email": "nobody@example.org"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "40")
    assert "Mails for a new password" in words(answer.content.decode())


def test_the_longest_of_several_exhausted_limits_counts(rf, clock, django_user_model):
    request = rf.post("/")
    request.user = django_user_model()
    with limited(guest="1/m/ip,1/h/ip"):
        limits.count(request, "guest")
        clock.now += 10
        with pytest.raises(limits.TooManyError) as refused:
            limits.count(request, "guest")
    assert refused.value.limit is not None
    assert (refused.value.limit.wait_s, refused.value.limit.period_s) == (3590, 3600)
