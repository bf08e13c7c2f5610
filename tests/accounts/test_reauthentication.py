"""What adds a way into an account, or takes its data out, asks for the password again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import RecoveryCode, Token, User
from accounts.reauthentication import ASKING_VIEWS, PROTECTED_VIEWS
from tests.accounts.support import (
    PASSWORD,
    age,
    asks_again,
    assert_our_page,
    guest,
    member,
    sign_in_by_form,
)

pytestmark = pytest.mark.django_db

NEW = "otra-brisca-larga"

OPEN_VIEWS = {
    "simple_view",  # only how this device shows the site
    "account_guest", "account_login", "account_logout", "account_signup", "account_inactive",
    "account_confirm_email", "account_email_verification_sent", "account_confirm_login_code",
    "account_reset_password", "account_reset_password_done", "account_reset_password_from_key",
    "account_reset_password_from_key_done", "accounts_recover", "accounts_activity",
    "accounts_profile", "accounts_tokens", "accounts_token_revoke", "accounts_who",
    "preferences", "push",
    "mfa_authenticate", "mfa_index", "mfa_login_webauthn",
}  # fmt: skip
"""Views of accounts that add no way in and take nothing out, or that are for strangers."""


@dataclass
class Row:
    """A protected view: how it is called, and what is posted to it."""

    name: str
    data: dict[str, str] = field(default_factory=dict)
    key: Callable[[User], list[int]] = lambda user: []

    def path(self, user: User) -> str:
        return reverse(self.name, args=self.key(user))


def passkey_of(user: User) -> list[int]:
    return [Authenticator.objects.get(user=user, type="webauthn").pk]


ROWS = [
    Row("usersessions_list"),
    Row("account_email", {"action_add": "", "email": "other@example.org"}),
    Row("account_email", {"action_send": "", "email": "second@example.org"}),
    Row("account_email", {"action_primary": "", "email": "second@example.org"}),
    Row("account_email", {"action_remove": "", "email": "second@example.org"}),
    Row(
        "account_change_password",
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    ),
    Row("account_set_password", {"password1": NEW, "password2": NEW}),
    Row("accounts_token_new", {"name": "bot", "scopes": "read", "days": "30"}),
    Row("accounts_bot", {"name": "Lucia"}),
    Row("accounts_export"),
    Row("accounts_delete", {"password": PASSWORD}),
    Row("accounts_not_me", {"keys": "on"}),
    Row("accounts_recovery_codes"),
    Row("mfa_activate_totp", {"code": "000000"}),
    Row("mfa_deactivate_totp"),
    Row("mfa_view_recovery_codes"),
    Row("mfa_generate_recovery_codes"),
    Row("mfa_download_recovery_codes"),
    Row("mfa_list_webauthn"),
    Row("mfa_add_webauthn", {"name": "key", "credential": "{}"}),
    Row("mfa_edit_webauthn", {"name": "renamed"}, passkey_of),
    Row("mfa_remove_webauthn", {}, passkey_of),
]
rows = pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join([row.name, *row.data][:2]))


def full_member() -> User:
    """A member with all that can be changed: two addresses, an app, codes and a passkey."""
    user = member("Lucia", "lucia@example.org")
    user.emailaddress_set.create(email="second@example.org", verified=True)
    return user


def add_factors(user: User) -> None:
    """An app, recovery codes and a passkey, as rows."""
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    Authenticator.objects.create(
        user=user, type="webauthn", data={"name": "Portátil", "credential": {}}
    )


def state(user: User) -> list[object]:
    """All that a protected view may change."""
    return [
        list(User.objects.values("pk", "password", "email", "is_bot")),
        list(user.emailaddress_set.order_by("pk").values()),
        list(Authenticator.objects.order_by("pk").values("pk", "type", "data")),
        Token.objects.count(),
        list(RecoveryCode.objects.values("digest")),
    ]


def browser_of(user: User) -> Client:
    """A browser in which the owner has signed in; the factors come later, as nobody types them."""
    browser = sign_in_by_form(Client(), user)
    add_factors(user)
    return browser


def accounts_views(patterns: list[URLPattern | URLResolver]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= accounts_views(pattern.url_patterns)
        elif pattern.name:
            found.add(pattern.name)
    return found


def test_every_view_of_accounts_is_protected_or_open_on_purpose():
    """A new view is put into one of the lists by whoever adds it."""
    mounted = [one for one in get_resolver().url_patterns if str(one.pattern) == "accounts/"]
    views = accounts_views(mounted)
    assert views - {"mfa_trust", "mfa_signup_webauthn"} == OPEN_VIEWS | PROTECTED_VIEWS | (
        ASKING_VIEWS
    )


def test_table_has_every_protected_view():
    assert {row.name for row in ROWS} == PROTECTED_VIEWS


@rows
def test_old_session_is_asked_again_and_nothing_happens(row, mailoutbox):
    user = full_member()
    browser = age(browser_of(user), 15 * 60 + 1)
    before = state(user)
    mailoutbox.clear()
    path = row.path(user)
    for answer in (browser.get(path), browser.head(path), browser.post(path, row.data)):
        assert asks_again(answer), (answer.status_code, answer.get("Location"))
        assert PASSWORD not in answer.content.decode()
    assert state(user) == before
    assert mailoutbox == []


@rows
def test_fresh_session_goes_on(row, monkeypatch):
    monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.get_credentials", lambda user: [])
    user = full_member()
    browser = age(browser_of(user), 15 * 60 - 60)
    path = row.path(user)
    assert not asks_again(browser.get(path))
    assert not asks_again(browser.post(path, row.data))


@pytest.mark.parametrize("way", ["/accounts/login/", "/accounts/signup/"])
def test_signing_in_and_up_is_authentication_enough(client, way):
    if way == "/accounts/login/":
        sign_in_by_form(client, member())
    else:
        client.post(way, {"username": "Lucia", "password1": PASSWORD})
    assert client.get("/accounts/export/").status_code == 200


def test_sign_up_out_of_a_guest_is_authentication_enough(client):
    guest(client)
    client.post("/accounts/signup/", {"username": "Lucia", "password1": PASSWORD})
    assert client.get("/accounts/tokens/new/").status_code == 200


def test_page_that_was_asked_for_follows_the_password(client):
    age(sign_in_by_form(client, member()))
    asked = client.get("/accounts/email/", follow=True)
    assert_our_page(asked.content.decode())
    done = client.post(
        "/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/email/"}
    )
    assert done["Location"] == "/accounts/email/"
    assert client.get("/accounts/email/").status_code == 200


def test_what_was_posted_is_done_after_the_password(client):
    user = member()
    age(sign_in_by_form(client, user))
    client.post("/accounts/email/", {"action_add": "", "email": "lucia@example.org"})
    assert not user.emailaddress_set.exists()
    wrong = client.post("/accounts/reauthenticate/", {"password": "x", "next": "/accounts/email/"})
    assert wrong.status_code == 200
    assert not user.emailaddress_set.exists()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/email/"})
    assert user.emailaddress_set.get().email == "lucia@example.org"


def test_key_that_was_asked_for_is_shown_after_the_password(client):
    age(sign_in_by_form(client, member()))
    client.post("/accounts/tokens/new/", {"name": "bot", "scopes": "read", "days": "30"})
    assert not Token.objects.exists()
    page = client.post(
        "/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/tokens/new/"}
    )
    assert "brisca_" in page.content.decode()
    assert Token.objects.count() == 1


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}),
        ("delete/", {"password": PASSWORD}),
    ],
)
def test_passwords_are_not_kept_with_what_was_posted(client, path, data):
    user = member()
    age(sign_in_by_form(client, user))
    client.post(f"/accounts/{path}", data)
    kept = str(dict(client.session))
    assert PASSWORD not in kept
    assert NEW not in kept
    page = client.post(
        "/accounts/reauthenticate/", {"password": PASSWORD, "next": f"/accounts/{path}"}
    )
    assert_our_page(page.content.decode())
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_what_another_left_behind_is_not_done(client):
    """Whoever opens the page anew authenticates for that, not for what was posted before."""
    user = member()
    age(sign_in_by_form(client, user))
    client.post("/accounts/email/", {"action_add": "", "email": "thief@example.org"})
    client.get("/accounts/email/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/email/"})
    assert not user.emailaddress_set.exists()


def test_what_was_posted_long_ago_is_not_done(client):
    user = member()
    age(sign_in_by_form(client, user))
    client.post("/accounts/email/", {"action_add": "", "email": "thief@example.org"})
    session = client.session
    session["account_reauthentication_state"]["kept_at"] -= 16 * 60
    session.save()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/email/"})
    assert not user.emailaddress_set.exists()


def test_great_requests_are_not_kept(client):
    age(sign_in_by_form(client, member()))
    client.post("/accounts/email/", {"action_add": "", "email": "x" * 100_000})
    assert "account_reauthentication_state" not in client.session


def test_member_without_any_way_to_authenticate_is_let_through_nowhere(client):
    user = member()
    sign_in_by_form(client, user)
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    answer = client.post("/accounts/password/set/", {"password1": NEW, "password2": NEW})
    assert answer["Location"] == "/accounts/password/reset/"
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_guests_take_their_data_and_leave_as_ever(client):
    user = guest(client)
    assert client.get("/accounts/export/").status_code == 200
    assert client.post("/accounts/delete/", {"name": user.username}).status_code == 302
    assert not User.objects.exists()


def test_wrong_passkey_leads_back_to_where_it_is_tried_again(client):
    user = member()
    sign_in_by_form(client, user)
    add_factors(user)
    answer = client.post(
        "/accounts/2fa/webauthn/reauthenticate/", {"credential": "{}", "next": "/accounts/email/"}
    )
    assert answer["Location"] == (
        "/accounts/2fa/webauthn/reauthenticate/?next=%2Faccounts%2Femail%2F"
    )
