"""Which e-mail has an account cannot be found out: the three forms answer alike, by the same work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.support import PASSWORD, guest, links, member, sign_in_by_form

pytestmark = pytest.mark.django_db

OWN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|data-account="\d+"')
"""What each visitor has of their own in a page."""
EMAIL = "lucia@example.org"


def structure(answer, *typed: str) -> tuple[object, ...]:
    """What of an answer a visitor could compare: all but what they typed, and the tokens."""
    body = OWN.sub("", answer.content.decode())
    for text in typed:
        body = body.replace(text, "TYPED")
    return answer.status_code, answer.get("Location"), sorted(answer.cookies), body


@contextmanager
def undone() -> Iterator[None]:
    """What happens within is gone afterwards: the next case meets the same site."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def hashes(monkeypatch) -> Iterator[list[str]]:
    """Each password that is hashed within."""
    made: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self, password: str, salt: str) -> str:
        made.append(password)
        return encode(self, password, salt)

    with monkeypatch.context() as patch:
        patch.setattr(MD5PasswordHasher, "encode", counted)
        yield made


def statements(captured: CaptureQueriesContext) -> list[str]:
    """What is asked of the database, without the values."""
    return [re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in captured.captured_queries]


# -- signing up ---------------------------------------------------------------------------------


def no_account() -> None:
    member("Ana", "ana@example.org")


def confirmed() -> None:
    member("Ana", EMAIL)


def given_at_sign_up() -> None:
    member("Ana", EMAIL).emailaddress_set.update(verified=False)


def only_added() -> None:
    member("Ana", "ana@example.org").emailaddress_set.create(email=EMAIL)


def barred() -> None:
    member("Ana", EMAIL, is_active=False)


ACCOUNTS = [confirmed, given_at_sign_up, only_added, barred]
accounts = pytest.mark.parametrize("account", ACCOUNTS)


def sign_up(account: Callable[[], None], as_guest: bool) -> list[object]:
    """All that is seen of a sign-up with this e-mail, page by page."""
    with undone():
        account()
        browser = Client()
        if as_guest:
            guest(browser, "Visita")
        form = {"username": "Lucia", "password1": PASSWORD, "email": EMAIL}
        seen = [structure(browser.post("/accounts/signup/", form))]
        pages = ("/", "/accounts/profile/", "/accounts/email/", "/accounts/2fa/")
        return seen + [structure(browser.get(page)) for page in pages]


@accounts
@pytest.mark.parametrize("as_guest", [False, True])
def test_sign_up_is_the_same_with_an_email_that_has_an_account(account, as_guest):
    assert sign_up(account, as_guest) == sign_up(no_account, as_guest)


def test_sign_up_soon_after_another_with_the_same_email_says_the_same():
    answers = []
    for before in (False, True):
        with undone():
            if before:
                Client().post(
                    "/accounts/signup/",
                    {"username": "Otra", "password1": PASSWORD, "email": EMAIL},
                )
            browser = Client()
            form = {"username": "Lucia", "password1": PASSWORD, "email": EMAIL}
            browser.post("/accounts/signup/", form)
            answers.append(structure(browser.get("/accounts/email/")))
    assert answers[0] == answers[1]


def test_owner_of_a_taken_address_is_told_that_there_is_an_account(mailoutbox):
    confirmed()
    browser = Client()
    form = {"username": "Lucia", "password1": PASSWORD, "email": EMAIL}
    browser.post("/accounts/signup/", form)
    (mail,) = mailoutbox
    assert mail.to == [EMAIL]
    assert "/accounts/password/reset/" in mail.body
    assert not any("confirm-email" in link for link in links(mail.body))


def test_taken_address_does_not_count_for_the_new_account(mailoutbox):
    confirmed()
    form = {"username": "Lucia", "password1": "la-de-la-otra-larga", "email": EMAIL}
    Client().post("/accounts/signup/", form)
    mailoutbox.clear()
    browser = Client()
    browser.post("/accounts/login/", {"login": EMAIL, "password": "la-de-la-otra-larga"})
    assert "_auth_user_id" not in browser.session
    browser.post("/accounts/password/reset/", {"email": EMAIL})
    (mail,) = mailoutbox
    assert "Ana" in mail.body
    assert "Lucia" not in mail.body
    sign_in_by_form(Client(), User.objects.get(username="Ana"))


def test_link_that_is_sent_again_does_not_give_a_taken_address_away(mailoutbox):
    confirmed()
    browser = Client()
    form = {"username": "Lucia", "password1": PASSWORD, "email": EMAIL}
    browser.post("/accounts/signup/", form)
    mailoutbox.clear()
    cache.clear()  # it may be sent again after a while
    browser.post("/accounts/email/", {"action_send": "", "email": EMAIL})
    (path,) = [link for link in links(mailoutbox[0].body) if "confirm-email" in link]
    browser.post(path)
    assert not User.objects.get(username="Lucia").emailaddress_set.get().verified


