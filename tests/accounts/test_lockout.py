"""Wrong passwords: strangers are slowed down, and lock nobody out of their own account."""

from __future__ import annotations

import re
import time

import pytest
from axes.models import AccessAttempt
from django.test import Client

from accounts.attempts import folded
from accounts.devices import cookie_name
from accounts.models import User
from tests.accounts.support import PASSWORD, guest, member, sign_in_by_form, sure

pytestmark = pytest.mark.django_db


def who(browser: Client) -> str | None:
    """The account that a browser is signed in to."""
    return browser.session.get("_auth_user_id")


def try_password(browser: Client, login: str = "Lucia", password: str = "x"):
    """The answer to a name and a password."""
    return browser.post("/accounts/login/", {"login": login, "password": password})


def left_device(user: User, **at: str) -> Client:
    """A browser in which somebody has signed in and out again."""
    browser = sign_in_by_form(Client(**at), user)
    browser.post("/accounts/logout/")
    assert who(browser) is None
    return browser


def attack(login: str = "Lucia", addresses: int = 61) -> list[int]:
    """One wrong password from each of many addresses; the answers' statuses."""
    return [
        try_password(Client(REMOTE_ADDR=f"198.51.{n // 250}.{n % 250 + 1}"), login).status_code
        for n in range(addresses)
    ]


# -- the owner gets in --------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["Lucia", "LUCIA", "lucia@example.org"])
def test_owner_gets_in_on_a_known_device_after_wrong_passwords_from_100_addresses(login):
    user = member("Lucia", "lucia@example.org")
    phone = left_device(user)
    assert 429 in attack("Lucia", addresses=100)
    assert 429 in attack("lucia@example.org")
    assert try_password(phone, login, PASSWORD).status_code == 302
    assert who(phone) == str(user.pk)


def test_owner_gets_in_on_a_known_device_at_the_address_of_the_attack():
    user = member()
    phone = left_device(user)
    for _ in range(40):
        try_password(Client())
    assert try_password(phone, password=PASSWORD).status_code == 302
    assert who(phone) == str(user.pk)


def test_wrong_passwords_stop_no_passkey():
    member()
    attack()
    page = Client().get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    assert page.status_code == 200
    answer = Client().post("/accounts/2fa/webauthn/login/", {"credential": "{}"})
    assert answer.status_code != 429


def test_somebody_signed_in_is_asked_again_whatever_strangers_type():
    user = member("Lucia", "lucia@example.org")
    browser = sign_in_by_form(Client(), user)
    del browser.cookies[cookie_name()]  # it signed in before there was such a cookie
    attack("lucia@example.org")
    attack("Lucia")
    sure(browser)


def test_new_password_by_mail_makes_the_device_known(mailoutbox):
    user = member("Lucia", "lucia@example.org")
    attack()
    browser = Client(REMOTE_ADDR="203.0.113.9")
    browser.post("/accounts/password/reset/", {"email": user.email})
    (path,) = [word for word in mailoutbox[-1].body.split() if "/reset/key/" in word]
    where = browser.get(path.replace("http://testserver", ""), follow=True).redirect_chain[-1][0]
    new = "otra-brisca-larga"
    browser.post(where, {"password1": new, "password2": new})
    assert try_password(browser, password=new).status_code == 302
    assert who(browser) == str(user.pk)


# -- strangers are slowed down ------------------------------------------------------------------


def test_a_name_takes_60_wrong_passwords_an_hour_from_unknown_devices():
    user = member()
    answers = attack(addresses=100)
    assert answers.count(200) == 60
    assert set(answers[60:]) == {429}
    fresh = Client(REMOTE_ADDR="203.0.113.7")
    answer = try_password(fresh, password=PASSWORD)
    assert answer.status_code == 429
    assert who(fresh) is None
    text = answer.content.decode()
    for way in ("/accounts/login/", "/accounts/password/reset/", "/accounts/recover/"):
        assert f'href="{way}"' in text
    assert user.username not in text


def test_the_page_says_the_same_of_a_name_that_nobody_has(monkeypatch):
    now = time.time()
    monkeypatch.setattr("accounts.limits.time.time", lambda: now)  # the waits are the same, too
    member()
    attack("Lucia")
    attack("Nadie")
    of_lucia, of_nobody = (
        try_password(Client(REMOTE_ADDR="203.0.113.7"), login) for login in ("Lucia", "Nadie")
    )
    assert of_lucia.status_code == of_nobody.status_code == 429
    of_visit = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|<time.*?</time>')
    texts = {of_visit.sub("", answer.content.decode()) for answer in (of_lucia, of_nobody)}
    assert len(texts) == 1


def test_an_address_takes_30_passwords_a_minute():
    answers = [try_password(Client(), f"name{n}").status_code for n in range(31)]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]


@pytest.mark.parametrize("spelling", ["LUCIA", "lUcIa", "LUCIa"])
def test_spellings_of_a_name_are_counted_as_one(spelling):
    member()
    for login in ("Lucia", "lucia", "LUCIA", "LuCiA"):
        assert try_password(Client(), login).status_code == 200
    assert try_password(Client(), spelling).status_code == 429


