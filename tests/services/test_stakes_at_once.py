"""What is done at the same moment counts as if one was after the other: stakes, tables, people, talk."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connection

from games.common.errors import ChipsError, TableError
from games.models import ChatLine, ChipTransfer, Follow, Match, Table
from games.models.chips import GRANT
from games.services import chat, chips, social, tables
from games.services.seating import OPEN_TABLES
from tests.services.people import table_of
from tests.services.stakes import assert_holds, balances, end, people, staked
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run these in threads that begin together; what each raised."""
    barrier, raised = Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
        barrier.wait()
        try:
            call()
        except Exception as error:  # noqa: BLE001 - told to the test
            raised[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_two_payouts_of_a_match_at_once_pay_once():
    two = people(2)
    table = staked(two)
    match = Match.objects.select_related("table").get(pk=table.match_id)
    assert at_once(*[lambda: end(match, 0)] * 4) == [None] * 4
    assert balances(*two) == [1010, 990]
    assert ChipTransfer.objects.filter(kind="payout").count() == 1
    assert_holds()


def test_many_matches_begin_and_end_at_once():
    """Each of four sits with each other; their stakes are locked in every order there is."""
    four = people(4)
    laid = [staked([one, other], 5) for one in four for other in reversed(four) if one != other]
    assert at_once(*[lambda table=table: end(table.match, 0) for table in laid]) == [None] * 12
    assert balances(*four) == [GRANT] * 4, "each won three and lost three"
    calls = [
        lambda table=table, seat=seat: tables.request_rematch(table=table, player=seat.player)
        for table in laid[:6]
        for seat in table.seats.select_related("player")
    ]
    assert at_once(*calls) == [None] * 12
    assert sum(balances(*four)) == 4 * GRANT - 60
    assert_holds()


def test_chips_are_staked_once_where_two_matches_begin_at_once():
    ana = player_without_account("ana")
    laid = [table_of(ana, 2, options={"pot.stake": 600}) for _ in range(2)]
    raised = at_once(*[lambda table=table: tables.begin(table=table, player=ana) for table in laid])
    assert [type(error) for error in raised].count(TableError) == 1
    assert balances(ana) == [400]
    assert_holds()


def test_so_many_tables_and_no_more_are_opened_at_once():
    ana = player_without_account("ana")
    raised = at_once(*[lambda: table_of(ana)] * 8)
    assert [type(error) for error in raised].count(TableError) == 8 - OPEN_TABLES
    assert Table.objects.count() == OPEN_TABLES


def test_so_many_people_and_no_more_are_followed_at_once(monkeypatch):
    monkeypatch.setattr(social, "MAX_FOLLOWED", 2)
    ana, *others = people(7)
    at_once(*[lambda one=one: social.follow(player=ana, other=one) for one in others])
    assert Follow.objects.count() == 2


def test_an_account_is_opened_once_and_refilled_once():
    ana, eva = people(2)
    end(staked([ana, eva], 900).match, 1)
    errors = at_once(*[lambda: chips.refill(player=ana)] * 4)
    assert [type(error) for error in errors].count(ChipsError) == 3
    assert balances(ana) == [chips.REFILL]
    leo = player_without_account("leo")
    assert at_once(*[lambda: chips.account_of(player=leo)] * 4) == [None] * 4
    assert balances(leo) == [GRANT]
    assert_holds()


def test_so_many_lines_and_no_more_are_said_at_once():
    ana = player_without_account("ana")
    table = table_of(ana)
    raised = at_once(
        *[
            lambda number=number: chat.say(
                table=table, player=ana, client_id=str(number), text=f"line {number}"
            )
            for number in range(chat.MAX_LINES_A_WINDOW + 4)
        ]
    )
    assert [error.code for error in raised if error] == ["chat_too_fast"] * 4
    assert ChatLine.objects.count() == chat.MAX_LINES_A_WINDOW
