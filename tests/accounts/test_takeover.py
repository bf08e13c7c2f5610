"""A borrowed browser is not enough to take over the account that is signed in there."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.emails import ResetTokenGenerator
from accounts.models import User
from tests.accounts.support import PASSWORD, age, asks_again, links, member, sign_in_by_form, sure

pytestmark = pytest.mark.django_db

THIEF = "thief@example.org"
NEW = "contrasena-del-ladron"


def reset(email: str) -> None:
    answer = Client().post("/accounts/password/reset/", {"email": email})
    assert answer["Location"] == "/accounts/password/reset/done/"


def lets_in(login: str, password: str) -> bool:
    browser = Client()
    browser.post("/accounts/login/", {"login": login, "password": password})
    return "_auth_user_id" in browser.session


def test_no_step_from_an_old_session_to_a_new_password_works(mailoutbox):
    user = member("Lucia", "lucia@example.org")
    borrowed = age(sign_in_by_form(Client(), user), 2.5 * 3600)

    added = borrowed.post("/accounts/email/", {"action_add": "", "email": THIEF})
    assert asks_again(added)
    assert not user.emailaddress_set.filter(email=THIEF).exists()
    reset(THIEF)
    assert mailoutbox == []

    user.emailaddress_set.create(email=THIEF)  # as if it had been added all the same
    primary = borrowed.post("/accounts/email/", {"action_primary": "", "email": THIEF})
    assert asks_again(primary)
    reset(THIEF)
    assert mailoutbox == []
    assert not lets_in(THIEF, PASSWORD)

    changed = borrowed.post("/accounts/password/set/", {"password1": NEW, "password2": NEW})
    assert asks_again(changed)
    assert asks_again(borrowed.get("/accounts/export/"))
    assert asks_again(borrowed.get("/accounts/tokens/new/"))
    assert asks_again(borrowed.get("/accounts/2fa/webauthn/add/"))
    assert lets_in("Lucia", PASSWORD)
    assert lets_in("lucia@example.org", PASSWORD)
    assert not [mail for mail in mailoutbox if mail.to != ["lucia@example.org"]]


def test_added_address_gets_no_password_mail_until_it_is_confirmed(client, mailoutbox):
    user = member("Lucia")
    sure(sign_in_by_form(client, user))
    client.post("/accounts/email/", {"action_add": "", "email": "lucia@example.org"})
    (mail,) = mailoutbox
    reset("lucia@example.org")
    assert mailoutbox == [mail]

    (path,) = [link for link in links(mail.body) if "confirm-email" in link]
    client.post(path)
    reset("lucia@example.org")
    assert "/reset/key/" in mailoutbox[1].body


def test_address_of_the_sign_up_gets_password_mail_as_long_as_it_is_the_main_one(mailoutbox):
    browser = Client()
    form = {"username": "Lucia", "password1": PASSWORD, "email": "lucia@example.org"}
    browser.post("/accounts/signup/", form)
    user = User.objects.get()
    mailoutbox.clear()
    reset("LUCIA@example.org")
    (mail,) = mailoutbox
    assert mail.to == ["lucia@example.org"]

    user.emailaddress_set.create(email="new@example.org", verified=True)
    browser.post("/accounts/email/", {"action_primary": "", "email": "new@example.org"})
    assert user.emailaddress_set.get(primary=True).email == "new@example.org"
    mailoutbox.clear()
    reset("lucia@example.org")
    assert mailoutbox == []
    assert not lets_in("lucia@example.org", PASSWORD)


def test_address_becomes_the_main_one_only_once_it_is_confirmed(client):
    user = member("Lucia")
    user.emailaddress_set.create(email="first@example.org", primary=True)
    user.emailaddress_set.create(email=THIEF)
    sign_in_by_form(client, user)
    client.post("/accounts/email/", {"action_primary": "", "email": THIEF})
    assert user.emailaddress_set.get(primary=True).email == "first@example.org"


def test_removed_address_of_the_sign_up_leaves_no_other_in_its_place(client, mailoutbox):
    user = member("Lucia", email="")
    user.email = "lucia@example.org"
    user.save()
    sign_in_by_form(client, user)
    client.post("/accounts/email/", {"action_add": "", "email": THIEF})
    client.post("/accounts/email/", {"action_remove": "", "email": "lucia@example.org"})
    mailoutbox.clear()
    reset(THIEF)
    assert mailoutbox == []


def test_account_made_outside_the_site_keeps_its_address(mailoutbox):
    user = User.objects.create_superuser("Jefa", "jefa@example.org", PASSWORD)
    assert lets_in("Jefa", PASSWORD)
    assert user.emailaddress_set.get().primary
    assert lets_in("jefa@example.org", PASSWORD)
    reset("jefa@example.org")
    assert [mail.to for mail in mailoutbox] == [["jefa@example.org"]]


def test_address_that_somebody_else_added_does_not_let_them_in_or_the_owner_out():
    member("Lucia", "lucia@example.org")
    other = User.objects.create_user("Otro", password="la-del-otro-larga")
    other.emailaddress_set.create(email="lucia@example.org")
    assert lets_in("lucia@example.org", PASSWORD)
    assert not lets_in("lucia@example.org", "la-del-otro-larga")


def test_first_of_two_who_gave_an_address_has_it_until_another_confirms_it():
    first, second = member("Lucia"), User.objects.create_user("Otro", password="la-del-otro-larga")
    for user in (first, second):
        user.emailaddress_set.create(email="lucia@example.org", primary=True)
    assert lets_in("lucia@example.org", PASSWORD)
    assert not lets_in("lucia@example.org", "la-del-otro-larga")
    second.emailaddress_set.update(verified=True)
    assert lets_in("lucia@example.org", "la-del-otro-larga")
    assert not lets_in("lucia@example.org", PASSWORD)


def test_password_mail_goes_to_the_address_as_it_is_stored(mailoutbox):
    """Letters that only look alike without regard to case make another mailbox."""
    member("Lucia", "kiko@example.org")
    reset("\u212aiko@example.org")  # the Kelvin sign, a K in lower case
    assert [mail.to for mail in mailoutbox] in ([], [["kiko@example.org"]])


def test_a_link_to_a_new_password_is_void_once_the_addresses_change(mailoutbox):
    user = member("Lucia", "lucia@example.org")
    for change in (
        lambda: user.emailaddress_set.create(email=THIEF),
        lambda: user.emailaddress_set.filter(email=THIEF).delete(),
    ):
        generator = ResetTokenGenerator()
        token = generator.make_token(user)
        assert generator.check_token(user, token)
        change()
        assert not generator.check_token(user, token)
    assert not generator.check_token(None, token)
    assert user.email == "lucia@example.org"


def test_a_confirmed_or_unknown_address_is_sent_no_link(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    sign_in_by_form(client, user)
    mailoutbox.clear()
    cache.clear()
    for email in ("lucia@example.org", "nobody@example.org", "nonsense"):
        answer = client.post("/accounts/email/", {"action_send": "", "email": email}, follow=True)
        assert answer.redirect_chain == [("/accounts/email/", 302)]
        assert not [text for text in map(str, answer.context["messages"]) if email in text]
    assert mailoutbox == []
