"""Opening, sitting, agreeing and beginning, and who may."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.errors import TableError
from games.engine import RulesetError
from games.models import Table
from games.models.tables import TableStatus
from games.services import tables
from tests.services.people import levels, names, table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def refused(code, call, /, **given):
    with pytest.raises(TableError) as caught:
        call(**given)
    assert caught.value.code == code


def status(table):
    table.refresh_from_db()
    return table.status


# -- opening -----------------------------------------------------------------------------------


def test_the_host_sits_at_the_first_seat_and_has_agreed():
    ana = player_without_account("ana")
    table = table_of(ana, 4, options={"match.target": 2}, name="Casa")
    assert names(table) == ["ana", None, None, None]
    assert [seat.agreed for seat in table.seats.all()] == [True, False, False, False]
    assert (table.host, table.name, table.fill_at) == (ana, "Casa", None)
    assert table.ruleset.options["match.target"] == 2


def test_every_seat_has_its_own_invitation():
    table = table_of(player_without_account("ana"), 6)
    assert len(set(table.seats.values_list("invite", flat=True))) == 6


def test_the_same_rules_are_stored_once():
    ana = player_without_account("ana")
    other = {"match.target": 9}
    assert table_of(ana).ruleset == table_of(ana).ruleset != table_of(ana, options=other).ruleset


def test_rules_that_cannot_be_played_open_no_table():
    with pytest.raises(RulesetError):
        table_of(player_without_account("ana"), 5)
    with pytest.raises(RulesetError):
        table_of(player_without_account("eva"), 2, options={"match.target": 0})
    assert not Table.objects.exists()


def test_nobody_has_more_than_three_tables_waiting():
    ana = player_without_account("ana")
    first, *_ = [table_of(ana) for _ in range(3)]
    refused("too_many_tables", table_of, host=ana)
    tables.close_table(table=first, player=ana)
    table_of(ana)


# -- sitting and standing ----------------------------------------------------------------------


def test_one_sits_where_one_wants_or_at_the_first_empty_seat():
    table = table_of(player_without_account("ana"), 4)
    tables.sit(table=table, player=player_without_account("eva"), seat=2)
    tables.sit(table=table, player=player_without_account("leo"), seat=None)
    assert names(table) == ["ana", "leo", "eva", None]


def test_an_invitation_leads_to_its_seat_and_after_that_to_any():
    table = table_of(player_without_account("ana"), 4)
    invite = table.seats.get(seat=3).invite
    tables.sit(table=table, player=player_without_account("eva"), seat=None, invite=invite)
    tables.sit(table=table, player=player_without_account("leo"), seat=None, invite=invite)
    assert names(table) == ["ana", "leo", None, "eva"]


def test_a_seat_is_refused_for_its_reason():
    ana, eva, leo = (
        player_without_account("ana"),
        player_without_account("eva"),
        player_without_account("leo"),
    )
    table = table_of(ana)
    refused("already_seated", tables.sit, table=table, player=ana, seat=0)
    refused("already_seated", tables.sit, table=table, player=ana, seat=None)
    refused("seat_taken", tables.sit, table=table, player=eva, seat=0)
    refused("no_such_seat", tables.sit, table=table, player=eva, seat=2)
    tables.sit(table=table, player=eva, seat=1)
    refused("table_full", tables.sit, table=table, player=leo, seat=None)


def test_nobody_sits_down_or_stands_up_once_it_has_begun():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana)
    tables.begin(table=table, player=ana)
    refused("not_waiting", tables.sit, table=table, player=eva, seat=1)
    refused("not_waiting", tables.stand, table=table, player=ana)
    refused("not_waiting", tables.begin, table=table, player=ana)
    refused("not_waiting", tables.close_table, table=table, player=ana)


def test_who_stands_up_leaves_no_trace_and_the_next_person_hosts():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana, 3)
    tables.add_bot(table=table, player=ana, seat=1, level="greedy")
    tables.sit(table=table, player=eva, seat=2)
    tables.stand(table=table, player=ana)
    table.refresh_from_db()
    assert names(table)[::2] == [None, "eva"]
    assert not table.seats.get(seat=0).agreed
    assert table.host == eva
    refused("not_seated", tables.stand, table=table, player=ana)


def test_a_table_that_the_last_person_leaves_is_gone():
    ana = player_without_account("ana")
    table = table_of(ana, 3)
    tables.add_bot(table=table, player=ana, seat=1, level="greedy")
    tables.stand(table=table, player=ana)
    assert tables.get_or_none(public_id=table.public_id) is None
    refused("no_such_table", tables.sit, table=table, player=ana, seat=0)


# -- agreeing, bots, beginning -----------------------------------------------------------------


def test_it_begins_when_all_seats_are_taken_and_all_have_agreed():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana)
    tables.sit(table=table, player=eva, seat=1)
    assert status(table) == TableStatus.WAITING
    tables.set_agreed(table=table, player=eva, on=True)
    assert status(table) == TableStatus.PLAYING
    assert [seat.player for seat in table.match.seats.order_by("seat")] == [ana, eva]


def test_agreement_can_be_taken_back_and_is_not_for_strangers():
    ana, eva, leo = (player_without_account(name) for name in ("ana", "eva", "leo"))
    table = table_of(ana)
    tables.set_agreed(table=table, player=ana, on=False)
    tables.sit(table=table, player=eva, seat=1)
    tables.set_agreed(table=table, player=eva, on=True)
    assert status(table) == TableStatus.WAITING
    refused("not_seated", tables.set_agreed, table=table, player=leo, on=True)
    tables.set_agreed(table=table, player=ana, on=True)
    assert status(table) == TableStatus.PLAYING


def test_the_host_begins_with_bots_of_the_level_that_was_asked_for():
    ana = player_without_account("ana")
    table = table_of(ana, 4)
    refused("no_such_bot", tables.begin, table=table, player=ana, level="genius")
    tables.begin(table=table, player=ana, level="expert")
    assert {seat.player.bot for seat in table.seats.exclude(player=ana)} == {"expert"}


def test_all_agreed_with_an_empty_seat_does_not_begin():
    ana = player_without_account("ana")
    table = table_of(ana)
    tables.set_agreed(table=table, player=ana, on=True)
    assert status(table) == TableStatus.WAITING


@pytest.mark.parametrize("level", ["random", "greedy", "rules"])
def test_a_bot_takes_a_seat_at_its_level_and_the_last_seat_begins(level):
    ana = player_without_account("ana")
    table = table_of(ana, 3)
    tables.add_bot(table=table, player=ana, seat=2, level=level)
    assert levels(table) == ["", None, level]
    tables.add_bot(table=table, player=ana, seat=None, level=level)
    assert levels(table) == ["", level, level]
    assert len(set(names(table))) == 3
    assert status(table) == TableStatus.PLAYING


def test_bots_are_the_hosts_matter_and_refused_for_their_reason():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana, 3)
    tables.sit(table=table, player=eva, seat=1)
    add = {"table": table, "seat": 2, "level": "rules"}
    refused("not_host", tables.add_bot, player=eva, **add)
    refused("no_such_bot", tables.add_bot, player=ana, **{**add, "level": "genius"})
    refused("seat_taken", tables.add_bot, player=ana, **{**add, "seat": 1})
    refused("no_such_seat", tables.add_bot, player=ana, **{**add, "seat": 3})
    refused("no_such_bot", tables.remove_bot, table=table, player=ana, seat=1)
    tables.set_agreed(table=table, player=ana, on=False)
    tables.add_bot(player=ana, **add)
    refused("not_host", tables.remove_bot, table=table, player=eva, seat=2)
    refused("table_full", tables.add_bot, player=ana, **{**add, "seat": None})
    tables.remove_bot(table=table, player=ana, seat=2)
    assert names(table) == ["ana", "eva", None]


def test_the_host_begins_with_bots_for_the_missing():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana, 4)
    tables.sit(table=table, player=eva, seat=2)
    refused("not_host", tables.begin, table=table, player=eva)
    refused("not_agreed", tables.begin, table=table, player=ana)
    tables.set_agreed(table=table, player=eva, on=True)
    match = tables.begin(table=table, player=ana)
    assert levels(table) == ["", "rules", "", "rules"]
    assert status(table) == TableStatus.PLAYING
    assert table.match == match
    assert list(table.seats.values_list("agreed", flat=True)) == [False, True, False, True]


def test_the_host_alone_closes_a_table():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(ana)
    refused("not_host", tables.close_table, table=table, player=eva)
    tables.close_table(table=table, player=ana)
    assert status(table) == TableStatus.CLOSED


def test_tables_that_nobody_came_to_are_closed():
    old, new = table_of(player_without_account("ana")), table_of(player_without_account("eva"))
    now = timezone.now()
    Table.objects.filter(pk=old.pk).update(created_at=now - timedelta(hours=4))
    assert tables.sweep_tables(now=now) == [old]
    assert (status(old), status(new)) == (TableStatus.CLOSED, TableStatus.WAITING)


# -- after the match, and bots for the gone ----------------------------------------------------


def test_who_was_shown_the_rules_agrees_by_sitting_down_and_the_last_one_begins_it():
    table = table_of(player_without_account("ana"), 3)
    tables.sit(table=table, player=player_without_account("eva"), seat=None, agreed=True)
    assert status(table) == "waiting"
    tables.sit(table=table, player=player_without_account("leo"), seat=None, agreed=True)
    assert status(table) == "playing"


def test_nothing_begins_while_somebody_has_not_agreed():
    table = table_of(player_without_account("ana"), 3)
    eva = player_without_account("eva")
    tables.sit(table=table, player=eva, seat=None)
    tables.sit(table=table, player=player_without_account("leo"), seat=None, agreed=True)
    assert status(table) == "waiting"
    tables.set_agreed(table=table, player=eva, on=True)
    assert status(table) == "playing"
