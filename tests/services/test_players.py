"""Players of accounts, and the house's bots."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from games.models import Player
from games.models.people import PlayerKind
from games.services.players import forget_player, house_bot, player_for
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def user(name, **more):
    return get_user_model().objects.create(username=name, **more)


def test_an_account_has_one_player_of_its_name():
    ana = user("ana")
    player = player_for(ana)
    assert (player.name, player.kind) == ("ana", PlayerKind.HUMAN)
    assert player_for(ana) == player


def test_a_guest_who_makes_an_account_keeps_its_player():
    guest = user("guest-1", is_guest=True)
    before = player_for(guest)
    assert before.kind == PlayerKind.GUEST
    guest.username, guest.is_guest = "ana", False
    after = player_for(guest)
    assert (after.pk, after.name, after.kind) == (before.pk, "ana", PlayerKind.HUMAN)


def test_an_account_with_the_name_of_a_house_bot_gets_another_for_its_player():
    house_bot("rules", 0)
    player = player_for(user("roble"))
    assert player.name.startswith("roble-")
    assert player.bot == ""


def test_a_player_that_cannot_have_the_name_is_not_written_at_every_visit():
    house_bot("rules", 0)
    visitor = user("roble")
    player_for(visitor)
    with CaptureQueriesContext(connection) as queries:
        player_for(visitor)
    assert not [one for one in queries if one["sql"].startswith("UPDATE")]


def test_a_name_that_is_taken_just_before_it_is_given_stays_with_whom_it_is(monkeypatch):
    player_for(user("ana"))
    berta = user("berta")
    player_for(berta)
    monkeypatch.setattr(QuerySet, "exists", lambda rows: False)  # nobody had it yet
    berta.username, berta.is_guest = "Ana", True
    player = player_for(berta)
    player.refresh_from_db()
    assert (player.name, player.kind) == ("berta", PlayerKind.GUEST)


def test_a_deleted_account_leaves_a_player_without_a_name():
    ana = user("ana")
    player = player_for(ana)
    forget_player(user_id=ana.pk)
    player.refresh_from_db()
    assert player.user is None
    assert player.name.startswith("deleted-")


def test_the_same_level_and_index_is_the_same_bot():
    assert house_bot("greedy", 1) == house_bot("greedy", 1) != house_bot("greedy", 2)
    bots = {house_bot("rules", index).name for index in range(15)}
    assert len(bots) == 15
    assert set(Player.objects.values_list("kind", flat=True)) == {"bot"}


def test_a_person_with_a_bots_name_is_never_taken_for_it():
    ana = player_without_account("roble")
    bot = house_bot("rules", 0)
    assert bot != ana
    assert (bot.kind, bot.bot) == (PlayerKind.BOT, "rules")
    assert house_bot("rules", 0) == bot


def test_there_are_no_other_levels():
    with pytest.raises(ValueError, match="genius"):
        house_bot("genius", 0)
