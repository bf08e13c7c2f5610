"""E-mail domains and addresses from which nobody signs up for a while."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts.models import AccountEvent, SignupBan, User
from accounts.signup_bans import (
    MAX_SHARED,
    SignupBanError,
    address_ban,
    ban_addresses,
    ban_domain,
    email_ban,
    known_addresses,
    lift_signup_bans,
    others_at,
    others_with_domain,
)
from tests.accounts.support import PASSWORD, guest, member, sign_in_by_form, sure

pytestmark = pytest.mark.django_db
NEW = {"username": "Nora", "password1": PASSWORD}


def domain(name="malo.example", days=90, **more):
    return ban_domain(domain=name, days=days, reason="spam", made_by=None, action=1, **more)


def seen(user, ip, days=1):
    """A session of somebody from an address, last seen so many days ago."""
    row = UserSession.objects.create(
        user=user, ip=ip, session_key=f"{user.pk}-{ip}"[:40], user_agent="x"
    )
    UserSession.objects.filter(pk=row.pk).update(last_seen_at=timezone.now() - timedelta(days=days))


def ban_of(user, days=30):
    return ban_addresses(user=user, days=days, reason="spam", made_by=None, action=2)


def code(act, *args, **more):
    with pytest.raises(SignupBanError) as caught:
        act(*args, **more)
    return caught.value.code


def browser(address="192.0.2.7"):
    return Client(REMOTE_ADDR=address, headers={"accept-language": "en"})


@pytest.mark.parametrize(
    "email",
    ["eva@malo.example", "eva@MALO.example", "eva@correo.malo.example", "eva@malo.example."],
)
def test_a_domain_is_banned_with_its_subdomains_in_any_case(email):
    domain()
    assert email_ban(email).value == "malo.example"


@pytest.mark.parametrize("email", ["eva@muymalo.example", "eva@example", "", "malo.example"])
def test_other_domains_are_not_banned(email):
    domain()
    assert email_ban(email) is None


def test_a_domain_in_letters_of_other_alphabets_is_the_same_in_both_spellings():
    domain("ñu.example")
    assert email_ban("eva@xn--u-qga.example") is not None
    assert email_ban("eva@ñu.example") is not None


@pytest.mark.parametrize("name", ["gmail.com", "Hotmail.com", "yahoo.es", "co.uk", "com.es"])
def test_public_providers_are_not_banned(name):
    assert code(domain, name) == "public_provider"


@pytest.mark.parametrize("name", ["", "es", "a..b", "."])
def test_what_is_no_domain_is_not_banned(name):
    assert code(domain, name) == "bad_domain"


def test_a_ban_has_a_reason_and_an_end_within_its_kind():
    user = member()
    seen(user, "192.0.2.7")
    assert code(domain, days=366) == "bad_length"
    assert code(domain, days=0) == "bad_length"
    assert code(ban_of, user, days=31) == "bad_length"
    refused = {"domain": "x.example", "days": 1, "reason": " ", "made_by": None, "action": 1}
    assert code(ban_domain, **refused) == "no_reason_given"


def test_a_ban_ends_by_itself_and_when_it_is_lifted():
    ban = domain()
    assert code(domain) == "banned_already"
    SignupBan.objects.filter(pk=ban.pk).update(ends_at=timezone.now())
    assert email_ban("eva@malo.example") is None
    domain()
    assert lift_signup_bans(action=1, lifted_by=None) == 1
    assert email_ban("eva@malo.example") is None


def test_sign_up_with_a_banned_domain_is_refused_and_says_why_and_until_when(settings):
    settings.OPERATOR_CONTACT = "mailto:help@brisca.example"
    ban = domain()
    answer = browser().post("/accounts/signup/", {**NEW, "email": "nora@malo.example"})
    page = answer.content.decode()
    assert not User.objects.exists()
    assert "E-mail addresses of malo.example are refused until" in page
    assert str(ban.ends_at.year) in page
    assert "write to help@brisca.example" in page
    assert (
        browser().post("/accounts/signup/", {**NEW, "email": "n@bueno.example"}).status_code == 302
    )


def test_a_guest_with_a_banned_domain_stays_a_guest():
    domain()
    one = browser()
    user = guest(one)
    one.post("/accounts/signup/", {**NEW, "email": "nora@malo.example"})
    user.refresh_from_db()
    assert user.is_guest


def test_a_member_adds_no_address_of_a_banned_domain_and_may_still_log_in():
    user = member("Lucia", "lucia@malo.example")
    domain()
    owner = sure(sign_in_by_form(browser(), user))
    add = {"email": "otra@malo.example", "action_add": ""}
    page = owner.post("/accounts/email/", add).content.decode()
    assert "malo.example are refused" in page
    assert user.emailaddress_set.count() == 1
    owner.post("/accounts/email/", {"email": "otra@bueno.example", "action_add": ""})
    assert user.emailaddress_set.count() == 2


def test_from_a_banned_address_there_are_no_new_accounts_and_no_new_guests():
    user = member()
    seen(user, "192.0.2.7")
    ban_of(user)
    page = browser().post("/accounts/signup/", NEW).content.decode()
    assert "No new accounts and no guests from your connection until" in page
    answer = browser().post("/accounts/guest/", {"name": "Nora"})
    assert answer.status_code == 403
    assert "You can log in to an account that you have." in answer.content.decode()
    assert User.objects.count() == 1
    sign_in_by_form(browser(), user)
    assert browser("192.0.2.8").post("/accounts/guest/", {"name": "Nora"}).status_code == 302


def test_a_guest_who_is_there_already_goes_on_from_a_banned_address():
    one = browser()
    user = guest(one)
    ban_of(user)
    assert one.post("/accounts/guest/").status_code == 302
    one.post("/accounts/signup/", NEW)
    user.refresh_from_db()
    assert user.is_guest


def test_addresses_are_stored_as_keyed_hashes_and_of_ipv6_as_networks(settings):
    user = member()
    seen(user, "192.0.2.7")
    seen(user, "2001:db8:0:1::7")
    bans = ban_of(user)
    assert len(bans) == 2
    assert all(len(one.value) == 64 and "192" not in one.value[:3] for one in bans)
    assert address_ban("2001:db8:0:1:ffff::9") is not None
    assert address_ban("::ffff:192.0.2.7") is not None
    assert address_ban("2001:db8:0:2::7") is None
    assert address_ban("") is None
    settings.SECRET_KEY = "another"
    assert address_ban("192.0.2.7") is None


def test_only_addresses_of_the_last_days_count_and_no_wrong_passwords():
    user = member()
    seen(user, "192.0.2.7", days=40)
    AccountEvent.objects.create(user=user, kind="login_failed", address="192.0.2.8")
    assert known_addresses(user) == []
    assert code(ban_of, user) == "unknown_place"
    AccountEvent.objects.create(user=user, kind="login", address="192.0.2.9")
    assert known_addresses(user) == ["192.0.2.9"]


def test_others_at_the_same_addresses_are_counted_and_too_many_protect_it():
    user = member()
    for ip in ("192.0.2.7", "2001:db8:0:1::7"):
        seen(user, ip)
    for number in range(MAX_SHARED):
        ip = "192.0.2.7" if number % 2 else f"2001:db8:0:1::{number + 10:x}"
        seen(member(f"other{number}"), ip)
    seen(member("far"), "2001:db8:0:2::7")
    assert others_at(known_addresses(user), user) == MAX_SHARED
    assert code(ban_of, user) == "too_shared"
    User.objects.get(username="other0").delete()
    assert len(ban_of(user)) == 2
    assert code(ban_of, user) == "banned_already"


def test_others_with_the_same_domain_are_counted():
    user = member("Lucia", "lucia@malo.example")
    member("Ana", "ana@MALO.example")
    member("Eva", "eva@muymalo.example")
    assert others_with_domain("malo.example", user) == 1
