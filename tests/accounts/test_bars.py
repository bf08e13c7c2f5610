"""Bars keep people out until their end, and say why to those who know the password alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import tokens
from accounts.bars import (
    AlreadyBarredError,
    NotBarredError,
    ProtectedAccountError,
    bar_account,
    current_bar,
    lift_bar,
)
from accounts.export import export_account
from accounts.models import AccountBar, User
from accounts.recovery import create_recovery_codes
from accounts.services import set_account_language
from tests.accounts.support import (
    PASSWORD,
    assert_our_page,
    guest,
    links,
    member,
    moderator,
    sign_in_by_form,
    totp_code,
)

pytestmark = pytest.mark.django_db

REASON = "insultos en la mesa"


@pytest.fixture
def pass_time(monkeypatch):
    """Set the site's clock forward."""

    def go(**more) -> None:
        later = timezone.now() + timedelta(**more)
        monkeypatch.setattr("django.utils.timezone.now", lambda: later)

    return go


def barred(user: User, days: int | None = 7) -> AccountBar:
    until = None if days is None else timezone.now() + timedelta(days=days)
    return bar_account(user=user, reason=REASON, until=until, barred_by=None)


def log_in(login: str = "Lucia", password: str = PASSWORD):
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": login, "password": password})
    return browser, answer


def is_in(browser: Client) -> bool:
    return browser.get("/accounts/profile/").status_code == 200


# -- who bars whom --------------------------------------------------------------------------------


def test_staff_and_superusers_cannot_be_barred():
    for number, rank in enumerate(({"is_staff": True}, {"is_superuser": True})):
        user = member(f"Jefa{number}", **rank)
        with pytest.raises(ProtectedAccountError):
            barred(user)
        assert not User.objects.get(pk=user.pk).is_barred


def test_who_was_made_staff_meanwhile_cannot_be_barred_either():
    user = member()
    User.objects.filter(pk=user.pk).update(is_staff=True)
    with pytest.raises(ProtectedAccountError):
        barred(user)


def test_a_bar_and_its_lifting_need_the_permission():
    user, other = member(), member("Pep")
    with pytest.raises(PermissionDenied):
        bar_account(user=user, reason="x", until=None, barred_by=other)
    barred(user)
    with pytest.raises(PermissionDenied):
        lift_bar(user=user, lifted_by=other)
    assert lift_bar(user=user, lifted_by=moderator()).lifted_by.username == "Mireia"


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 501])
def test_a_bar_has_a_reason_of_some_length(reason):
    with pytest.raises(ValueError, match="reason"):
        bar_account(user=member(), reason=reason, until=None, barred_by=None)


def test_a_bar_ends_in_the_future():
    with pytest.raises(ValueError, match="future"):
        bar_account(user=member(), reason="x", until=timezone.now(), barred_by=None)


def test_one_bar_runs_at_a_time_and_all_are_kept(pass_time):
    user = member()
    barred(user)
    with pytest.raises(AlreadyBarredError):
        barred(user)
    lift_bar(user=user, lifted_by=None)
    with pytest.raises(NotBarredError):
        lift_bar(user=user, lifted_by=None)
    barred(user, days=1)
    pass_time(days=2)
    with pytest.raises(NotBarredError):
        lift_bar(user=user, lifted_by=None)
    barred(user, days=None)
    newest, *older = user.bars.all()
    assert len(older) == 2
    assert list(user.bars.running()) == [newest]
    assert len(export_account(user)["bars"]) == 3


# -- what it stops --------------------------------------------------------------------------------


def test_all_sessions_end_at_once_and_stay_over(pass_time):
    user = member()
    browsers = [sign_in_by_form(Client(), user) for _ in range(2)]
    unlisted = Client()
    unlisted.force_login(user)
    UserSession.objects.filter(session_key=unlisted.session.session_key).delete()
    barred(user)
    assert not any(is_in(browser) for browser in browsers)
    pass_time(days=8)
    assert not any(is_in(browser) for browser in [*browsers, unlisted])
    assert is_in(sign_in_by_form(Client(), user))


