"""Password recovery codes: made, shown once, each sets a new password once."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import AccountEvent, RecoveryCode, User
from accounts.recovery import (
    CODE_ALPHABET,
    WrongCodeError,
    create_recovery_codes,
    find_recovery_code,
    recover_account,
)
from accounts.services import MembersOnlyError, create_guest
from tests.accounts.support import (
    PASSWORD,
    assert_our_page,
    guest,
    member,
    sign_in_by_form,
    sure,
    totp_code,
)

pytestmark = pytest.mark.django_db
NEW = "otra-brisca-larga"
PAGE = "/accounts/recovery-codes/"
RECOVER = "/accounts/recover/"


def who(browser: Client) -> str | None:
    """The account that a browser is signed in to."""
    return browser.session.get("_auth_user_id")


def recover(browser: Client, code: str, name: str = "Lucia", **more: str):
    """The answer to a name, a code and a new password."""
    form = {"name": name, "code": code, "password1": NEW, "password2": NEW, **more}
    return browser.post(RECOVER, form)


# -- making them --------------------------------------------------------------------------------


def test_ten_codes_are_shown_once_and_only_hashes_are_kept(client):
    user = member()
    sure(sign_in_by_form(client, user))
    answer = client.post(PAGE)
    text = answer.content.decode()
    assert_our_page(text)
    codes = re.findall(r"<code>([\w-]+)</code>", text)
    assert len(set(codes)) == 10
    kept = str(list(RecoveryCode.objects.values_list()))
    for code in codes:
        assert re.fullmatch(rf"[{CODE_ALPHABET}]{{4}}(-[{CODE_ALPHABET}]{{4}}){{3}}", code)
        assert code not in kept
        assert code.replace("-", "") not in kept
    assert "no-store" in answer["Cache-Control"]
    assert not any(code in client.get(PAGE).content.decode() for code in codes)
    assert AccountEvent.objects.filter(user=user, kind="recovery_codes").exists()


@pytest.mark.parametrize("typed", ["Éana", "ÉANA", "éana"])
def test_a_code_goes_with_the_name_in_any_case(typed):
    codes = create_recovery_codes(user=member("Éana"))
    assert find_recovery_code(name=typed, code=codes[0]) is not None
    assert find_recovery_code(name="Eana", code=codes[0]) is None


def test_new_codes_void_the_old_ones():
    user = member()
    old = create_recovery_codes(user=user)
    new = create_recovery_codes(user=user)
    assert find_recovery_code(name="Lucia", code=old[0]) is None
    assert find_recovery_code(name="Lucia", code=new[0]) is not None
    assert RecoveryCode.objects.count() == 10


def test_making_codes_takes_the_password(client):
    user = member()
    sign_in_by_form(client, user)
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    assert client.post(PAGE)["Location"].startswith("/accounts/reauthenticate/")
    assert not RecoveryCode.objects.exists()


def test_guests_have_no_codes():
    with pytest.raises(MembersOnlyError):
        create_recovery_codes(user=create_guest(language="es"))


def test_pages_say_how_many_are_left(client):
    user = member(language="en")
    code, *_others = create_recovery_codes(user=user)
    recover(Client(), code)
    client.post("/accounts/login/", {"login": "Lucia", "password": NEW})
    client.post("/accounts/reauthenticate/", {"password": NEW})
    assert "9 of 10 codes are left" in client.get(PAGE).content.decode()
    assert "9 left" in client.get("/accounts/profile/").content.decode()


def test_codes_are_offered_to_who_signs_up_without_an_email(client):
    form = {"username": "Lucia", "password1": PASSWORD, "email": ""}
    page = client.post("/accounts/signup/", form, follow=True, headers={"accept-language": "en"})
    assert "recovery codes" in page.content.decode()
    other = Client()
    form = {"username": "Ana", "password1": PASSWORD, "email": "ana@example.org"}
    page = other.post("/accounts/signup/", form, follow=True, headers={"accept-language": "en"})
    assert "recovery codes" not in page.content.decode()


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/password/reset/"])
def test_pages_of_the_entrance_lead_to_the_codes(client, page):
    assert f'href="{RECOVER}"' in client.get(page).content.decode()


# -- using one ----------------------------------------------------------------------------------


def test_a_code_sets_a_new_password_and_signs_in_once(client):
    user = member()
    code, second, *_ = create_recovery_codes(user=user)
    assert_our_page(client.get(RECOVER).content.decode())
    assert recover(client, code)["Location"] == "/accounts/profile/"
    assert who(client) == str(user.pk)
    user.refresh_from_db()
    assert user.check_password(NEW)
    again = Client()
    assert (
        recover(again, code, password1="x-brisca-larga", password2="x-brisca-larga").status_code
        == 422
    )
    assert recover(again, second).status_code == 302
    kinds = list(AccountEvent.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["recovery_codes", *["password_recovered", "login_recovery"] * 2]


@pytest.mark.parametrize(
    "typed",
    [
        lambda code: code.lower(),
        lambda code: code.replace("-", ""),
        lambda code: code.replace("-", " "),
        lambda code: code.replace("0", "O").replace("1", "l"),
        lambda code: f" {code} ",
    ],
)
def test_a_code_is_read_however_it_is_typed(client, typed):
    code = create_recovery_codes(user=member())[0]
    assert recover(client, typed(code), "LUCIA").status_code == 302


def test_a_code_ends_all_sessions_and_voids_devices():
    user = member()
    other = sign_in_by_form(Client(), user)
    code = create_recovery_codes(user=user)[0]
    recover(Client(), code)
    assert other.get("/accounts/profile/").status_code == 302
    user.refresh_from_db()
    assert user.device_epoch == 1


def test_the_second_step_is_asked_all_the_same(client):
    user = member()
    sure(sign_in_by_form(client, user))
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = page.split('id="authenticator_secret"')[1].split('value="')[1].split('"')[0]
    client.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    assert Authenticator.objects.filter(user=user, type="totp").exists()
    browser = Client()
    code = create_recovery_codes(user=user)[0]
    assert recover(browser, code)["Location"].startswith("/accounts/2fa/authenticate/")
    assert who(browser) is None
    browser.post("/accounts/2fa/authenticate/", {"code": totp_code(secret)})
    assert who(browser) == str(user.pk)
    assert AccountEvent.objects.filter(user=user, kind="login_recovery").exists()


def test_codes_of_the_second_step_are_no_recovery_codes_of_the_password(client):
    user = member()
    sure(sign_in_by_form(client, user))
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = page.split('id="authenticator_secret"')[1].split('value="')[1].split('"')[0]
    client.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    codes = Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes()
    assert recover(Client(), codes[0]).status_code == 422


def test_a_guests_session_ends_where_a_code_is_used(client):
    visitor = guest(client)
    user = member()
    assert recover(client, create_recovery_codes(user=user)[0]).status_code == 302
    assert who(client) == str(user.pk) != str(visitor.pk)


def test_whoever_is_signed_in_needs_no_code(client):
    sign_in_by_form(client, member())
    assert client.get(RECOVER)["Location"] == "/accounts/profile/"


def test_owner_is_told_by_mail_where_there_is_one(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    recover(client, create_recovery_codes(user=user)[0])
    assert [mail.to for mail in mailoutbox].count(["lucia@example.org"]) >= 1


def test_two_uses_at_once_are_one():
    code = create_recovery_codes(user=member())[0]
    found = [find_recovery_code(name="Lucia", code=code) for _ in range(2)]
    assert found[0] is not None
    assert found[1] is not None
    recover_account(found=found[0], password=NEW)
    with pytest.raises(WrongCodeError):
        recover_account(found=found[1], password="x-brisca-larga")
    assert User.objects.get().check_password(NEW)


def test_a_password_that_does_not_do_uses_up_no_code(client):
    user = member("Lucianagomez")
    code = create_recovery_codes(user=user)[0]
    for password in ("corta", "Lucianagomez1"):
        answer = recover(client, code, "Lucianagomez", password1=password, password2=password)
        assert answer.status_code == 422
    assert recover(client, code, "Lucianagomez", password2="another-one").status_code == 422
    assert RecoveryCode.objects.filter(used_at=None).count() == 10


def test_a_code_lives_through_a_new_secret_key_that_names_the_old_one(settings):
    code = create_recovery_codes(user=member())[0]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "x" * 50
    assert find_recovery_code(name="Lucia", code=code) is not None


# -- what does not work -------------------------------------------------------------------------


def test_a_wrong_name_a_wrong_code_and_a_used_one_are_answered_alike():
    lucia, ana = member("Lucia"), member("Ana")
    used, unused, *_ = create_recovery_codes(user=lucia)
    create_recovery_codes(user=ana)
    barred = member("Barred", is_active=False)
    of_barred = create_recovery_codes(user=barred)[0]
    recover(Client(), used)
    tries = {
        "used": ("Lucia", used),
        "wrong": ("Lucia", "0000-0000-0000-0000"),
        "another's": ("Ana", unused),
        "nobody": ("Nadie", unused),
        "barred": ("Barred", of_barred),
        "none": ("Lucia", "x"),
    }
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|value="[^"]*"')
    texts, queries = set(), set()
    for name, code in tries.values():
        with CaptureQueriesContext(connection) as captured:
            answer = recover(Client(), code, name)
        assert answer.status_code == 422
        texts.add(token.sub("", answer.content.decode()))
        queries.add(len(captured))
    assert len(texts) == 1
    assert len(queries) == 1, "as many queries in every case"


def test_wrong_codes_are_limited_by_address_and_keep_no_owner_out():
    user = member()
    code = create_recovery_codes(user=user)[0]
    wrong = "0000-0000-0000-0000"
    answers = [recover(Client(), wrong).status_code for _ in range(11)]
    assert answers == [*[422] * 10, 429]
    assert recover(Client(REMOTE_ADDR="203.0.113.7"), wrong).status_code == 422
    assert recover(Client(), code).status_code == 302, "a right one works at the same address too"
