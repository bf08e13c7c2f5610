"""The page after too much of something: the true wait, and what was counted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from accounts import limits
from tests.accounts.support import member, sign_in_by_form
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
        monkeypatch.setattr("accounts.limits.time.time", lambda: self.now)


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


@pytest.mark.parametrize("text", ["20", "20/m/ip/x", "20/m/host", "20/x", "20/", "a/m", "-1/m"])
def test_a_limit_of_another_form_is_refused(text):
    with pytest.raises(ValueError, match="no rate limit"):
        limits.parsed_rates(text)


def test_a_use_that_one_limit_refuses_is_not_counted_by_the_others(rf, clock, django_user_model):
    request = rf.post("/")
    request.user = django_user_model(pk=7)
    with limited(table="1/m/user,3/h/ip"):
        limits.count(request, "table")
        for _ in range(5):
            with pytest.raises(limits.TooManyError) as refused:
                limits.count(request, "table")
            assert refused.value.limit is not None
            assert refused.value.limit.wait_s == 60
        clock.now += 60
        limits.count(request, "table")
        clock.now += 60
        limits.count(request, "table")


def test_a_use_that_is_taken_back_counts_no_more(rf, clock, django_user_model):
    request = rf.post("/")
    request.user = django_user_model()
    with limited(recover="1/m/key,1/h/ip"):
        use = limits.count(request, "recover", key="Ana")
        use.take_back()
        limits.count(request, "recover", key="Ana")
        with pytest.raises(limits.TooManyError):
            limits.count(request, "recover", key="Berta")


def test_a_limit_by_account_counts_strangers_by_address(rf, clock, django_user_model):
    stranger = rf.post("/", REMOTE_ADDR="192.0.2.1")
    stranger.user = AnonymousUser()
    other = rf.post("/", REMOTE_ADDR="192.0.2.2")
    other.user = AnonymousUser()
    with limited(note="1/m/user"):
        limits.count(stranger, "note")
        limits.count(other, "note")
        with pytest.raises(limits.TooManyError):
            limits.count(stranger, "note")


def test_a_visitor_without_an_address_is_counted_with_the_others(rf, django_user_model):
    request = rf.post("/", REMOTE_ADDR="")
    request.user = AnonymousUser()
    assert limits.client_address(request) == ""
    with limited(note="1/m/ip"):
        limits.count(request, "note")
        with pytest.raises(limits.TooManyError):
            limits.count(request, "note")


@pytest.mark.django_db(transaction=True)
def test_requests_at_one_moment_do_not_share_a_use(rf, django_user_model):
    request = rf.post("/")
    request.user = AnonymousUser()

    def outcome(_number: int) -> bool:
        try:
            limits.count(request, "note")
        except limits.TooManyError:
            return False
        return True

    with limited(note="5/h/ip"), ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(outcome, range(24))) == 5


def test_a_limit_whose_lock_is_held_refuses_for_a_second(rf, monkeypatch):
    request = rf.post("/")
    request.user = AnonymousUser()
    monkeypatch.setattr(limits, "LOCK_WAIT_S", 0.02)
    with limited(note="5/h/ip"):
        limits.count(request, "note")
        [rate] = limits.parsed_rates("5/h/ip")
        cache.set(f"{limits._place(request, 'note', rate, '')}:lock", 1)
        with pytest.raises(limits.TooManyError) as refused:
            limits.count(request, "note")
    assert refused.value.limit is not None
    assert refused.value.limit.wait_s == 1


FORMS_OF_ALLAUTH = {
    "signup": "/accounts/signup/",
    "reset_password": "/accounts/password/reset/",
    "reset_password_from_key": "/accounts/password/reset/key/1-set-password/",
    "change_password": "/accounts/password/change/",
    "manage_email": "/accounts/email/",
    "reauthenticate": "/accounts/reauthenticate/",
    "webauthn_login": "/accounts/2fa/webauthn/login/",
}


FORMS_OF_MEMBERS = ("change_password", "manage_email", "reauthenticate")


@pytest.mark.parametrize("action", FORMS_OF_ALLAUTH)
def test_each_form_of_the_account_library_is_limited(browser, clock, action):
    """The page tells what was counted, and the true wait; a look at the form counts nothing."""
    if action in FORMS_OF_MEMBERS:
        sign_in_by_form(browser, member("Lucia"))
    path = FORMS_OF_ALLAUTH[action]
    with limited(**{action: "2/m/ip"}):
        for _ in range(3):
            assert browser.get(path).status_code < 400
        assert [browser.post(path).status_code == 429 for _ in range(2)] == [False, False]
        clock.now += 20
        answer = browser.post(path)
    assert (answer.status_code, answer["Retry-After"]) == (429, "40")
    assert "at most 2 in 1 minute" in words(answer.content.decode())


@pytest.mark.parametrize("action", FORMS_OF_ALLAUTH)
def test_the_account_library_counts_its_forms_itself_too(browser, monkeypatch, action):
    monkeypatch.setattr("accounts.middleware.form_limit", lambda request: None)
    if action in FORMS_OF_MEMBERS:
        sign_in_by_form(browser, member("Lucia"))
    path, form = FORMS_OF_ALLAUTH[action], {"email": "nobody@example.org"}
    changed = override_settings(MFA_RATE_LIMITS={"webauthn_login": "2/m/ip"})
    with limited(**{action: "2/m/ip"}), changed:
        statuses = [browser.post(path, form).status_code for _ in range(3)]
    assert 429 not in statuses[:2]
    assert statuses[2] == 429


def test_our_code_uses_no_internal_part_of_the_library_for_limits_and_addresses():
    for folder in ("accounts", "games", "brisca_site", "tools"):
        for path in (settings.BASE_DIR / folder).rglob("*.py"):
            assert "allauth.core.internal" not in path.read_text(), path
