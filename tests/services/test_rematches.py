"""Rematches, bots for those who are gone, and seats that are turned."""

from __future__ import annotations

import pytest

from games.models import Table
from games.models.tables import TableStatus
from games.selectors.tables import table_json
from games.services import leaving, tables
from tests.services.people import names, table_of
from tests.services.test_tables import refused, status
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def finished(table):
    Table.objects.filter(pk=table.pk).update(status=TableStatus.FINISHED)


def test_a_rematch_begins_when_all_people_want_it():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana, 3)
    tables.sit(table=table, player=eva, seat=1)
    tables.set_agreed(table=table, player=eva, on=True)
    refused("no_match", tables.request_rematch, table=table, player=ana)
    first = tables.begin(table=table, player=ana)
    refused("no_match", tables.request_rematch, table=table, player=ana)
    finished(table)
    refused("not_seated", tables.request_rematch, table=table, player=player_without_account("leo"))
    assert tables.request_rematch(table=table, player=ana) is None
    second = tables.request_rematch(table=table, player=eva)
    assert second not in (None, first)
    assert status(table) == TableStatus.PLAYING
    assert table.match == second
    assert [seat.player for seat in second.seats.order_by("seat")] == [
        seat.player for seat in first.seats.order_by("seat")
    ]


def test_a_substitute_plays_until_the_seat_is_taken_back():
    ana = player_without_account("ana")
    table = table_of(ana)
    tables.begin(table=table, player=ana)
    leaving.set_substitute(table_id=table.public_id, seat=0, reason="disconnected", seq=0)
    assert table.seats.get(seat=0).substitute == "rules"
    refused("not_seated", leaving.take_back, table=table, player=player_without_account("eva"))
    leaving.take_back(table=table, player=ana)
    assert table.seats.get(seat=0).substitute == ""


def test_a_rematch_begins_without_substitutes():
    ana = player_without_account("ana")
    table = table_of(ana)
    tables.begin(table=table, player=ana)
    leaving.set_substitute(table_id=table.public_id, seat=0, reason="disconnected", seq=0)
    finished(table)
    second = tables.request_rematch(table=table, player=ana)
    assert set(table.seats.values_list("substitute", flat=True)) == {""}
    assert second.seats.get(seat=0).player == ana


@pytest.mark.parametrize("how", ["stood up", "was played for"])
def test_a_rematch_does_not_wait_for_who_has_gone(how):
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana)
    tables.sit(table=table, player=eva, seat=1)
    tables.set_agreed(table=table, player=eva, on=True)
    if how == "was played for":
        leaving.set_substitute(table_id=table.public_id, seat=1, reason="disconnected", seq=0)
    finished(table)
    if how == "stood up":
        tables.stand(table=table, player=eva)
    assert table.seats.get(seat=1).player == eva

    second = tables.request_rematch(table=table, player=ana)

    assert second.seats.get(seat=0).player == ana
    assert second.seats.get(seat=1).player.bot == "rules"


def test_who_has_left_after_a_match_may_come_back_for_the_rematch():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana)
    tables.sit(table=table, player=eva, seat=1)
    tables.set_agreed(table=table, player=eva, on=True)
    finished(table)
    tables.stand(table=table, player=eva)
    assert tables.request_rematch(table=table, player=eva) is None
    second = tables.request_rematch(table=table, player=ana)
    assert second.seats.get(seat=1).player == eva


def finished_pair(ana, eva):
    """A table where both have played a match to its end."""
    table = table_of(ana)
    tables.sit(table=table, player=eva, seat=1)
    tables.set_agreed(table=table, player=eva, on=True)
    finished(table)
    return table


def test_a_rematch_does_not_wait_for_seats_that_nobody_is_at():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = finished_pair(ana, eva)

    second = tables.request_rematch(table=table, player=ana, gone={1})

    assert second.seats.get(seat=0).player == ana
    assert second.seats.get(seat=1).player.bot == "rules"


def test_a_rematch_that_was_asked_for_begins_when_the_others_leave():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = finished_pair(ana, eva)
    assert tables.request_rematch(table=table, player=ana) is None
    tables.stand(table=table, player=eva)
    assert status(table) == TableStatus.PLAYING
    assert table.match.seats.get(seat=1).player.bot == "rules"


def test_a_rematch_that_was_asked_for_begins_when_the_others_are_gone():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = finished_pair(ana, eva)
    assert tables.request_rematch(table=table, player=ana) is None
    assert tables.rematch_without(table_id=table.public_id, gone=()) is None
    second = tables.rematch_without(table_id=table.public_id, gone={1})
    assert second.seats.get(seat=1).player.bot == "rules"
    assert tables.rematch_without(table_id=table.public_id, gone={1}) is None


def test_nobody_gets_a_rematch_that_nobody_asked_for():
    table = finished_pair(player_without_account("ana"), player_without_account("eva"))
    assert tables.rematch_without(table_id=table.public_id, gone={0, 1}) is None
    assert tables.rematch_without(table_id="nowhere", gone=()) is None
    assert status(table) == TableStatus.FINISHED


def test_one_player_sits_at_so_many_tables_at_a_time_and_no_more(monkeypatch):
    monkeypatch.setattr("games.services.seating.MAX_SEATS_A_PLAYER", 2)
    ana, eva = player_without_account("ana"), player_without_account("eva")
    waiting, playing = table_of(ana, 2), table_of(ana, 2)
    tables.begin(table=playing, player=ana)
    refused("too_many_tables", table_of, host=ana, players=2)
    refused("too_many_tables", tables.sit, table=table_of(eva, 2), player=ana, seat=None)
    leaving.set_substitute(table_id=playing.public_id, seat=0, reason="disconnected", seq=0)
    third = table_of(ana, 2)
    tables.close_table(table=third, player=ana)
    tables.close_table(table=waiting, player=ana)
    assert table_of(ana, 2).pk


@pytest.mark.parametrize("turned", [True, False], ids=["all want it", "one does not"])
def test_seats_are_turned_in_a_rematch_where_all_who_ask_want_it(turned):
    people = [player_without_account(name) for name in ("ana", "eva", "leo")]
    table = table_of(people[0], players=4)
    for one in people[1:]:
        tables.sit(table=table, player=one, seat=None)
        tables.set_agreed(table=table, player=one, on=True)
    tables.begin(table=table, player=people[0])
    before = names(table)
    Table.objects.update(status=TableStatus.FINISHED)
    table.refresh_from_db()
    tables.request_rematch(table=table, player=people[1], turn=True)
    assert table_json(table.public_id, None)["turn"] == [1]
    tables.request_rematch(table=table, player=people[2], turn=turned)
    assert tables.request_rematch(table=table, player=people[0], turn=True) is not None
    after = names(table)
    assert after == ([before[0], before[3], before[1], before[2]] if turned else before)
    assert not table.seats.filter(turn=True).exists()


def test_who_sits_at_a_table_may_go_over_to_an_empty_seat_and_stays_agreed():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana, 4)
    tables.sit(table=table, player=eva, seat=2)
    tables.sit(table=table, player=ana, seat=3)
    assert names(table) == [None, None, "eva", "ana"]
    assert [seat.agreed for seat in table.seats.all()] == [False, False, False, True]
    table.refresh_from_db()
    assert table.host == ana
    refused("seat_taken", tables.sit, table=table, player=ana, seat=2)
    refused("no_such_seat", tables.sit, table=table, player=ana, seat=4)
