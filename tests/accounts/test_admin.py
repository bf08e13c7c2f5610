"""The admin shows, and hides what must stay hidden."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils.functional import Promise

from accounts.models import User
from games.models import Action, Deadline, DealSecret, Match, MatchRecord, Player, Table
from games.services.players import player_for
from tests.accounts.support import guest, member, moderator, with_factor
from tests.accounts.test_leaving import match_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return with_factor(Client(), member("Jefa", is_staff=True, is_superuser=True))


def test_secrets_and_the_journal_are_not_registered():
    for hidden in (DealSecret, Action, Deadline, MatchRecord):
        assert not admin.site.is_registered(hidden)


@pytest.mark.parametrize("model", sorted(admin.site._registry, key=lambda one: one.__name__))
def test_every_list_opens(staff, model):
    meta = model._meta
    answer = staff.get(f"/admin/{meta.app_label}/{meta.model_name}/")
    assert answer.status_code == 200


@pytest.mark.parametrize("model", [Player, Match])
def test_games_are_only_looked_at(staff, model):
    one = member()
    match_of(player_for(one), Player.objects.create(name="Ana"))
    row = model.objects.first()
    base = f"/admin/games/{model._meta.model_name}/"
    assert staff.get(f"{base}{row.pk}/change/").status_code == 200
    assert staff.post(f"{base}{row.pk}/change/", {"name": "x"}).status_code == 403
    assert staff.post(f"{base}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get(f"{base}add/").status_code == 403


def test_of_a_table_the_name_alone_is_changed_and_invitations_are_not_shown(staff):
    match = match_of(Player.objects.create(name="Ana"), Player.objects.create(name="Pep"))
    table = Table.objects.create(name="feo", ruleset=match.ruleset, players=2)
    table.seats.create(seat=0, invite="invitation-of-a-seat")
    url = f"/admin/games/table/{table.pk}/change/"
    page = staff.get(url)
    assert page.status_code == 200
    assert "invitation-of-a-seat" not in page.content.decode()
    form = {
        "name": "",
        "status": "closed",
        "seats-TOTAL_FORMS": 0,
        "seats-INITIAL_FORMS": 0,
    }
    assert staff.post(url, form).status_code == 302
    table.refresh_from_db()
    assert (table.name, table.status) == ("", "waiting")


def test_tricks_of_running_matches_are_not_listed(staff):
    playing = match_of(Player.objects.create(name="Ana"), status="playing")
    playing.deals.create(
        number=1,
        dealer=0,
        seat_points=[],
        side_points=[],
        game_points=[],
        ended_by="tricks",
    ).tricks.create(number=1, leader=0, plays=[[0, "O1"]], winner=0, points=11)
    page = staff.get("/admin/games/trick/").content.decode()
    assert playing.public_id not in page
    assert "[0, " not in page  # as a row says who played what; tokens of the page have no such text


def test_account_deleted_in_the_admin_leaves_its_matches(staff):
    user = member()
    match = match_of(player_for(user), Player.objects.create(name="Ana"))
    answer = staff.post(f"/admin/accounts/user/{user.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()
    assert match.seats.count() == 2


def test_password_hashes_are_not_shown(staff):
    user = member()
    page = staff.get(f"/admin/accounts/user/{user.pk}/change/")
    assert page.status_code == 200
    assert user.password not in page.content.decode()


def test_admin_is_for_staff(client):
    guest(client)
    assert client.get("/admin/", follow=True).status_code == 403


# -- what an address could ask of the lists -------------------------------------------------------

OF_ACCOUNTS = (
    Group, EmailAddress, Authenticator, UserSession, AccessAttempt, AccessFailureLog, AccessLog,
)  # fmt: skip


def with_every_permission() -> Client:
    """Somebody of staff who holds every permission there is, and is no superuser."""
    user = moderator()
    user.user_permissions.set(Permission.objects.all())
    return with_factor(Client(), user)


@pytest.mark.parametrize("model", OF_ACCOUNTS)
@pytest.mark.parametrize("page", ["", "add/", "1/change/", "1/delete/", "1/history/"])
def test_what_libraries_keep_about_accounts_is_for_superusers(model, page):
    browser = with_every_permission()
    path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/{page}"
    for answer in (browser.get(path), browser.post(path, {"post": "yes"})):
        assert answer.status_code in (302, 403), path
        assert answer.headers.get("Location", "/admin/") == "/admin/"


def columns(model, depth: int = 2, before: str = "") -> list[str]:
    """Names of columns of a model and of those it points to, as a filter writes them."""
    names = []
    for field in model._meta.get_fields():
        names.append(f"{before}{field.name}")
        if field.is_relation and field.related_model and depth > 1:
            names += columns(field.related_model, depth - 1, f"{before}{field.name}__")
    return names


@pytest.mark.parametrize("model", sorted(admin.site._registry, key=lambda one: one.__name__))
def test_lists_are_filtered_by_what_the_page_offers_alone(rf, model):
    request = rf.get("/")
    request.user = member("Jefa", is_staff=True, is_superuser=True)
    shown = admin.site._registry[model]
    for column in columns(model):
        for lookup in (column, f"{column}__startswith", f"{column}__regex", f"{column}__gt"):
            allowed = shown.lookup_allowed(lookup, "x", request)
            secret = any(
                word in column
                for word in ("password", "email", "secret", "invite", "session", "data", "token")
            )
            assert not (allowed and secret), lookup


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("accounts/user", "password__startswith=argon"),
        ("accounts/user", "email__startswith=jefa"),
        ("accounts/user", "emailaddress__email__startswith=jefa"),
        ("games/player", "user__password__startswith=argon"),
        ("games/player", "user__email__startswith=jefa"),
        ("games/table", "seats__invite__startswith=a"),
    ],
)
def test_an_address_that_filters_by_a_hidden_column_is_refused(path, query):
    answer = with_every_permission().get(f"/admin/{path}/?{query}")
    assert answer.status_code == 400


def test_secrets_of_second_factors_are_shown_to_nobody(staff):
    factor = Authenticator.objects.get()
    page = staff.get(f"/admin/mfa/authenticator/{factor.pk}/change/")
    assert page.status_code == 200
    assert factor.data["secret"] not in page.content.decode()
    form = {"user": factor.user_id, "type": "totp", "data": "{}"}
    url = f"/admin/mfa/authenticator/{factor.pk}/change/"
    assert staff.post(url, form).status_code == 403


def test_lists_of_games_are_not_searched_by_what_accounts_keep():
    for model, shown in admin.site._registry.items():
        if ContentType.objects.get_for_model(model).app_label == "games":
            for field in shown.search_fields:
                assert not {"user", "email", "password"} & set(field.split("__")), (model, field)


@pytest.mark.parametrize(
    "model",
    [*apps.get_app_config("games").get_models(), *apps.get_app_config("accounts").get_models()],
    ids=lambda model: model.__name__,
)
def test_every_table_has_a_name_and_a_plural_to_translate(model):
    given = model._meta.original_attrs
    assert {"verbose_name", "verbose_name_plural"} <= set(given)
    assert all(isinstance(given[name], Promise) for name in ("verbose_name", "verbose_name_plural"))


def test_the_index_says_matches(staff):
    html = staff.get("/admin/", headers={"accept-language": "en"}).content.decode()
    assert "Brisca administration" in html
    assert ">Matches</a>" in html
    assert "Matchs" not in html
