"""Stakes: who pays, who gets, what stays and what goes back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from games.models import ChipAccount, ChipTransfer, Deadline, Match, MatchPot
from games.models.chips import GRANT
from games.models.tables import TableStatus
from games.services import chips, leaving, stakes, tables
from games.services.match_ends import abandon_match
from games.services.quick_play import QuickGame, play_now
from tests.services.people import table_of
from tests.services.stakes import (
    again,
    assert_holds,
    balances,
    end,
    gone,
    lying,
    people,
    staked,
)
from tests.services.test_matches import finish, played
from tests.services.test_tables import refused
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_ledger_holds():
    yield
    assert_holds()


# -- paying and winning ------------------------------------------------------------------------


def test_everybody_pays_as_the_match_begins_and_the_winners_share_as_it_ends():
    four = people(4)
    table = staked(four)
    assert (balances(*four), lying(table)) == ([990] * 4, 40)
    pot = MatchPot.objects.get(match=table.match)
    assert (pot.stake, pot.paid, pot.total, pot.payouts) == (10, [10] * 4, 40, None)
    end(table.match, 1)
    assert (balances(*four), lying(table)) == ([990, 1010, 990, 1010], 0)
    pot.refresh_from_db()
    assert (pot.ended, pot.payouts) == ("paid", [0, 20, 0, 20])


def test_the_match_itself_settles_the_pot():
    match = staked(two := people(2)).match
    log = played(match)
    winner = log.state.winners[0]
    finish(match, log)
    assert balances(*two) == ([1010, 990] if winner == 0 else [990, 1010])


def test_an_indivisible_rest_goes_to_the_winner_nearest_the_eldest():
    six = people(6)
    table = staked(six, 7, teams="threes")  # 42 for three; then 42 + 42 carried
    end(table.match, 0, eldest=3)
    assert balances(*six) == [1007, 993] * 3
    three = staked(six[:3], 7, **{"pot.on_tie": "double"})
    end(three.match)
    assert lying(three) == 21
    stakes.return_left(table=three)
    assert balances(*six[:3]) == [1007, 993, 1007]


def test_a_match_for_nothing_has_no_pot():
    two = people(2)
    table = staked(two, 0)
    end(table.match, 0)
    assert not MatchPot.objects.exists()
    assert not ChipAccount.objects.exists()


def test_play_now_has_no_stake():
    table = play_now(player=player_without_account("ana"), game=QuickGame(players=2))
    assert table.ruleset.options["pot.stake"] == 0


def test_what_a_seat_wins_is_its_persons_also_where_a_bot_plays_on():
    two = people(2)
    table = staked(two)
    leaving.set_substitute(table_id=table.public_id, seat=1, reason="disconnected", seq=0)
    end(table.match, 1)
    assert balances(*two) == [990, 1010]


def test_house_bots_pay_and_win_and_the_house_fills_them_up():
    ana = player_without_account("ana")
    table = table_of(ana, 2, options={"pot.stake": 600, "match.target": 1})
    tables.begin(table=table, player=ana)
    bot = table.seats.get(seat=1).player
    end(tables.lock(table).match, 0)
    assert balances(ana, bot) == [1600, 400]
    match = again(table, ana)
    assert balances(ana, bot) == [1000, 400], "filled up to 1000, and then 600 paid"
    end(match, 1)
    assert balances(ana, bot) == [1000, 1600]
    assert ChipTransfer.objects.filter(kind="house_bot").count() == 1


def test_a_bot_is_filled_up_to_any_stake():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    winner = staked([ana, eva], 1000)
    end(winner.match, 0)
    table = table_of(ana, 2, options={"pot.stake": 2000})
    tables.begin(table=table, player=ana)
    assert balances(ana, table.seats.get(seat=1).player) == [0, 0]
    assert lying(table) == 4000


# -- means -------------------------------------------------------------------------------------


def test_who_cannot_pay_is_told_before_the_match():
    rich, poor, other = people(3)
    end(staked([poor, other], 995).match, 1)
    refused("not_enough_chips", table_of, host=poor, options={"pot.stake": 6})
    table = table_of(rich, 2, options={"pot.stake": 6})
    refused("not_enough_chips", tables.sit, table=table, player=poor, seat=1)
    chips.refill(player=poor)
    tables.sit(table=table, player=poor, seat=1)
    tables.set_agreed(table=table, player=poor, on=True)
    assert balances(rich, poor) == [994, 494]


def test_chips_staked_elsewhere_since_are_missed_when_it_begins():
    ana, eva = people(2)
    first = table_of(ana, 2, options={"pot.stake": 600})
    second = table_of(ana, 2, options={"pot.stake": 600})
    tables.sit(table=second, player=eva, seat=1)
    tables.begin(table=first, player=ana)
    refused("chips_missing", tables.set_agreed, table=second, player=eva, on=True)
    second.refresh_from_db()
    assert second.status == TableStatus.WAITING
    assert not second.seats.get(seat=1).agreed
    assert balances(ana, eva) == [400, GRANT]
    refused("not_enough_chips", tables.set_agreed, table=second, player=ana, on=True)
    tables.set_agreed(table=second, player=ana, on=False)


def test_leaving_works_where_the_rematch_that_it_would_begin_cannot_be_paid():
    ana, eva = people(2)
    table = staked([ana, eva], 600)
    end(table.match, 0)
    tables.request_rematch(table=table, player=ana)
    other = table_of(ana, 2, options={"pot.stake": 1200})
    tables.begin(table=other, player=ana)
    tables.stand(table=table, player=eva)
    assert table.seats.get(seat=1).substitute == "rules"
    table.refresh_from_db()
    assert table.status == TableStatus.FINISHED
    assert tables.rematch_without(table_id=table.public_id, gone={1}) is None


# -- drawn matches -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on_tie", "paid", "pots"), [("keep", 0, [20, 20, 20]), ("double", 10, [20, 40, 60])]
)
def test_a_drawn_match_leaves_the_pot_for_the_next_one(on_tie, paid, pots):
    two = people(2)
    table = staked(two, **{"pot.on_tie": on_tie})
    match = table.match
    for number, pot in enumerate(pots):
        assert lying(table) == pot
        assert MatchPot.objects.get(match=match).total == pot
        assert balances(*two) == [990 - number * paid] * 2
        end(match)
        assert lying(table) == pot
        assert MatchPot.objects.get(match=match).payouts == [0, 0]
        match = again(table, *two)
    end(match, 0)
    assert (lying(table), sum(balances(*two))) == (0, 2 * GRANT)


def test_a_kept_pot_needs_no_chips_for_the_next_match():
    two = people(2)
    table = staked(two, GRANT)
    end(table.match)
    assert balances(*two) == [0, 0]
    end(again(table, *two), 0)
    assert balances(*two) == [2 * GRANT, 0]
    refused("not_enough_chips", tables.request_rematch, table=table, player=two[1])


def test_a_drawn_match_played_to_its_end_keeps_the_pot():
    two = people(2)
    for seed in range(30):
        table = staked(two, 1, **{"match.target": 4, "match.max_deals": 2})
        log = played(table.match, str(seed))
        finish(table.match, log)
        if not log.state.winners:
            break
    assert lying(table) == 2
    assert MatchPot.objects.get(match=table.match).ended == "kept"


def test_the_pot_goes_back_when_somebody_leaves():
    two = people(2)
    table = staked(two, **{"pot.on_tie": "double"})
    match = table.match
    end(match)
    tables.stand(table=table, player=two[1])
    assert (balances(*two), lying(table)) == ([GRANT] * 2, 0)
    assert MatchPot.objects.get(match=match).payouts == [10, 10]
    again(table, *reversed(two))  # who left came back, and asks first
    assert lying(table) == 20


def test_the_pot_goes_back_when_somebody_else_sits_there():
    two = people(2)
    table = staked(two, **{"pot.on_tie": "double"})
    end(table.match)
    match = tables.request_rematch(table=table, player=two[0], gone={1})
    assert match is not None
    assert (balances(*two), lying(table)) == ([990, GRANT], 20)


def test_the_pot_goes_back_when_nobody_wants_to_go_on():
    two = people(2)
    table = staked(two)
    end(table.match)
    later = timezone.now() + stakes.KEPT_FOR
    assert tables.sweep_tables(now=later - timedelta(minutes=1)) == []
    assert tables.sweep_tables(now=later + timedelta(minutes=1)) == [table]
    assert (balances(*two), lying(table)) == ([GRANT] * 2, 0)
    assert tables.sweep_tables(now=later + timedelta(minutes=1)) == []


# -- matches that are not played to their end --------------------------------------------------


def test_an_abandoned_match_gives_the_stakes_back():
    two = people(2)
    table = staked(two)
    call_command("abandon_match", table.match.public_id)
    assert balances(*two) == [GRANT] * 2
    table.refresh_from_db()
    assert (table.status, table.match.status) == (TableStatus.FINISHED, "abandoned")
    assert not abandon_match(match_id=table.match.pk, now=timezone.now())
    end(table.match, 0)
    assert balances(*two) == [GRANT] * 2
    for wrong in (table.match.public_id, "nowhere"):
        with pytest.raises(CommandError):
            call_command("abandon_match", wrong)
    assert again(table, *two)


def test_with_what_was_carried():
    two = people(2)
    table = staked(two, **{"pot.on_tie": "double"})
    end(table.match)
    abandon_match(match_id=again(table, *two).pk, now=timezone.now())
    assert (balances(*two), lying(table)) == ([GRANT] * 2, 0)


def test_a_match_that_does_not_begin_costs_nothing(monkeypatch):
    two = people(2)
    table = table_of(two[0], 2, options={"pot.stake": 10})
    tables.sit(table=table, player=two[1], seat=1)
    monkeypatch.setattr(Deadline.objects, "create", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        tables.set_agreed(table=table, player=two[1], on=True)
    assert balances(*two) == [GRANT] * 2
    assert not Match.objects.exists()


# -- deleted accounts --------------------------------------------------------------------------


def test_what_a_deleted_player_wins_goes_to_the_house():
    two = people(2)
    table = staked(two)
    gone(two[1])
    end(table.match, 1)
    assert balances(*two) == [990, 0]


def test_a_drawn_match_with_a_deleted_player_is_shared_at_once():
    two = people(2)
    table = staked(two)
    gone(two[1])
    end(table.match)
    assert (balances(*two), lying(table)) == ([GRANT, 0], 0)


def test_deleting_an_account_takes_its_part_out_of_a_pot_that_waits():
    two = people(2)
    table = staked(two)
    end(table.match)
    gone(two[1])
    assert (balances(*two), lying(table)) == ([GRANT, 0], 0)
