"""Known devices: their cookie, what makes them unknown, and the notice of an unknown one."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from django.core import mail
from django.test import Client, RequestFactory

from accounts import new_device_notices
from accounts.devices import MAX_ACCOUNTS, cookie_name, device_of, is_known, void_devices
from accounts.models import AccountEvent, PushSubscription, User
from tests.accounts.support import (
    PASSWORD,
    guest,
    links,
    member,
    sign_in_by_form,
    sure,
    totp_code,
)

pytestmark = pytest.mark.django_db
ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


def knows(browser: Client, user: User) -> bool:
    """Whether the cookie of a browser makes it a known device of an account."""
    request = RequestFactory().get("/")
    if cookie_name() in browser.cookies:
        request.COOKIES[cookie_name()] = browser.cookies[cookie_name()].value
    user.refresh_from_db()
    return is_known(device_of(request), user)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str]]]:
    """Notices that were pushed: endpoint and message, at once instead of in another thread."""
    sent: list[tuple[str, dict[str, str]]] = []

    def call(one: PushSubscription, message: dict[str, str], **options: Any) -> bool:
        sent.append((one.endpoint, message))
        return True

    class Now:
        def submit(self, work: Any, *given: Any) -> None:
            work(*given)

    monkeypatch.setattr(new_device_notices, "call", call)
    monkeypatch.setattr(new_device_notices, "_senders", Now())
    monkeypatch.setattr(new_device_notices, "close_old_connections", lambda: None)
    return sent


# -- the cookie ---------------------------------------------------------------------------------


def test_signing_in_makes_the_browser_a_known_device(client):
    user = member()
    assert not knows(client, user)
    sign_in_by_form(client, user)
    assert knows(client, user)
    cookie = client.cookies[cookie_name()]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert int(cookie["max-age"]) == 400 * 86_400


def test_with_https_the_cookie_is_held_to_host_and_https(client, settings):
    settings.HTTPS = True
    sign_in_by_form(client, member())
    cookie = client.cookies["__Host-device"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_the_cookie_names_no_account(client):
    user = member("Lucia", "lucia@example.org", id=987_654_321)
    sign_in_by_form(client, user)
    value = client.cookies[cookie_name()].value
    payload = value.split(":")[0]
    plain = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode()
    for name in ("Lucia", "lucia", "987654321"):
        assert name not in value + plain
    assert all(isinstance(part, str) for part in json.loads(plain))


def test_a_failed_sign_in_sets_no_cookie(client):
    member()
    for login in ("Lucia", "Nadie"):
        answer = client.post("/accounts/login/", {"login": login, "password": "x"})
        assert cookie_name() not in answer.cookies


def test_a_device_is_known_after_the_second_step_only(client):
    user = member()
    browser = sure(sign_in_by_form(client, user))
    page = browser.get("/accounts/2fa/totp/activate/").content.decode()
    secret = page.split('id="authenticator_secret"')[1].split('value="')[1].split('"')[0]
    browser.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    other = Client()
    other.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
    assert not knows(other, user)
    other.post("/accounts/2fa/authenticate/", {"code": totp_code(secret)})
    assert knows(other, user)


def test_a_browser_is_known_to_several_accounts_and_not_to_endlessly_many(client):
    users = [member(f"name{n}") for n in range(MAX_ACCOUNTS + 1)]
    for user in users:
        sign_in_by_form(client, user)
        client.post("/accounts/logout/")
    assert [knows(client, user) for user in users] == [False, *[True] * MAX_ACCOUNTS]
    assert len(client.cookies[cookie_name()].value) < 512


def test_signing_up_makes_a_known_device_also_of_a_guests_browser(client):
    guest(client)
    form = {"username": "Lucia", "password1": PASSWORD, "email": ""}
    client.post("/accounts/signup/", form)
    assert knows(client, User.objects.get())


def test_a_session_from_before_there_was_a_cookie_leaves_one_when_it_ends(client):
    user = member()
    sign_in_by_form(client, user)
    del client.cookies[cookie_name()]
    client.post("/accounts/logout/")
    assert knows(client, user)


def test_voided_devices_are_unknown_and_a_new_password_alone_voids_none(client):
    user = member()
    sign_in_by_form(client, user)
    user.set_password("otra-brisca-larga")
    user.save()
    assert knows(client, user)
    void_devices(user=user)
    assert not knows(client, user)


def test_logging_out_everywhere_else_leaves_this_device_known_alone(client):
    user = member()
    other = sign_in_by_form(Client(), user)
    sure(sign_in_by_form(client, user))
    client.post("/accounts/sessions/")
    assert knows(client, user)
    assert not knows(other, user)
    assert AccountEvent.objects.filter(user=user, kind="sessions_ended").count() == 1


def test_storing_a_password_does_not_bring_voided_devices_back(client):
    user = member()
    browser = sure(sign_in_by_form(client, user))
    stale = User.objects.get(pk=user.pk)
    void_devices(user=user)
    from allauth.account.adapter import get_adapter

    get_adapter().set_password(stale, "otra-brisca-larga")
    assert not knows(browser, user)


# -- the notice ---------------------------------------------------------------------------------


def sign_in_again(user: User, agent: str = ANDROID) -> Client:
    """Sign in on a new device at another address."""
    return sign_in_by_form(Client(REMOTE_ADDR="203.0.113.5", headers={"user-agent": agent}), user)


def test_owner_is_told_of_a_new_device_by_mail_in_the_language_of_the_account(mailoutbox):
    user = member("Lucia", "lucia@example.org", language="en")
    sign_in_by_form(Client(), user)
    assert mailoutbox == [], "the first sign-in is no surprise"
    sign_in_again(user)
    (notice,) = mailoutbox
    assert notice.to == ["lucia@example.org"]
    assert notice.subject == "Brisca: your account was opened on a new device"
    assert "Firefox Mobile on Android" in notice.body
    assert "203.0.113.5" in notice.body
    assert "/accounts/activity/" in links(notice.body)
    assert PASSWORD not in notice.body


def test_owner_is_not_told_of_a_known_device(mailoutbox):
    user = member("Lucia", "lucia@example.org")
    browser = sign_in_by_form(Client(), user)
    sign_in_again(user)
    mailoutbox.clear()
    for _ in range(2):
        browser.post("/accounts/logout/")
        sign_in_by_form(browser, user)
    assert mailoutbox == []
    assert AccountEvent.objects.filter(user=user, is_new_device=True).count() == 1


def test_no_mail_goes_to_an_unconfirmed_address(mailoutbox):
    user = member("Lucia", "lucia@example.org")
    user.emailaddress_set.update(verified=False)
    sign_in_by_form(Client(), user)
    sign_in_again(user)
    assert mailoutbox == []


def test_signing_up_is_no_new_device_also_for_a_guest(client, mailoutbox):
    guest(client)
    client.post(
        "/accounts/signup/",
        {"username": "Lucia", "password1": PASSWORD, "email": "lucia@example.org"},
    )
    assert not any("new device" in one.body or "nuevo" in one.subject for one in mailoutbox)
    assert not AccountEvent.objects.filter(is_new_device=True).exists()


def test_browsers_with_notifications_are_told_too(calls):
    user = member(language="en")
    PushSubscription.objects.create(
        user=user, endpoint="https://fcm.googleapis.com/x", p256dh="a", auth="b", language="en"
    )
    sign_in_by_form(Client(), user)
    assert calls == []
    sign_in_again(user)
    ((endpoint, message),) = calls
    assert endpoint == "https://fcm.googleapis.com/x"
    assert message["url"] == "/accounts/activity/"
    assert message["body"] == "Firefox Mobile on Android"


def test_a_mail_that_cannot_be_sent_stops_no_sign_in(monkeypatch):
    user = member("Lucia", "lucia@example.org")
    sign_in_by_form(Client(), user)

    def refuse(*_given: Any, **_options: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    browser = sign_in_again(user)
    assert browser.session["_auth_user_id"] == str(user.pk)
