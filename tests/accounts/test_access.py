"""Signing up, in and out; mails; second factors; the lock after wrong passwords."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.support import (
    PASSWORD,
    age,
    assert_our_page,
    guest,
    links,
    member,
    sign_in_by_form,
    sure,
    totp_code,
)

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **more: str):
    form = {"username": "Lucia", "password1": PASSWORD, "email": "", **more}
    return client.post("/accounts/signup/", form)


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


# -- sign up, in and out ------------------------------------------------------------------------


def test_sign_up_needs_no_email(client, mailoutbox):
    assert sign_up(client).status_code == 302
    user = User.objects.get()
    assert (user.username, user.email, user.is_guest) == ("Lucia", "", False)
    assert who(client) == str(user.pk)
    assert mailoutbox == []


def test_name_is_one_without_regard_to_case(client):
    member("Lucia")
    assert sign_up(client, username="LUCIA").status_code == 200
    assert User.objects.count() == 1


def test_login_by_name_in_any_case_and_by_mail(client):
    user = member("Lucia", "lucia@example.org")
    for login in ("Lucia", "lUcIa", "lucia@example.org", "LUCIA@example.org"):
        browser = Client()
        browser.post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert who(browser) == str(user.pk), login


def test_logging_out_takes_a_post(client):
    sign_in_by_form(client, member())
    assert client.get("/accounts/logout/").status_code == 200
    assert who(client) is not None
    client.post("/accounts/logout/")
    assert who(client) is None


@pytest.mark.parametrize(
    "page",
    [
        "/accounts/guest/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/logout/",
        "/accounts/profile/",
        "/accounts/delete/",
        "/accounts/email/",
        "/accounts/password/reset/",
        "/accounts/2fa/webauthn/login/",
    ],
)
def test_posts_need_the_token(page):
    member()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.get())
    assert browser.post(page, {"login": "Lucia", "password": PASSWORD}).status_code == 403


def test_browser_without_a_language_takes_that_of_the_account(client):
    user = member(language="ca")
    answer = client.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
    assert answer.cookies["django_language"].value == "ca"
    other = Client()
    other.cookies["django_language"] = "en"
    answer = other.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert "django_language" not in answer.cookies


def test_language_chosen_on_a_page_is_kept_with_the_account(client):
    user = member(language="es")
    sign_in_by_form(client, user)
    answer = client.post("/i18n/setlang/", {"language": "ca", "next": "/rules/"})
    assert (answer.status_code, answer.url) == (302, "/rules/")
    assert answer.cookies["django_language"].value == "ca"
    user.refresh_from_db()
    assert user.language == "ca"
    client.post("/i18n/setlang/", {"language": "tlh"})
    user.refresh_from_db()
    assert user.language == "ca"


def test_stranger_chooses_a_language_for_the_browser_alone(client):
    answer = client.post("/i18n/setlang/", {"language": "en", "next": "https://example.org/"})
    assert answer.cookies["django_language"].value == "en"
    assert answer.url == "/"


# -- mails --------------------------------------------------------------------------------------


def test_link_in_the_mail_confirms_the_address(client, mailoutbox):
    sign_up(client, email="lucia@example.org")
    (mail,) = mailoutbox
    assert mail.to == ["lucia@example.org"]
    assert mail.subject.startswith("Brisca: ")
    (path,) = [link for link in links(mail.body) if "confirm-email" in link]
    page = client.get(path)
    assert page.status_code == 200
    assert_our_page(page.content.decode())
    assert not EmailAddress.objects.get().verified, "looking is not confirming"
    assert client.post(path).status_code == 302
    assert EmailAddress.objects.get().verified


def test_link_that_is_no_link_is_said_to_be_none(client):
    page = client.get("/accounts/confirm-email/abc/")
    assert page.status_code == 200
    assert_our_page(page.content.decode())


def test_new_password_by_mail(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    answer = client.post("/accounts/password/reset/", {"email": user.email}, follow=True)
    assert_our_page(answer.content.decode())
    (path,) = [link for link in links(mailoutbox[0].body) if "/reset/key/" in link]
    page = client.get(path, follow=True)
    assert page.status_code == 200
    assert_our_page(page.content.decode())
    where = page.redirect_chain[-1][0]
    new = "otra-brisca-larga"
    done = client.post(where, {"password1": new, "password2": new}, follow=True)
    assert done.status_code == 200
    assert_our_page(done.content.decode())
    user.refresh_from_db()
    assert user.check_password(new)
    used = client.get(path, follow=True)
    assert_our_page(used.content.decode())
    assert 'type="password"' not in used.content.decode(), "a link opens once"


def test_reset_says_the_same_of_an_address_nobody_has(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    known = client.post("/accounts/password/reset/", {"email": user.email})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert known.status_code == unknown.status_code == 302
    assert known["Location"] == unknown["Location"]
    assert [mail.to for mail in mailoutbox] == [["lucia@example.org"]]


# -- second factors -----------------------------------------------------------------------------


def with_app(client: Client) -> tuple[User, str, list[str]]:
    """A member who has activated an app; its key and the recovery codes."""
    user = member()
    sure(sign_in_by_form(client, user))
    page = client.get("/accounts/2fa/totp/activate/")
    assert_our_page(page.content.decode())
    assert "<svg" in page.content.decode()
    secret = re.search(r'id="authenticator_secret"[^>]*value="(\w+)"', page.content.decode())
    assert secret
    key = secret.group(1)
    answer = client.post("/accounts/2fa/totp/activate/", {"code": totp_code(key)}, follow=True)
    assert Authenticator.objects.filter(user=user, type="totp").exists()
    codes = re.findall(r"<code>(\w+)</code>", answer.content.decode())
    return user, key, codes


def test_second_step_is_asked_and_lets_in(client):
    user, key, _ = with_app(client)
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert who(browser) is None
    assert_our_page(browser.get("/accounts/2fa/authenticate/").content.decode())
    wrong = browser.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert wrong.status_code == 200
    assert who(browser) is None
    browser.post("/accounts/2fa/authenticate/", {"code": totp_code(key)})
    assert who(browser) == str(user.pk)


def test_second_step_is_asked_of_somebody_who_comes_as_a_guest(client):
    user, key, _ = with_app(client)
    browser = Client()
    guest(browser)
    answer = browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert browser.get("/accounts/2fa/authenticate/").status_code == 200
    browser.post("/accounts/2fa/authenticate/", {"code": totp_code(key)})
    assert who(browser) == str(user.pk)


def test_recovery_code_opens_once(client):
    user, _, codes = with_app(client)
    assert len(codes) == 10
    for works in (True, False):
        browser = Client()
        browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
        browser.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert (who(browser) is not None) is works


def test_pages_of_the_second_step_have_our_look(client):
    with_app(client)
    for page in (
        "/accounts/2fa/",
        "/accounts/2fa/recovery-codes/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/reauthenticate/",
        "/accounts/reauthenticate/",
    ):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert_our_page(answer.content.decode())
    codes = client.get("/accounts/2fa/recovery-codes/download/")
    assert codes.status_code == 200
    assert len(codes.content.decode().split()) == 10


def test_second_step_is_given_up_again(client):
    user, _, _ = with_app(client)
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=user, type="totp").exists()


def test_staff_come_into_the_admin_by_the_same_door(client):
    member("Jefa", is_staff=True, is_superuser=True)
    for answer in (
        client.get("/admin/", follow=True),
        client.post("/admin/login/", {"username": "Jefa", "password": PASSWORD}, follow=True),
    ):
        assert answer.redirect_chain[-1][0].startswith("/accounts/login/")
    assert who(client) is None


def test_second_step_takes_the_password_once_more(client):
    age(sign_in_by_form(client, member()))
    answer = client.get("/accounts/2fa/totp/activate/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_second_step_does_not_wait_for_the_address_to_be_confirmed(client):
    """An address that is not confirmed keeps nobody else's from its owner, so nothing is lost."""
    user = member("Lucia", "lucia@example.org")
    user.emailaddress_set.update(verified=False)
    sure(sign_in_by_form(client, user))
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200
    assert_our_page(page.content.decode())


