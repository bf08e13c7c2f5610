"""Names from before names were compared: their owners keep them, and are told."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import naming
from accounts.models import User
from accounts.skeletons import name_key, name_skeleton
from tests.accounts.support import PASSWORD, assert_our_page, sign_in_by_form, takes_name

pytestmark = pytest.mark.django_db


def old(name: str, **more) -> User:
    """An account that the release before made: it knows nothing of the columns."""
    user = User(username=name, **more)
    user.set_password(PASSWORD)
    User.objects.bulk_create([user])
    return User.objects.get(username=name)


def compare(*options: str) -> str:
    out = io.StringIO()
    call_command("compare_names", *options, stdout=out)
    return out.getvalue()


def test_old_accounts_get_what_names_are_compared_by(monkeypatch):
    monkeypatch.setattr(naming, "BATCH", 3)
    people = [old(f"Persona{letter}") for letter in "abcdefgh"]
    seen: list[int] = []
    assert naming.fill_in(User, "default", progress=seen.append) == []
    assert seen == [3, 6, 8]
    for user in people:
        user.refresh_from_db()
        assert user.name_skeleton == name_skeleton(user.username)
        assert user.name_key == name_key(user.username)
        assert not user.is_alike
    assert naming.fill_in(User, "default") == []


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_of_old_accounts_that_are_alike_one_keeps_the_name_to_itself(monkeypatch, batch):
    monkeypatch.setattr(naming, "BATCH", batch)
    guest = old("PauI", is_guest=True)
    first, second = old("paul"), old("Pau1")
    other = old("Lucia")
    assert sorted(naming.fill_in(User, "default")) == sorted([guest.pk, second.pk])
    for user in (guest, first, second, other):
        user.refresh_from_db()
    assert [user.is_alike for user in (first, other, guest, second)] == [False, False, True, True]
    assert [user.username for user in (guest, first, second)] == ["PauI", "paul", "Pau1"]
    assert not takes_name("pauI")


def test_staff_keeps_its_name_before_those_who_came_earlier():
    early, boss = old("J0rdi"), old("Jordi", is_staff=True)
    assert naming.fill_in(User, "default") == [early.pk]
    assert not User.objects.get(pk=boss.pk).is_alike


def test_an_account_that_is_alike_goes_on_as_before_until_it_is_renamed(client):
    old("paul")
    user = old("Pau1")
    compare()
    user.refresh_from_db()
    assert user.is_alike
    user.language = "ca"
    user.save()
    client.post("/accounts/login/", {"login": "pau1", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)
    answer = client.post("/accounts/profile/", {"name": "Pau1", "language": "es"})
    assert answer.status_code == 302
    answer = client.post("/accounts/profile/", {"name": "Paulo", "language": "es"})
    assert answer.status_code == 302
    user.refresh_from_db()
    assert (user.name_skeleton, user.is_alike) == ("paulo", False)
    User.objects.filter(username="paul").delete()
    assert takes_name("Pau1")


def test_a_name_stays_taken_while_one_of_two_alike_is_left():
    old("paul")
    old("Pau1")
    compare()
    User.objects.filter(username="paul").delete()
    assert not takes_name("paul")


def test_owners_of_names_alike_are_told_on_a_page_once_a_session(client):
    old("paul")
    old("Pau1")
    compare()
    sign_in_by_form(client, User.objects.get(username="Pau1"))
    client.cookies["django_language"] = "en"
    pages = [client.get(path).content.decode() for path in ("/rules/", "/rules/", "/learn/")]
    told = ["looks like yours" in page for page in pages]
    assert told == [True, False, False]
    assert_our_page(pages[0])
    sign_in_by_form(other := Client(), User.objects.get(username="paul"))
    assert "looks like yours" not in other.get("/rules/").content.decode()


def test_owners_of_names_alike_are_written_to_where_the_address_is_confirmed(mailoutbox):
    old("paul")
    for name, verified in (("Pau1", True), ("PAU1x", False), ("paulx", True)):
        user = old(name, language="ca")
        user.emailaddress_set.create(email=f"{user.pk}@example.org", verified=verified)
    assert "2 names are like another; 0 owners" in compare()
    assert mailoutbox == []
    compare("--tell")
    pau1 = User.objects.get(username="Pau1")
    addresses = [mail.to for mail in mailoutbox]
    assert [f"{pau1.pk}@example.org"] in addresses
    assert all("Pau1" in mail.body or "paulx" in mail.body for mail in mailoutbox)


def test_of_old_accounts_in_two_cases_each_logs_in_by_its_own(client):
    """SQLite let both be made: it knows the case of letters of ASCII alone."""
    try:
        with transaction.atomic():
            one, other = old("Éana"), old("éana")
    except IntegrityError:  # PostgreSQL never did
        return
    compare()
    for user in (one, other):
        browser = Client()
        browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
        assert browser.session["_auth_user_id"] == str(user.pk)