def test_letters_that_fold_to_others_are_counted_with_them():
    assert folded("luciaſ") == folded("LUCIAS")
    assert folded("\u212aarl") == folded("karl")


def test_addresses_of_one_ipv6_network_are_counted_as_one():
    member()
    answers = [
        try_password(Client(REMOTE_ADDR=f"2001:db8:1:2::{n:x}")).status_code for n in range(1, 6)
    ]
    assert answers == [200, 200, 200, 200, 429]
    assert set(AccessAttempt.objects.values_list("ip_address", flat=True)) == {"2001:db8:1:2::"}
    assert try_password(Client(REMOTE_ADDR="2001:db8:1:3::1")).status_code == 200


def test_ipv4_addresses_written_as_ipv6_are_not_one_network():
    for n in range(40):
        mapped = f"::ffff:198.51.100.{n + 1}"
        assert try_password(Client(REMOTE_ADDR=mapped), f"name{n}").status_code == 200


def test_trying_on_does_not_make_the_hour_longer():
    member()
    for _ in range(5):
        try_password(Client())
    before = AccessAttempt.objects.get()
    assert try_password(Client()).status_code == 429
    after = AccessAttempt.objects.get()
    assert (after.attempt_time, after.failures_since_start) == (before.attempt_time, 5)


# -- known devices have a limit of their own ----------------------------------------------------


def test_a_known_device_is_limited_by_its_own_wrong_passwords():
    user = member()
    phone = left_device(user)
    answers = [try_password(phone).status_code for _ in range(11)]
    assert answers[:10] == [200] * 10
    assert answers[10] == 429
    assert try_password(phone, password=PASSWORD).status_code == 429
    elsewhere = Client(REMOTE_ADDR="203.0.113.7")
    assert try_password(elsewhere, password=PASSWORD).status_code == 302


def test_a_copied_cookie_shares_the_limit_of_its_device():
    user = member()
    phone = left_device(user)
    for n in range(10):
        copy = Client(REMOTE_ADDR=f"198.51.100.{n + 1}")
        copy.cookies[cookie_name()] = phone.cookies[cookie_name()].value
        assert try_password(copy).status_code == 200
    assert try_password(phone).status_code == 429


def test_right_passwords_on_a_known_device_use_up_nothing():
    user = member()
    phone = left_device(user)
    for _ in range(12):
        assert try_password(phone, password=PASSWORD).status_code == 302
        phone.post("/accounts/logout/")


@pytest.mark.parametrize(
    ("page", "field"),
    [
        ("/accounts/delete/", "password"),
        ("/accounts/reauthenticate/", "password"),
        ("/accounts/login/", "password"),
    ],
)
def test_a_password_is_counted_alike_wherever_it_is_asked(page, field):
    user = member()
    browser = sign_in_by_form(Client(), user)
    for _ in range(5):
        browser.post("/accounts/reauthenticate/", {"password": "x"})
        browser.post("/accounts/delete/", {"password": "x"})
    if page == "/accounts/login/":
        browser.post("/accounts/logout/")
    assert browser.post(page, {"login": "Lucia", field: PASSWORD}).status_code == 429
    assert User.objects.filter(pk=user.pk).exists()


def test_guessing_the_present_password_where_it_is_changed_is_counted_too():
    browser = sure(sign_in_by_form(Client(), member()))
    for _ in range(10):
        browser.post("/accounts/delete/", {"password": "x"})
    new = "otra-brisca-larga"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.post("/accounts/password/change/", form).status_code == 429


# -- what makes no device known -----------------------------------------------------------------


def cookie_of(browser: Client) -> str:
    """The device cookie of a browser."""
    return browser.cookies[cookie_name()].value


@pytest.mark.parametrize("change", ["another's", "forged", "cut", "none", "long"])
def test_no_other_cookie_helps(change):
    user = member()
    phone = left_device(user)
    value = {
        "another's": cookie_of(left_device(member("Ana"))),
        "forged": cookie_of(phone)[:-3] + "abc",
        "cut": cookie_of(phone).rsplit(":", 1)[0],
        "none": "",
        "long": "x" * 5000,
    }[change]
    attack()
    thief = Client(REMOTE_ADDR="203.0.113.7")
    thief.cookies[cookie_name()] = value
    assert try_password(thief, password=PASSWORD).status_code == 429
    assert who(thief) is None


def test_a_guest_is_on_no_known_device_of_anybody():
    member()
    browser = Client(REMOTE_ADDR="203.0.113.7")
    guest(browser)
    assert cookie_name() not in browser.cookies
    attack()
    assert try_password(browser, password=PASSWORD).status_code == 429


def test_an_unconfirmed_address_of_another_makes_no_device_known():
    member("Lucia", "lucia@example.org").emailaddress_set.update(verified=False)
    thief = member("Thief")
    thief.emailaddress_set.create(email="lucia@example.org", verified=False)
    phone = left_device(thief)
    phone.defaults["REMOTE_ADDR"] = "203.0.113.7"
    attack("lucia@example.org")
    answer = try_password(phone, "lucia@example.org", PASSWORD)
    assert answer.status_code == 429