def test_a_session_that_begins_while_the_bar_is_made_is_over(client):
    user = User.objects.get(pk=member().pk)
    barred(User.objects.get(pk=user.pk))
    client.force_login(user)  # as it was read before
    assert not is_in(client)


def test_the_right_password_is_told_the_reason_and_the_end():
    user = member()
    bar = barred(user)
    browser, answer = log_in()
    assert answer.status_code == 403
    page = answer.content.decode()
    assert_our_page(page)
    assert REASON in page
    assert str(bar.until.year) in page
    assert not is_in(browser)


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_the_page_of_a_bar_is_in_the_language_of_who_reads_it(client, language):
    barred(member())
    client.cookies["django_language"] = language
    answer = client.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
    assert f'lang="{language}"' in answer.content.decode()
    assert_our_page(answer.content.decode())


def test_a_bar_without_an_end_says_so(client):
    barred(member(), days=None)
    client.cookies["django_language"] = "en"
    answer = client.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
    assert "no end date" in answer.content.decode()
    assert "9999" not in answer.content.decode()


def test_without_the_password_a_bar_is_not_to_be_found_out(mailoutbox):
    for name in ("Lucia", "Pep"):
        member(name, f"{name.lower()}@example.org")
    barred(User.objects.get(username="Lucia"))
    wrong = [log_in(name, "x")[1] for name in ("Lucia", "Pep")]
    texts = [answer.content.decode().replace("Lucia", "?").replace("Pep", "?") for answer in wrong]
    tokens_apart = [re.sub(r'value="\w{64}"', "", text) for text in texts]
    assert wrong[0].status_code == wrong[1].status_code == 200
    assert tokens_apart[0] == tokens_apart[1]
    reset = [
        Client().post("/accounts/password/reset/", {"email": f"{name.lower()}@example.org"})
        for name in ("Lucia", "Pep")
    ]
    assert [answer["Location"] for answer in reset] == [reset[0]["Location"]] * 2
    assert len(mailoutbox) == 2


def test_a_new_password_by_mail_does_not_open_the_account(client, mailoutbox):
    user = member("Lucia", "lucia@example.org")
    barred(user)
    client.post("/accounts/password/reset/", {"email": user.email})
    (path,) = [link for link in links(mailoutbox[0].body) if "/reset/key/" in link]
    where = client.get(path, follow=True).redirect_chain[-1][0]
    new = "otra-brisca-larga"
    client.post(where, {"password1": new, "password2": new}, follow=True)
    assert not is_in(client)
    browser, answer = log_in(password=new)
    assert answer.status_code == 403
    assert not is_in(browser)
    assert current_bar(User.objects.get(pk=user.pk)) is not None


def test_a_recovery_code_sets_a_password_and_does_not_open_the_account(client):
    user = member()
    code = create_recovery_codes(user=user)[0]
    barred(user)
    new = "otra-brisca-larga"
    form = {"name": "Lucia", "code": code, "password1": new, "password2": new}
    answer = client.post("/accounts/recover/", form)
    assert answer.status_code == 403
    assert REASON in answer.content.decode()
    assert not is_in(client)


@pytest.fixture
def passkey(monkeypatch):
    """A passkey that a browser shows, past the mathematics of it."""
    user = member()
    factor = Authenticator.objects.create(
        user=user, type="webauthn", data={"name": "x", "credential": {}}
    )
    where = "allauth.mfa.webauthn.forms.auth."
    monkeypatch.setattr(f"{where}parse_authentication_response", lambda _credential: None)
    monkeypatch.setattr(f"{where}extract_user_from_response", lambda _credential: user)
    monkeypatch.setattr(f"{where}complete_authentication", lambda _user, _credential: factor)
    return user


