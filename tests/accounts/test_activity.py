"""What an owner reads of their account, and ending the access of others."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessFailureLog
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.activity import Origin, record_event
from accounts.attempts import sum_up_failures
from accounts.export import export_account
from accounts.models import AccountEvent, PushSubscription, Token, User
from accounts.recovery import create_recovery_codes
from accounts.services import become_bot, close_account
from accounts.tokens import create_token, revoke_tokens
from accounts.user_agents import device_label
from tests.accounts.support import (
    PASSWORD,
    assert_our_page,
    guest,
    links,
    member,
    sign_in_by_form,
    sure,
    totp_code,
    with_factor,
)

pytestmark = pytest.mark.django_db
Kind = AccountEvent.Kind
PAGE = "/accounts/activity/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def kinds(user: User) -> list[str]:
    """What is written of an account, the oldest first."""
    return list(
        AccountEvent.objects.filter(user=user).order_by("pk").values_list("kind", flat=True)
    )


# -- what is written ----------------------------------------------------------------------------


def test_signing_up_and_in_are_written_with_address_and_browser(client):
    form = {"username": "Lucia", "password1": PASSWORD, "email": ""}
    client.post("/accounts/signup/", form)
    user = User.objects.get()
    other = Client(REMOTE_ADDR="203.0.113.5", headers={"user-agent": FIREFOX})
    sign_in_by_form(other, user)
    assert kinds(user) == [Kind.CREATED, Kind.LOGIN_PASSWORD]
    event = AccountEvent.objects.get(kind=Kind.LOGIN_PASSWORD)
    assert (event.address, event.user_agent) == ("203.0.113.5", FIREFOX)
    assert event.is_new_device


def test_an_address_of_ipv4_is_written_as_one():
    user = member()
    sign_in_by_form(Client(REMOTE_ADDR="::ffff:203.0.113.5"), user)
    assert AccountEvent.objects.get().address == "203.0.113.5"


def test_nothing_is_written_of_guests(client):
    user = guest(client)
    record_event(user=user, kind=Kind.LOGIN)
    assert not AccountEvent.objects.exists()


def test_passwords_and_emails_are_written(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    sure(sign_in_by_form(client, user))
    client.post("/accounts/email/", {"action_add": "", "email": "second@example.org"})
    (path,) = [link for link in links(mailoutbox[-1].body) if "confirm-email" in link]
    client.post(path)
    client.post("/accounts/email/", {"action_primary": "", "email": "second@example.org"})
    client.post("/accounts/email/", {"action_remove": "", "email": "lucia@example.org"})
    new = "otra-brisca-larga"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    client.post("/accounts/password/change/", form)
    assert kinds(user)[1:] == [
        Kind.EMAIL_ADDED,
        Kind.EMAIL_CONFIRMED,
        Kind.EMAIL_CHANGED,
        Kind.EMAIL_REMOVED,
        Kind.PASSWORD_CHANGED,
    ]
    assert AccountEvent.objects.get(kind=Kind.EMAIL_ADDED).detail == "second@example.org"


def test_new_password_by_mail_is_written(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    client.post("/accounts/password/reset/", {"email": user.email})
    (path,) = [link for link in links(mailoutbox[-1].body) if "/reset/key/" in link]
    where = client.get(path, follow=True).redirect_chain[-1][0]
    new = "otra-brisca-larga"
    client.post(where, {"password1": new, "password2": new})
    assert kinds(user) == [Kind.PASSWORD_RESET]


def test_a_password_that_is_set_for_the_first_time_is_written(client):
    user = member()
    user.set_unusable_password()
    user.save()
    with_factor(client, user)
    new = "otra-brisca-larga"
    client.post("/accounts/password/set/", {"password1": new, "password2": new})
    assert kinds(user) == [Kind.PASSWORD_SET]


@pytest.mark.django_db(transaction=True)
def test_second_factors_are_written(client):
    user = member()
    sure(sign_in_by_form(client, user))
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = page.split('id="authenticator_secret"')[1].split('value="')[1].split('"')[0]
    client.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    codes = Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes()
    other = Client()
    other.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
    other.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    client.post("/accounts/2fa/recovery-codes/generate/")
    client.post("/accounts/2fa/totp/deactivate/")
    assert kinds(user)[1:] == [
        Kind.FACTOR_ADDED,
        Kind.FACTOR_CODES_MADE,
        Kind.FACTOR_CODE_USED,
        Kind.LOGIN_PASSWORD,
        Kind.FACTOR_CODES_MADE,
        Kind.FACTOR_REMOVED,
    ]


def test_passkeys_are_written_when_they_go(client):
    user = member()
    sure(sign_in_by_form(client, user))
    key = Authenticator.objects.create(
        user=user, type="webauthn", data={"name": "Portátil", "credential": {}}
    )
    client.post(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/")
    event = AccountEvent.objects.get(kind=Kind.PASSKEY_REMOVED)
    assert event.detail == "Portátil"


def test_keys_for_programs_and_a_programs_account_are_written():
    user = member()
    become_bot(user=user)
    token, _key = create_token(user=user, name="laptop", scopes=("read",), days=7)
    revoke_tokens(user=user, key=token.token_key)
    assert kinds(user) == [Kind.BECAME_BOT, Kind.TOKEN_MADE, Kind.TOKEN_REVOKED]
    assert set(AccountEvent.objects.values_list("detail", flat=True)) == {"", "laptop"}


def test_pages_of_keys_write_where_it_was_done(client):
    user = member()
    sure(sign_in_by_form(client, user))
    client.post("/accounts/tokens/new/", {"name": "laptop", "scopes": ["read"], "days": "7"})
    client.post("/accounts/tokens/revoke/")
    for kind in (Kind.TOKEN_MADE, Kind.TOKEN_REVOKED):
        assert AccountEvent.objects.get(user=user, kind=kind).address == "127.0.0.1"


def test_downloads_of_a_day_are_one_row(client):
    user = member()
    sure(sign_in_by_form(client, user))
    for _ in range(3):
        client.get("/accounts/export/")
    event = AccountEvent.objects.get(user=user, kind=Kind.EXPORTED)
    assert event.count == 3


# -- wrong passwords ----------------------------------------------------------------------------


def guess(login: str, address: str) -> None:
    """A wrong password of a stranger."""
    Client(REMOTE_ADDR=address).post("/accounts/login/", {"login": login, "password": "x"})


def test_wrong_passwords_of_strangers_are_one_row_a_day():
    user = member("Lucia", "lucia@example.org")
    for n in range(4):
        guess("LUCIA", f"198.51.100.{n + 1}")
    guess("lucia@example.org", "198.51.100.9")
    sum_up_failures(user=user)
    guess("Lucia", "198.51.100.1")
    sum_up_failures(user=user)
    event = AccountEvent.objects.get(user=user)
    assert (event.kind, event.count, event.address) == (Kind.LOGIN_FAILED, 6, None)
    assert event.until is not None
    assert event.at <= event.until
    assert not AccessFailureLog.objects.exists()


def test_one_address_of_wrong_passwords_is_named():
    user = member()
    for _ in range(2):
        guess("Lucia", "198.51.100.1")
    sum_up_failures(user=user)
    assert AccountEvent.objects.get().address == "198.51.100.1"


def test_wrong_passwords_of_a_known_device_are_written_with_its_browser():
    user = member()
    phone = sign_in_by_form(Client(headers={"user-agent": FIREFOX}), user)
    phone.post("/accounts/logout/")
    for _ in range(3):
        phone.post("/accounts/login/", {"login": "Lucia", "password": "x"})
    event = AccountEvent.objects.get(kind=Kind.LOGIN_FAILED)
    assert (event.count, event.user_agent) == (3, FIREFOX)


def test_failures_of_an_unconfirmed_address_are_not_ones_own_to_see():
    user = member()
    user.emailaddress_set.create(email="other@example.org", verified=False)
    guess("other@example.org", "198.51.100.1")
    sum_up_failures(user=user)
    assert not AccountEvent.objects.exists()


def test_names_that_nobody_has_are_written_alike():
    member()
    for login in ("Lucia", "Nadie"):
        guess(login, "198.51.100.1")
    assert AccessFailureLog.objects.count() == 2
    assert not AccountEvent.objects.exists(), "what is written says nothing of who has an account"


# -- the page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_page_lists_what_happened(language):
    user = member(language=language)
    browser = sign_in_by_form(Client(headers={"user-agent": FIREFOX}), user)
    guess("Lucia", "198.51.100.1")
    page = browser.get(PAGE, headers={"accept-language": language})
    text = page.content.decode()
    assert_our_page(text)
    assert "127.0.0.1" in text
    assert "198.51.100.1" in text
    assert '<time datetime="' in text
    assert page["Cache-Control"].find("no-store") >= 0


def test_page_goes_on_page_by_page(client):
    user = member()
    sign_in_by_form(client, user)
    for n in range(40):
        record_event(user=user, kind=Kind.TOKEN_MADE, detail=f"key-{n:02}")
    first = client.get(PAGE).content.decode()
    assert "key-39" in first
    assert "key-05" not in first
    assert 'href="?page=2"' in first
    assert "key-05" in client.get(f"{PAGE}?page=2").content.decode()
    for page in ("x", "-1", "999999999", "\0"):
        assert client.get(PAGE, {"page": page}).status_code in (200, 400)


def test_nobody_sees_the_page_of_another(client):
    lucia, ana = member("Lucia"), member("Ana")
    record_event(user=lucia, kind=Kind.TOKEN_MADE, detail="secret-name")
    sign_in_by_form(client, ana)
    assert "secret-name" not in client.get(PAGE).content.decode()
    assert Client().get(PAGE)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", [PAGE, "/accounts/activity/not-me/", "/accounts/recovery-codes/"])
def test_guests_are_sent_to_the_registration(client, page):
    guest(client)
    assert client.get(page)["Location"].startswith("/accounts/signup/")


def test_what_a_browser_says_of_itself_is_escaped():
    user = member()
    agent = "<script>alert(1)</script>/1.0 (<b>X</b>)"
    browser = sign_in_by_form(Client(headers={"user-agent": agent}), user)
    record_event(user=user, kind=Kind.TOKEN_MADE, detail="<b>bold</b>")
    text = browser.get(PAGE).content.decode()
    assert "<b>bold" not in text
    assert "alert(1)" not in text


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
            "Mobile Safari on iOS",
        ),
        ("python-requests/2.31", "Python Requests"),
        ("", "Unknown device"),
        ("(" * 5000, "Unknown device"),
    ],
)
def test_device_is_named_in_words(agent, label, settings):
    settings.LANGUAGE_CODE = "en"
    assert device_label(agent) == label


# -- how long, and with what it goes ------------------------------------------------------------


def test_rows_are_in_the_download_and_go_with_the_account():
    user = member()
    record_event(user=user, kind=Kind.TOKEN_MADE, detail="laptop", origin=Origin("192.0.2.1", "x"))
    create_recovery_codes(user=user)
    data = export_account(user)
    made = data["activity"][-1]
    assert (made["what"], made["ip"], made["detail"]) == ("token_made", "192.0.2.1", "laptop")
    assert len(data["recovery_codes"]) == 10
    assert "digest" not in str(data)
    guess("Lucia", "198.51.100.1")
    close_account(user=user)
    assert not AccountEvent.objects.exists()
    assert not AccessFailureLog.objects.exists()


# -- this was not me ----------------------------------------------------------------------------


def test_this_was_not_me_throws_everybody_else_out(client):
    user = member()
    thief = sign_in_by_form(Client(REMOTE_ADDR="198.51.100.1"), user)
    PushSubscription.objects.create(
        user=user, endpoint="https://fcm.googleapis.com/x", p256dh="a", auth="b"
    )
    create_token(user=user, name="laptop", scopes=("read",), days=7)
    sure(sign_in_by_form(client, user))
    answer = client.post("/accounts/activity/not-me/", {"keys": "on"})
    assert answer["Location"] == "/accounts/password/change/"
    assert thief.get(PAGE).status_code == 302
    assert client.get(PAGE).status_code == 200
    assert UserSession.objects.filter(user=user).count() == 1
    assert not Token.objects.exists()
    assert not PushSubscription.objects.exists()
    assert Kind.NOT_ME in kinds(user)
    user.refresh_from_db()
    assert user.device_epoch == 1


def test_keys_stay_where_that_was_not_chosen(client):
    user = member()
    create_token(user=user, name="laptop", scopes=("read",), days=7)
    sure(sign_in_by_form(client, user))
    client.post("/accounts/activity/not-me/")
    assert Token.objects.count() == 1


def test_a_device_of_somebody_else_is_told_of_again_afterwards(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    thief = sign_in_by_form(Client(), user)
    sure(sign_in_by_form(client, user))
    client.post("/accounts/activity/not-me/")
    mailoutbox.clear()
    sign_in_by_form(thief, user)
    assert len(mailoutbox) == 1
    mailoutbox.clear()
    client.post("/accounts/logout/")
    sign_in_by_form(client, user)
    assert mailoutbox == [], "the owner's own device stays known"


def test_this_was_not_me_takes_the_password(client):
    user = member()
    other = sign_in_by_form(Client(), user)
    sign_in_by_form(client, user)
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    for method in (client.get, client.post):
        answer = method("/accounts/activity/not-me/")
        assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert other.get(PAGE).status_code == 200
    assert Session.objects.count() == 2


def test_pages_have_our_look(client):
    sure(sign_in_by_form(client, member()))
    for page in (PAGE, "/accounts/activity/not-me/", "/accounts/recovery-codes/"):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert_our_page(answer.content.decode())
