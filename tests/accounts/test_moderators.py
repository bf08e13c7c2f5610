"""Moderators see names and bars of people who are not staff, and reach nothing else of an account."""

from __future__ import annotations

import io
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.apps.registry import Apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.bars import bar_account
from accounts.models import AccountBar, User
from accounts.moderators import grant_to_moderators
from games.apps import MODERATOR_PERMISSIONS
from tests.accounts.support import (
    PASSWORD,
    assert_our_page,
    guest,
    member,
    moderator,
    sign_in_by_form,
    sure,
    totp_code,
    with_factor,
)

pytestmark = pytest.mark.django_db

BROAD = ("accounts.change_user", "accounts.delete_user", "accounts.view_user", "accounts.add_user")
EVIL = {"email": "evil@example.com", "is_active": "on", "is_superuser": "on", "is_staff": "on"}


def chief() -> User:
    user = member("Jefa", "jefa@example.org", is_staff=True, is_superuser=True)
    return User.objects.get(pk=user.pk)


@pytest.fixture
def mod() -> Client:
    """A moderator who holds every permission over accounts besides."""
    return with_factor(Client(), moderator("Mireia", *BROAD))


def page_of(user: User, page: str = "change") -> str:
    return reverse("admin:accounts_user_changelist") + f"{user.pk}/{page}/"


# -- the group ------------------------------------------------------------------------------------


def test_the_group_has_the_permissions_of_its_work_and_no_other():
    group = Group.objects.get(name="moderators")
    names = {f"{p.content_type.app_label}.{p.codename}" for p in group.permissions.all()}
    assert names == {"accounts.bar_user", *(f"games.{name}" for name in MODERATOR_PERMISSIONS)}


def test_the_group_is_made_again_with_the_next_migration_and_keeps_what_it_was_given():
    group = Group.objects.get(name="moderators")
    group.delete()
    call_command("migrate", verbosity=0, stdout=io.StringIO())
    assert Group.objects.get(name="moderators").permissions.count() == 3
    Group.objects.get(name="moderators").permissions.add(
        *moderator("Otra", "games.change_table").user_permissions.all()
    )
    call_command("migrate", verbosity=0, stdout=io.StringIO())
    assert Group.objects.get(name="moderators").permissions.count() == 4


def test_where_only_some_migrations_have_run_nothing_is_granted_and_nothing_fails():
    more = {"app_label": "accounts", "using": "default"}
    grant_to_moderators(codenames={"not_there_yet"}, apps=apps, **more)
    before_auth = Apps()
    grant_to_moderators(codenames={"bar_user"}, apps=before_auth, **more)
    assert Group.objects.get(name="moderators").permissions.count() == 3


# -- from moderator to superuser, step by step ----------------------------------------------------


@pytest.mark.parametrize("who", ["Mireia", "Jefa"])
def test_nobody_finds_a_password_page_in_the_admin(who):
    boss = chief()
    user = boss if who == "Jefa" else moderator("Mireia", *BROAD)
    browser = with_factor(Client(), user)
    new = {
        "password1": "owned-by-mod-99",
        "password2": "owned-by-mod-99",
        "usable_password": "true",
    }
    for target in (boss, member("Lucia")):
        for path in (page_of(target, "password"), f"/admin/auth/user/{target.pk}/password/"):
            assert browser.get(path, follow=True).status_code == 404
            assert browser.post(path, new, follow=True).status_code == 404
        target.refresh_from_db()
        assert target.check_password(PASSWORD)
    with pytest.raises(NoReverseMatch):
        reverse("admin:auth_user_password_change", args=[boss.pk])


def test_a_moderator_changes_nothing_of_a_superuser(mod):
    boss = chief()
    before = User.objects.filter(pk=boss.pk).values().get()
    for data in (EVIL, {}, {"_save": "1", "is_active": ""}):
        assert mod.post(page_of(boss), data).status_code == 404
    assert User.objects.filter(pk=boss.pk).values().get() == before