@accounts
def test_adding_an_email_says_the_same(account):
    def add(made: Callable[[], None]) -> list[object]:
        with undone():
            made()
            browser = sign_in_by_form(Client(), member("Lucia"))
            form = {"action_add": "", "email": EMAIL}
            answer = structure(browser.post("/accounts/email/", form))
            return [answer, structure(browser.get("/accounts/email/"))]

    assert add(account) == add(no_account)


def test_adding_an_email_soon_after_somebody_else_says_the_same():
    pages = []
    for before in (False, True):
        with undone():
            browser, other = (
                sign_in_by_form(Client(), member("Lucia")),
                sign_in_by_form(Client(), member("Ana")),
            )
            form = {"action_add": "", "email": EMAIL}
            if before:
                other.post("/accounts/email/", form)
            browser.post("/accounts/email/", form)
            pages.append(structure(browser.get("/accounts/email/")))
    assert pages[0] == pages[1]
    assert EMAIL in str(pages[0])


# -- logging in ---------------------------------------------------------------------------------


def log_in(account: Callable[[], None], login: str) -> tuple[object, list[str]]:
    """The answer to a wrong password, and what the database was asked for it."""
    with undone():
        account()
        User.objects.create(username="Visita", is_guest=True, password="!")
        with CaptureQueriesContext(connection) as captured:
            form = {"login": login, "password": "not-the-password"}
            answer = Client().post("/accounts/login/", form)
        return structure(answer, login), statements(captured)


@accounts
def test_wrong_password_for_an_email_is_answered_by_the_same_work(account):
    answer, asked = log_in(account, EMAIL)
    other, asked_other = log_in(no_account, EMAIL)
    assert answer == other
    assert asked == asked_other


@pytest.mark.parametrize("name", ["Ana", "Visita", "aNa"])
def test_wrong_password_for_a_name_is_answered_by_the_same_work(name):
    answer, asked = log_in(no_account, name)
    other, asked_other = log_in(no_account, "Nadie")
    assert answer == other
    assert asked == asked_other


@pytest.mark.parametrize("account", [no_account, *ACCOUNTS])
@pytest.mark.parametrize("login", [EMAIL, "Ana", "Nadie", "Visita", "nobody@example.org"])
@pytest.mark.parametrize("password", ["not-the-password", PASSWORD])
def test_each_attempt_hashes_one_password(account, login, password, monkeypatch):
    account()
    User.objects.create(username="Visita", is_guest=True, password="!")
    with hashes(monkeypatch) as made:
        Client().post("/accounts/login/", {"login": login, "password": password})
    assert len(made) == 1


def test_authenticating_again_hashes_one_password(client, monkeypatch):
    sign_in_by_form(client, member("Lucia", EMAIL))
    for password in (PASSWORD, "not-the-password"):
        with hashes(monkeypatch) as made:
            client.post("/accounts/reauthenticate/", {"password": password})
        assert len(made) == 1


def test_several_who_gave_one_email_cost_one_hash(monkeypatch):
    for number in range(5):
        member(f"Ana{number}").emailaddress_set.create(email=EMAIL, primary=True)
    with hashes(monkeypatch) as made:
        Client().post("/accounts/login/", {"login": EMAIL, "password": "not-the-password"})
    assert len(made) == 1


# -- a new password -----------------------------------------------------------------------------


def reset(account: Callable[[], None]) -> tuple[object, list[str], int]:
    """The answer to a request for a new password, what the database was asked, and the mails."""
    with undone():
        account()
        mail.outbox.clear()
        with CaptureQueriesContext(connection) as captured:
            answer = Client().post("/accounts/password/reset/", {"email": EMAIL})
        return structure(answer, EMAIL), statements(captured), len(mail.outbox)


@accounts
def test_new_password_is_asked_for_by_the_same_work(account, monkeypatch):
    rendered: list[object] = []
    from accounts.adapters import AccountAdapter

    render = AccountAdapter.render_mail

    def counted(self, prefix, *args, **kwargs):
        rendered.append(prefix)
        return render(self, prefix, *args, **kwargs)

    monkeypatch.setattr(AccountAdapter, "render_mail", counted)
    answer, asked, mails = reset(account)
    other, asked_other, none = reset(no_account)
    assert (answer, asked) == (other, asked_other)
    assert rendered == ["account/email/password_reset_key"] * 2
    assert (mails, none) == (int(account in (confirmed, given_at_sign_up)), 0)
