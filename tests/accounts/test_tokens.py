"""Keys for programs and accounts of programs, by their pages and services."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from accounts import tokens
from accounts.bars import bar_account
from accounts.export import export_account
from accounts.limits import TooManyError
from accounts.models import Token, User
from accounts.services import (
    HasPlayedError,
    MembersOnlyError,
    become_bot,
    close_account,
    create_guest,
)
from brisca_site.base.logs import blot
from games.models import Player, Table
from games.services.players import player_for
from games.services.tables import TableOptions, open_table
from tests.accounts.support import (
    assert_our_page,
    guest,
    member,
    sign_in_by_form,
    sure,
    with_factor,
)

pytestmark = pytest.mark.django_db

NEW = "/accounts/tokens/new/"
FORM = {"name": "mi robot", "scopes": ["read", "play"], "days": "30"}


def made(user: User, **more) -> tuple[Token, str]:
    return tokens.create_token(
        **{"user": user, "name": "x", "scopes": ("read",), "days": 7, **more}
    )


@pytest.fixture
def owner(client) -> User:
    user = member()
    sure(sign_in_by_form(client, user))
    return user


# -- the keys -------------------------------------------------------------------------------------


def test_of_a_key_only_its_beginning_and_a_digest_are_kept():
    token, key = made(member())
    row = Token.objects.values().get()
    assert re.fullmatch(r"brisca_[0-9a-f]{64}", key)
    assert row["token_key"] == key[:15]
    assert key[15:] not in str(row)
    assert tokens.find_token(key, "") == token


def test_a_key_in_any_other_shape_is_none():
    _token, key = made(member())
    for wrong in (
        key[:-1],
        key + "0",
        key.upper(),
        key[7:],
        "",
        "brisca_",
        key[:-1] + "\n",
        "é" * 71,
    ):
        assert tokens.find_token(wrong, "") is None
    last = "0" if key[-1] != "0" else "1"
    assert tokens.find_token(key[:-1] + last, "") is None


def test_a_key_ends_with_its_time_its_revocation_its_owners_standing_and_account():
    user = member()
    for end in (
        lambda token: Token.objects.filter(pk=token.pk).update(expiry=timezone.now()),
        lambda token: tokens.revoke_tokens(user=user, key=token.token_key),
        lambda token: User.objects.update(is_active=False),
        lambda token: bar_account(user=user, reason="x", until=None, barred_by=None),
    ):
        User.objects.update(is_active=True)
        token, key = made(user)
        other, _key = made(user)
        assert tokens.find_token(key, "") == token
        end(token)
        assert tokens.find_token(key, "") is None
        assert token.pk in tokens.ended_tokens({token.pk, other.pk})
    close_account(user=user)
    assert not Token.objects.exists()


def test_wrong_keys_of_an_address_are_counted_and_then_none_is_looked_at():
    _token, key = made(member())
    for _ in range(tokens.MAX_WRONG_KEYS):
        assert tokens.find_token("brisca_" + "0" * 64, "192.0.2.1") is None
    with pytest.raises(TooManyError):
        tokens.find_token(key, "192.0.2.1")
    assert tokens.find_token(key, "192.0.2.2") is not None
    assert "192.0.2.1" not in str(getattr(cache, "_cache", {}).keys())


def test_the_last_use_is_kept_to_the_minute():
    token, key = made(member())
    assert token.last_used_at is None
    found = tokens.find_token(key, "")
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    assert found == token
    tokens.find_token(key, "")
    token.refresh_from_db()
    assert token.last_used_at == first
    Token.objects.update(last_used_at=first - timedelta(hours=1))
    tokens.find_token(key, "")
    token.refresh_from_db()
    assert token.last_used_at >= first


@pytest.mark.parametrize("wrong", [{"scopes": ("read", "all")}, {"scopes": ()}, {"days": 400}])
def test_there_are_no_other_scopes_and_no_key_for_ever(wrong):
    with pytest.raises(ValueError, match=r"scope|key lasts"):
        made(member(), **wrong)


def test_an_account_has_so_many_keys_and_a_guest_none():
    user = member()
    for _ in range(tokens.MAX_KEYS):
        made(user)
    with pytest.raises(tokens.TooManyTokensError):
        made(user)
    with pytest.raises(MembersOnlyError):
        made(create_guest(language="es"))


def test_what_a_key_lets_do_counts_for_a_programs_account_alone():
    user = member()
    token, _key = made(user, scopes=("read", "tables", "play"))
    assert token.good_for == {"read"}
    become_bot(user=user)
    assert Token.objects.get().good_for == {"read", "tables", "play"}


def test_keys_never_stand_in_the_log(caplog):
    _token, key = made(member())
    with caplog.at_level(logging.DEBUG):
        Client().get("/api/v1/play/account/", headers={"authorization": f"Bearer {key}"})
        Client().get(f"/api/v1/play/account/?token={key}")
    assert key not in caplog.text
    for line in (f"Bearer {key}", f"/x?a={key}&b", f"{key}", f"<{key}>", f"got {key[:20]} there"):
        assert key[7:20] not in blot(line)


def test_the_download_tells_of_keys_without_them():
    user = member()
    _token, key = made(user)
    (told,) = export_account(user)["tokens"]
    assert told["begins_with"] == key[:15]
    assert key[15:] not in str(told)


# -- their pages ----------------------------------------------------------------------------------


def test_a_key_is_shown_once(client, owner):
    answer = client.post(NEW, FORM)
    assert answer.status_code == 200
    key = re.search(r"brisca_[0-9a-f]{64}", answer.content.decode())[0]
    assert "no-store" in answer["Cache-Control"]
    assert_our_page(answer.content.decode())
    page = client.get("/accounts/tokens/").content.decode()
    assert_our_page(page)
    assert "mi robot" in page
    assert key[:15] in page
    assert key[15:] not in page
    assert tokens.find_token(key, "").allowed == {"read", "play"}


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_the_pages_are_ours_in_every_language(client, owner, language):
    made(owner)
    with translation.override(language):
        client.cookies["django_language"] = language
        for path in ("/accounts/tokens/", NEW, "/accounts/bot/", "/developers/"):
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert_our_page(answer.content.decode())


def test_a_form_that_asks_for_too_much_or_nothing_makes_no_key(client, owner):
    for wrong in ({"scopes": ["admin"]}, {"scopes": []}, {"days": "9999"}, {"name": ""}):
        assert client.post(NEW, {**FORM, **wrong}).status_code == 422
    assert not Token.objects.exists()


def test_keys_are_made_by_who_has_just_shown_who_they_are(client):
    sign_in_by_form(client, member())
    session = client.session
    session["account_authentication_methods"] = [
        {**one, "at": 0} for one in session["account_authentication_methods"]
    ]
    session.save()
    for path in (NEW, "/accounts/bot/"):
        assert "reauthenticate" in client.post(path, FORM)["Location"]
    assert not Token.objects.exists()


def test_guests_and_strangers_are_sent_to_make_an_account(client):
    assert "/accounts/login/" in client.get("/accounts/tokens/")["Location"]
    guest(client)
    for path in ("/accounts/tokens/", NEW, "/accounts/bot/"):
        assert "/accounts/signup/" in client.get(path)["Location"]


def test_one_revokes_ones_own_keys_one_or_all(client, owner):
    first, second, third = made(owner)[0], made(owner)[0], made(owner)[0]
    foreign, _key = made(member("Pep"))
    client.post("/accounts/tokens/revoke/", {"key": first.token_key})
    client.post("/accounts/tokens/revoke/", {"key": foreign.token_key})
    assert set(Token.objects.all()) == {second, third, foreign}
    client.post("/accounts/tokens/revoke/", {})
    assert set(Token.objects.all()) == {foreign}


@pytest.mark.parametrize("path", [NEW, "/accounts/tokens/revoke/", "/accounts/bot/"])
def test_with_a_session_forms_need_their_token_against_forgery(path):
    user = member()
    made(user)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert browser.post(path, FORM).status_code == 403
    assert Token.objects.count() == 1


# -- accounts of programs -------------------------------------------------------------------------


def test_an_account_that_has_played_nothing_becomes_a_programs(client, owner):
    player = player_for(owner)
    assert client.post("/accounts/bot/", {"name": "other"}).status_code == 422
    assert client.post("/accounts/bot/", {"name": owner.username}).status_code == 302
    owner.refresh_from_db()
    player.refresh_from_db()
    assert (owner.is_bot, player.kind, player.is_program) == (True, "bot", True)
    assert 'class="badge"' in client.get("/accounts/profile/").content.decode()


def test_whoever_has_sat_anywhere_stays_a_person(client, owner):
    table = open_table(host=player_for(owner), chosen=TableOptions(preset="ludoteka", players=2))
    with pytest.raises(HasPlayedError):
        become_bot(user=owner)
    assert client.post("/accounts/bot/", {"name": owner.username}).status_code == 422
    assert Table.objects.get() == table
    assert not User.objects.get().is_bot


def test_guests_are_no_programs():
    with pytest.raises(MembersOnlyError):
        become_bot(user=create_guest(language="es"))


def test_nothing_makes_a_program_a_person_again():
    user = member()
    become_bot(user=user)
    user.is_bot = False
    for fields in (None, ["is_bot"]):
        with pytest.raises(ValueError, match="stays one"):
            user.save(update_fields=fields)
    assert User.objects.get().is_bot
    boss = with_factor(Client(), member("Jefa", is_staff=True, is_superuser=True))
    form = {"email": "", "language": "es", "is_active": "on", "is_bot": "", "is_guest": "on"}
    assert boss.post(f"/admin/accounts/user/{user.pk}/change/", form).status_code == 302
    row = User.objects.get(pk=user.pk)
    assert (row.is_bot, row.is_guest) == (True, False)
    assert Player.objects.filter(user=user, kind="bot").exists() or player_for(row).is_program


def test_the_admin_does_not_show_keys():
    assert not admin.site.is_registered(Token)
