"""The admin shows, and hides what must stay hidden."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import User
from games.models import Action, Deadline, DealSecret, Match, MatchRecord, Player, Table
from games.services.players import player_for
from tests.accounts.support import guest, member
from tests.accounts.test_leaving import match_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    browser = Client()
    browser.force_login(member("Jefa", is_staff=True, is_superuser=True))
    return browser


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
    assert "O1" not in staff.get("/admin/games/trick/").content.decode()


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
