"""Stakes: who pays, who gets, what stays, what goes back; and that no chip is ever made or lost."""

from __future__ import annotations

import faulthandler
import os
import random
import secrets
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Thread
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import ChipAccount, ChipTransfer, Deadline, Match, MatchPot, Table
from games.models.chips import GRANT
from games.models.tables import TableStatus
from games.services import chips, stakes, tables
from games.services.errors import ChipsError, TableError
from games.services.matches import abandon_match
from tests.needs import POSTGRES, needs_postgres
from tests.services.people import person, table_of
from tests.services.stakes import (
    again,
    assert_holds,
    balances,
    end,
    lying,
    people,
    staked,
)
from tests.services.test_matches import finish, played
from tests.services.test_tables import refused

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _the_ledger_holds(request):
    yield
    if "transactional_db" not in request.fixturenames:
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
    table = tables.play_now(player=person("ana"), players=2)
    assert table.ruleset.options["pot.stake"] == 0


def test_what_a_seat_wins_is_its_persons_also_where_a_bot_plays_on():
    two = people(2)
    table = staked(two)
    tables.set_substitute(table_id=table.public_id, seat=1, level="rules")
    end(table.match, 1)
    assert balances(*two) == [990, 1010]


def test_house_bots_pay_and_win_and_the_house_fills_them_up():
    ana = person("ana")
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
    ana, eva = person("ana"), person("eva")
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


def gone(player):
    """What deleting the account of a player does to their chips."""
    stakes.leave_pots(player=player)
    chips.close_account(player=player)


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


# -- any sequence ------------------------------------------------------------------------------


class Evening:
    """People who do anything at tables with stakes, as often not allowed as allowed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.people = people(5)
        self.now = timezone.now()

    def step(self) -> None:
        does = self.rng.choice(
            [
                self.open, self.meet, self.meet, self.sit, self.agree, self.bot, self.begin,
                self.end, self.end, self.end, self.end, self.rematch, self.rematch, self.rematch,
                self.rematch, self.stand, self.close, self.abandon, self.delete, self.refill,
                self.sweep,
            ]
        )  # fmt: skip
        try:
            with transaction.atomic():
                does()
        except (TableError, ChipsError):
            pass

    def person(self):
        return self.rng.choice(self.people)

    def table(self, *statuses: str) -> Table:
        found = list(Table.objects.filter(status__in=statuses).order_by("pk"))
        if not found:
            raise TableError("no_table")
        return self.rng.choice(found)

    def options(self) -> dict[str, object]:
        return {
            "pot.stake": self.rng.choice([0, 1, 7, 250, 900]),
            "pot.on_tie": self.rng.choice(["keep", "double"]),
        }

    def open(self) -> None:
        table_of(self.person(), self.rng.choice([2, 2, 3, 4]), options=self.options())

    def meet(self) -> None:
        """Two or three begin together; bots may have the rest of four seats."""
        some = self.rng.sample(self.people, self.rng.choice([2, 2, 3]))
        table = table_of(some[0], self.rng.choice([len(some), 4]), options=self.options())
        for player in some[1:]:
            tables.sit(table=table, player=player, seat=None)
            tables.set_agreed(table=table, player=player, on=True)
        if table.seats.filter(player=None).exists():
            tables.begin(table=table, player=some[0])

    def sit(self) -> None:
        tables.sit(table=self.table("waiting"), player=self.person(), seat=None)

    def agree(self) -> None:
        tables.set_agreed(table=self.table("waiting"), player=self.person(), on=True)

    def bot(self) -> None:
        table = self.table("waiting")
        tables.add_bot(table=table, player=table.host, seat=None, level="greedy")

    def begin(self) -> None:
        table = self.table("waiting")
        tables.begin(table=table, player=table.host)

    def end(self) -> None:
        match = self.table("playing").match
        side = self.rng.randrange(len(match.sides))
        end(match, *([] if self.rng.random() < 0.5 else [side]), eldest=self.rng.randrange(2))

    def rematch(self) -> None:
        table = self.table("finished")
        gone = {seat for seat in range(table.players) if self.rng.random() < 0.1}
        for seat in table.seats.filter(player__kind="human").select_related("player"):
            if self.rng.random() < 0.9 and tables.request_rematch(
                table=table, player=seat.player, gone=gone
            ):
                break

    def stand(self) -> None:
        tables.stand(table=self.table("waiting", "finished"), player=self.person())

    def close(self) -> None:
        table = self.table("waiting")
        tables.close_table(table=table, player=table.host)

    def abandon(self) -> None:
        abandon_match(match_id=self.table("playing").match_id, now=self.now)

    def delete(self) -> None:
        if self.rng.random() < 0.3:
            gone(self.person())

    def refill(self) -> None:
        self.now += timedelta(hours=self.rng.randrange(30))
        chips.refill(player=self.person(), now=self.now)

    def sweep(self) -> None:
        if self.rng.random() < 0.3:
            tables.sweep_tables(now=timezone.now() + timedelta(hours=2))


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**32))
def test_whatever_happens_no_chip_is_made_or_lost(seed):
    with transaction.atomic():
        evening = Evening(random.Random(seed))
        for _ in range(60):
            evening.step()
            assert_holds()
        transaction.set_rollback(True)


@needs_postgres
def test_all_of_this_holds_on_postgresql_too(tmp_path):
    faulthandler.cancel_dump_traceback_later()  # each test inside has its own time, this has theirs
    url = urlsplit(POSTGRES)._replace(path=f"/chips_{secrets.token_hex(4)}")
    env = {**os.environ, "DATABASE_URL": urlunsplit(url), "VAR_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", __file__, "-k", "not postgresql", "-p", "no:xdist"],
        cwd=ROOT, env=env, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


# -- at the same moment ------------------------------------------------------------------------


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


@pytest.mark.django_db(transaction=True)
def test_two_payouts_of_a_match_at_once_pay_once():
    two = people(2)
    table = staked(two)
    match = Match.objects.select_related("table").get(pk=table.match_id)
    assert at_once(*[lambda: end(match, 0)] * 4) == [None] * 4
    assert balances(*two) == [1010, 990]
    assert ChipTransfer.objects.filter(kind="payout").count() == 1
    assert_holds()


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_chips_are_staked_once_where_two_matches_begin_at_once():
    ana = person("ana")
    laid = [table_of(ana, 2, options={"pot.stake": 600}) for _ in range(2)]
    raised = at_once(*[lambda table=table: tables.begin(table=table, player=ana) for table in laid])
    assert [type(error) for error in raised].count(TableError) == 1
    assert balances(ana) == [400]
    assert_holds()


@pytest.mark.django_db(transaction=True)
def test_an_account_is_opened_once_and_refilled_once():
    ana, eva = people(2)
    end(staked([ana, eva], 900).match, 1)
    errors = at_once(*[lambda: chips.refill(player=ana)] * 4)
    assert [type(error) for error in errors].count(ChipsError) == 3
    assert balances(ana) == [chips.REFILL]
    leo = person("leo")
    assert at_once(*[lambda: chips.account_of(player=leo)] * 4) == [None] * 4
    assert balances(leo) == [GRANT]
    assert_holds()