def test_a_moderator_changes_nothing_of_a_member(mod):
    user = member("Lucia", "lucia@example.org")
    before = User.objects.filter(pk=user.pk).values().get()
    assert mod.post(page_of(user), EVIL).status_code == 403
    assert mod.post(page_of(user, "delete"), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": user.pk, "post": "yes"}
    mod.post("/admin/accounts/user/", action)
    assert User.objects.filter(pk=user.pk).values().get() == before


def test_nobody_signs_in_through_the_admin_by_a_password_alone(mod):
    boss = chief()
    with_factor(Client(), boss)
    mod.post("/admin/login/", {"username": boss.username, "password": PASSWORD})
    assert mod.session["_auth_user_id"] != str(boss.pk)
    for path in ("/admin/password_change/", "/admin/password_change/done/"):
        assert mod.get(path)["Location"] == "/accounts/password/change/"


# -- every page of accounts -----------------------------------------------------------------------


def paths(target: User) -> dict[str, str]:
    """Every address of the admin of accounts, from the routes themselves."""
    found = {}
    for pattern in admin.site._registry[User].urls:
        route = str(pattern.pattern)
        path = "/admin/accounts/user/" + re.sub(r"<[^>]+>", str(target.pk), route)
        found[pattern.name or f"unnamed:{route}"] = path
    return found


OF_ONE = {
    "accounts_user_change",
    "accounts_user_history",
}
LISTED = {"accounts_user_changelist"}
DELETES = {"accounts_user_delete"}
NONE = {"accounts_user_add"}
OLD = {"unnamed:<path:object_id>/"}  # goes to the page of the change


def test_every_page_of_accounts_is_named_in_these_tests():
    assert set(paths(member())) == OF_ONE | LISTED | DELETES | NONE | OLD


def person(kind: str, name: str) -> User:
    match kind:
        case "moderator":
            return moderator(name, *BROAD)
        case "staff":
            return moderator(name, *BROAD, group=False)
        case "superuser":
            return member(name, f"{name}@example.org", is_staff=True, is_superuser=True)
        case _:
            return member(name, f"{name}@example.org")


def expected(name: str, viewer: str, target: str) -> int:
    if name in NONE:
        return 403
    if viewer == "superuser":
        return 200
    if viewer == "staff":
        return 403 if name in LISTED or target == "member" else 404
    if name in LISTED:
        return 200
    if target != "member":
        return 404
    return 403 if name in DELETES else 200


@pytest.mark.parametrize("target", ["member", "moderator", "superuser"])
@pytest.mark.parametrize("viewer", ["moderator", "staff", "superuser"])
def test_every_page_of_accounts_shows_what_its_viewer_may_see(viewer, target):
    seen = person(target, "Objetivo")
    browser = with_factor(Client(), person(viewer, "Mirona"))
    for name, path in paths(seen).items():
        answer = browser.get(path, follow=name in OLD)
        wanted = expected("accounts_user_change" if name in OLD else name, viewer, target)
        assert answer.status_code == wanted, (name, viewer, target)
        if viewer != "superuser":
            assert "example.org" not in answer.content.decode()


def test_strangers_guests_and_members_find_no_page_of_the_admin():
    target = member()
    browser = Client()
    for _kind in ("stranger", "guest", "member"):
        for path in paths(target).values():
            assert browser.get(path, follow=True).status_code != 200 or "/login/" in str(
                browser.get(path, follow=True).redirect_chain
            )
        if "_auth_user_id" not in browser.session:
            guest(browser)
        else:
            browser.force_login(target)


def test_staff_is_not_in_a_moderators_lists_searches_or_choices(mod):
    chief()
    member("Jefina", "jefina@example.org")
    for query in ("", "?q=Jef", "?q=Jefa", "?is_guest__exact=0"):
        page = mod.get(f"/admin/accounts/user/{query}").content.decode()
        assert ">Jefa<" not in page
    assert "Jefina" in mod.get("/admin/accounts/user/?q=Jef").content.decode()
    assert "Jefina" not in mod.get("/admin/accounts/user/?q=jefina@example").content.decode()
    choices = "/admin/autocomplete/?app_label=games&model_name=player&field_name=user&term="
    found = mod.get(f"{choices}Jef").json()["results"]
    assert [one["text"] for one in found] == ["Jefina"]
    assert mod.get(f"{choices}jefina@").json()["results"] == []


def test_a_moderators_page_of_an_account_has_name_kind_joined_and_bars_alone(mod):
    user = member("Lucia", "lucia@example.org")
    page = mod.get(page_of(user)).content.decode()
    fields = set(re.findall(r"field-(\w+)", page))
    assert fields == {"username", "kind", "date_joined", "bars"}
    listed = mod.get("/admin/accounts/user/").content.decode()
    assert set(re.findall(r"field-(\w+)", listed)) == {"username", "kind", "date_joined", "barred"}
    assert "lucia@example.org" not in page + listed


# -- barring --------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Mireia", "Jefa"])
def test_nobody_bars_or_lifts_in_the_admin_and_its_page_leads_to_the_desk(who):
    browser = with_factor(Client(), chief() if who == "Jefa" else moderator("Mireia", *BROAD))
    user = member("Lucia")
    bar = bar_account(user=user, reason="insults", until=None, barred_by=None)
    page = browser.get(page_of(user)).content.decode()
    assert "insults" in page
    assert "/desk/in-force/?player=Lucia" in page
    assert "/players/Lucia/report/" in page
    form = {"reason": "x", "length": "7", "barred_until": "", "bars": ""}
    for name in ("bar", "lift", "change"):
        browser.post(page_of(user, name), form, follow=True)
    bar.refresh_from_db()
    user.refresh_from_db()
    assert bar.lifted_at is None
    assert user.is_barred
    assert AccountBar.objects.count() == 1
    other = member("Pep")
    browser.post(page_of(other, "bar"), form, follow=True)
    assert not User.objects.get(pk=other.pk).is_barred
    assert browser.get("/desk/in-force/?player=Lucia").status_code == 200


def test_the_other_work_of_moderators_is_open_to_them():
    browser = with_factor(Client(), moderator())
    assert browser.get("/desk/").status_code == 200
    assert browser.get("/admin/games/player/?_to_field=id&_popup=1").status_code == 200
    assert browser.get("/admin/games/table/").status_code == 403
    assert browser.get("/admin/accounts/user/?barred=now").status_code == 200


# -- the second factor of staff -------------------------------------------------------------------

PAGES = ("/admin/", "/admin/accounts/user/", "/admin/games/match/", "/admin/jsi18n/", "/admin/xyz/")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("who", [moderator, chief])
def test_without_a_second_factor_every_page_of_the_admin_leads_to_its_set_up(client, who, path):
    sign_in_by_form(client, who())
    for answer in (client.get(path), client.post(path)):
        assert answer["Location"] == "/accounts/2fa/"


@pytest.mark.django_db(transaction=True)
def test_after_the_set_up_the_way_leads_back(client):
    sign_in_by_form(client, moderator())
    answer = client.get("/admin/games/player/?kind__exact=human", follow=True)
    assert_our_page(answer.content.decode())
    sure(client)
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    key = re.search(r'id="authenticator_secret"[^>]*value="(\w+)"', page)[1]
    client.post("/accounts/2fa/totp/activate/", {"code": totp_code(key)})
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert_our_page(page)
    assert 'href="/admin/games/player/?kind__exact=human"' in page
    assert client.get("/admin/games/player/").status_code == 200


def test_a_superuser_made_by_the_command_is_led_to_the_set_up(client, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command(
        "createsuperuser",
        username="Raiz2",
        email="raiz@example.org",
        interactive=False,
        verbosity=0,
    )
    sign_in_by_form(client, User.objects.get(username="Raiz2"))
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/2fa/"
    sure(client)
    assert client.get("/accounts/2fa/totp/activate/").status_code == 200


@pytest.mark.parametrize(("kind", "page"), [("totp", "2fa/"), ("webauthn", "2fa/webauthn/")])
def test_a_session_that_has_shown_no_second_factor_has_to(client, kind, page):
    user = moderator()
    sign_in_by_form(client, user)
    data = {"secret": "ABCDEFGH"} if kind == "totp" else {"name": "x", "credential": {}}
    Authenticator.objects.create(user=user, type=kind, data=data)
    sure(client)
    answer = client.get("/admin/games/player/")
    assert (
        answer["Location"] == f"/accounts/{page}reauthenticate/?next=%2Fadmin%2Fgames%2Fplayer%2F"
    )


def test_a_second_factor_counts_for_half_a_day(client, monkeypatch):
    with_factor(client, moderator())
    assert client.get("/admin/").status_code == 200
    now = time.time()
    monkeypatch.setattr("accounts.second_factor.time.time", lambda: now + 11.9 * 3600)
    assert client.get("/admin/").status_code == 200
    monkeypatch.setattr("accounts.second_factor.time.time", lambda: now + 12.1 * 3600)
    assert client.get("/admin/")["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert client.post("/admin/logout/").status_code == 200


def test_recovery_codes_alone_are_no_second_factor(client):
    user = moderator()
    sign_in_by_form(client, user)
    Authenticator.objects.create(user=user, type="recovery_codes", data={"seed": "x"})
    assert client.get("/admin/")["Location"] == "/accounts/2fa/"