def by_passkey(browser: Client):
    return browser.post("/accounts/2fa/webauthn/login/", {"credential": '{"id": "x"}'})


def test_a_passkey_is_told_as_a_password_is(passkey, pass_time):
    assert by_passkey(browser := Client()).status_code == 302
    assert is_in(browser)
    barred(passkey)
    passkey.refresh_from_db()
    answer = by_passkey(browser := Client())
    assert answer.status_code == 403
    assert REASON in answer.content.decode()
    assert not is_in(browser)
    pass_time(days=8)
    by_passkey(browser := Client())
    assert is_in(browser)


def test_a_bar_made_between_password_and_second_step_holds():
    user = member()
    factor = Authenticator.objects.create(user=user, type="totp", data={"secret": "ABCDEFGH"})
    browser, answer = log_in()
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    barred(user)
    code = totp_code(factor.data["secret"])
    answer = browser.post("/accounts/2fa/authenticate/", {"code": code})
    assert answer.status_code == 403
    assert REASON in answer.content.decode()
    assert not is_in(browser)


def test_a_guest_is_barred_too(client):
    user = guest(client)
    barred(user)
    assert not is_in(client)
    again = guest(client)
    assert again.pk != user.pk


def test_keys_open_nothing_while_a_bar_runs_and_are_good_afterwards(pass_time):
    user = member()
    token, key = tokens.create_token(user=user, name="x", scopes=("read",), days=90)
    barred(user)
    assert tokens.find_token(key, "") is None
    assert tokens.ended_tokens({token.pk}) == {token.pk}
    headers = {"authorization": f"Bearer {key}"}
    assert Client().get("/api/v1/play/account/", headers=headers).status_code == 401
    pass_time(days=8)
    assert tokens.find_token(key, "") == token
    assert tokens.ended_tokens({token.pk}) == set()


def test_a_bar_ends_by_itself_at_its_moment(pass_time):
    user = member()
    barred(user, days=7)
    pass_time(days=6, hours=23)
    assert log_in()[1].status_code == 403
    pass_time(hours=2)
    browser, answer = log_in()
    assert answer.status_code == 302
    assert is_in(browser)
    assert user.bars.get().lifted_at is None


def test_a_lifted_bar_lets_in_at_once():
    user = member()
    barred(user, days=None)
    lift_bar(user=user, lifted_by=None)
    assert is_in(sign_in_by_form(Client(), user))


def test_what_is_saved_from_before_a_bar_does_not_lift_it():
    user = User.objects.get(pk=member().pk)
    part = User.objects.only("username", "is_bot").get(pk=user.pk)
    barred(User.objects.get(pk=user.pk))
    user.set_password("otra-brisca-larga")
    user.save()
    part.save()
    set_account_language(user=user, language="ca")
    row = User.objects.get(pk=user.pk)
    assert row.is_barred
    assert row.check_password("otra-brisca-larga")


def test_sessions_of_whom_nobody_ever_barred_are_bound_by_the_password_alone(client):
    user = member()
    salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
    bound = salted_hmac(salt, user.password, algorithm="sha256").hexdigest()
    assert user.get_session_auth_hash() == bound


def test_sessions_from_before_a_bar_stay_ended_when_the_secret_key_changes(settings):
    """A session is bound by the bar under the previous keys too."""
    user = member()
    bar_account(user=user, until=None, reason=REASON, barred_by=None)
    user.refresh_from_db()
    bound = user.get_session_auth_hash()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY, "older"]
    settings.SECRET_KEY = "newer"
    assert user.get_session_auth_hash() != bound
    before, older = user.get_session_auth_fallback_hash()
    assert before == bound
    assert older not in {bound, user.get_session_auth_hash()}
    user.barred_until = None
    assert bound not in {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}


def test_a_session_goes_on_when_the_secret_key_changes(client, settings):
    sign_in_by_form(client, member())
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "newer"
    assert client.get("/accounts/profile/").status_code == 200