# -- passkeys -----------------------------------------------------------------------------------


def test_login_with_a_passkey_is_offered_to_strangers_and_guests(client):
    guest(client)
    for browser in (Client(), client):
        options = browser.get(
            "/accounts/2fa/webauthn/login/", headers={"accept": "application/json"}
        )
        assert options.status_code == 200
        assert "challenge" in str(options.json())


def test_pages_of_passkeys_have_our_look(client):
    user = member()
    sure(sign_in_by_form(client, user))
    key = Authenticator.objects.create(
        user=user, type="webauthn", data={"name": "Portátil", "credential": {}}
    )
    for page in (
        "/accounts/2fa/webauthn/",
        f"/accounts/2fa/webauthn/keys/{key.pk}/edit/",
        f"/accounts/2fa/webauthn/keys/{key.pk}/remove/",
    ):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert_our_page(answer.content.decode())
    key.delete()
    page = client.get("/accounts/2fa/webauthn/add/").content.decode()
    assert_our_page(page)
    assert 'data-passkey="addForm"' in page
    assert 'id="passkey-options"' in page


# -- wrong passwords ----------------------------------------------------------------------------


def guess(browser: Client, times: int, login: str = "Lucia"):
    answer = None
    for _ in range(times):
        answer = browser.post("/accounts/login/", {"login": login, "password": "x"})
    assert answer is not None
    return answer


def test_fifth_wrong_password_locks_the_name_for_that_address():
    user = member()
    assert guess(Client(), 4).status_code == 200
    locked = guess(Client(), 1)
    assert locked.status_code == 429
    assert_our_page(locked.content.decode())
    right = Client().post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert right.status_code == 429, "the right one, too, has to wait"
    elsewhere = Client(REMOTE_ADDR="203.0.113.7")
    elsewhere.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert who(elsewhere) == str(user.pk)


def test_lock_does_not_look_at_the_case_of_the_name():
    member()
    guess(Client(), 2)
    guess(Client(), 2, "LUCIA")
    assert guess(Client(), 1, "lUCIA").status_code == 429


def test_right_password_forgets_the_wrong_ones():
    user = member()
    guess(Client(), 4)
    sign_in_by_form(Client(), user)
    assert guess(Client(), 4).status_code == 200
