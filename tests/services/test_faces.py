"""Faces at a table: no two the same, and each player keeps their own."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from accounts.faces import face_of
from games.models import Player
from games.selectors.faces import match_faces
from games.selectors.tables import table_json
from games.services import tables
from games.services.seating import turn_seats
from tests.services.people import names, table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def with_account(name, face="", **more):
    """A player whose account has a face."""
    user = get_user_model().objects.create(username=name, face=face)
    return Player.objects.create(user=user, name=name, **more)


def faces(table, viewer=None):
    """The face at each seat, as somebody is told of it."""
    told = table_json(table.public_id, viewer)
    return [seat["face"] for seat in told["seats"]]


def test_no_two_at_a_table_have_the_same_face():
    people = [with_account(f"player{number}", face="t4") for number in range(6)]
    table = table_of(people[0], 6)
    for one in people[1:]:
        tables.sit(table=table, player=one, seat=None)
    assert faces(table) == ["t4", "t5", "t6", "t7", "t8", "t1"]
    assert faces(table, people[3]) == faces(table)


def test_who_sits_down_first_keeps_their_face_whatever_the_seat():
    ana, eva, leo = (with_account(name, face="t3") for name in ("ana", "eva", "leo"))
    table = table_of(ana, 4)
    tables.sit(table=table, player=eva, seat=3)
    assert faces(table) == ["t3", None, None, "t4"]
    tables.sit(table=table, player=leo, seat=1)
    assert faces(table) == ["t3", "t5", None, "t4"]


def test_the_face_of_a_house_bot_is_the_tree_of_its_level():
    ana = with_account("ana", face="t1")
    table = table_of(ana, 4)
    tables.add_bot(table=table, player=ana, seat=1, level="rules")
    tables.add_bot(table=table, player=ana, seat=3, level="rules")
    assert faces(table) == ["t1", "rules", None, "rules"]
    roble, encina = names(table)[1::2]
    assert match_faces(["ana", roble, "eva", encina])[1::2] == ["rules", "rules"]


def test_who_has_chosen_no_face_has_that_of_their_name():
    table = table_of(player_without_account("ana"))
    assert faces(table) == [face_of("ana"), None]


def test_a_face_goes_with_its_player_when_seats_are_turned():
    ana, eva, leo, mar = (with_account(name, face="t2") for name in ("ana", "eva", "leo", "mar"))
    table = table_of(ana, 4)
    for seat, one in ((1, eva), (2, leo), (3, mar)):
        tables.sit(table=table, player=one, seat=seat)
    before = dict(zip(names(table), faces(table), strict=True))
    turn_seats(table)
    assert names(table) == ["ana", "mar", "eva", "leo"]
    assert dict(zip(names(table), faces(table), strict=True)) == before
