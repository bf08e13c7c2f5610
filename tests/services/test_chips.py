"""Chips that the house gives and takes, and the ledger that they stand in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from games.common.errors import ChipsError
from games.models import ChipAccount, ChipEntry, ChipTransfer, MatchPot
from games.models.chips import GRANT, AccountKind, TransferKind
from games.selectors.chips import balance_of, chip_page, chips_data
from games.services import chips
from games.services.ledger import account_of, lock_ledger, move
from games.services.players import house_bot
from tests.services.stakes import assert_holds, balances, end, people, staked
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def spend(player, amount, key="spent"):
    """Give chips of a player to the house."""
    account, house = account_of(player=player), lock_ledger()
    amounts = {account.pk: -amount, house.pk: amount}
    return move(kind=TransferKind.CLOSING, key=key, amounts=amounts)


# -- the ledger --------------------------------------------------------------------------------


def test_everybody_begins_with_the_same_from_the_house():
    ana, bot = player_without_account("ana"), house_bot("rules", 0)
    assert balances(ana, bot) == [GRANT, GRANT]
    assert not ChipAccount.objects.exists(), "looking makes no account"
    accounts = [account_of(player=player) for player in (ana, bot)]
    assert account_of(player=ana) == accounts[0]
    assert [account.balance for account in accounts] == [GRANT, GRANT]
    assert ChipAccount.objects.get(kind=AccountKind.HOUSE).balance == -2 * GRANT
    assert_holds()


def test_the_same_thing_is_paid_once():
    ana = player_without_account("ana")
    assert spend(ana, 300)
    assert not spend(ana, 300)
    assert balance_of(ana) == 700
    assert_holds()


def test_amounts_add_up_to_nothing_or_nothing_moves():
    ana = account_of(player=player_without_account("ana"))
    with pytest.raises(ValueError, match="add up to -1"):
        move(kind=TransferKind.CLOSING, key="x", amounts={ana.pk: -1})
    with pytest.raises(ValueError, match="no such account"):
        move(kind=TransferKind.CLOSING, key="x", amounts={ana.pk: -1, 987_654: 1})
    assert not ChipTransfer.objects.filter(key="x").exists()
    assert_holds()


def test_nobody_gives_what_they_do_not_have():
    ana = player_without_account("ana")
    with pytest.raises(ChipsError) as caught, transaction.atomic():
        spend(ana, GRANT + 1)
    assert caught.value.code == "not_enough_chips"
    assert spend(ana, GRANT)
    with pytest.raises(IntegrityError), transaction.atomic():
        ChipAccount.objects.filter(player=ana).update(balance=-1)
    assert_holds()


def test_rows_of_the_ledger_neither_change_nor_go():
    account_of(player=player_without_account("ana"))
    for row in (ChipTransfer.objects.first(), ChipEntry.objects.first()):
        with pytest.raises(TypeError):
            row.save()
        with pytest.raises(TypeError):
            row.delete()


def test_lines_are_told_to_their_owner_page_by_page_the_newest_first():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    for number in range(5):
        spend(ana, 10, f"spent {number}")
    spend(eva, 500)
    page = chip_page(ana, limit=4)
    more = chip_page(ana, cursor=page.next, limit=4)
    rows = page.rows + more.rows
    assert [row["amount"] for row in rows] == [-10] * 5 + [GRANT]
    assert [row["balance"] for row in rows] == [950, 960, 970, 980, 990, GRANT]
    assert (len(page.rows), more.next) == (4, None)
    data = chips_data(ana)
    assert data["balance"] == 950
    assert [line["kind"] for line in data["lines"]] == ["grant"] + ["closing"] * 5


# -- refills and closing -----------------------------------------------------------------------


def test_who_has_few_is_refilled_once_a_day():
    ana = player_without_account("ana")
    spend(ana, GRANT - chips.REFILL_BELOW + 1)
    assert chips.refill(player=ana, now=NOON) == chips.REFILL - chips.REFILL_BELOW + 1
    assert balance_of(ana) == chips.REFILL
    spend(ana, chips.REFILL, "again")
    with pytest.raises(ChipsError) as caught:
        chips.refill(player=ana, now=NOON + timedelta(hours=11))
    assert caught.value.code == "refilled_today"
    assert balance_of(ana) == 0
    assert chips.refill(player=ana, now=NOON + timedelta(hours=12)) == chips.REFILL
    assert_holds()


def test_who_has_enough_is_not_refilled():
    ana = player_without_account("ana")
    for amount in (0, GRANT - chips.REFILL_BELOW):
        if amount:
            spend(ana, amount)
        with pytest.raises(ChipsError) as caught:
            chips.refill(player=ana)
        assert caught.value.code == "enough_chips"


def test_what_a_deleted_account_held_goes_to_the_house_and_nothing_comes_back():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    spend(ana, 300)
    chips.close_account(player=ana)
    chips.close_account(player=ana)
    chips.close_account(player=eva)
    assert balances(ana, eva) == [0, 0]
    with pytest.raises(ChipsError):
        chips.refill(player=ana)
    assert ChipEntry.objects.filter(account__player=ana).count() == 3, "the lines stay"
    assert_holds()


# -- the command -------------------------------------------------------------------------------


def checked(capsys):
    call_command("check_ledger")
    return capsys.readouterr().out


def broken(message):
    with pytest.raises(CommandError, match=message):
        call_command("check_ledger")


def test_a_ledger_that_holds_is_said_to_hold(capsys):
    assert "0 entries" in checked(capsys)
    end(staked(people(2)).match, 0)
    # house, pot and two people; two gifts, the stakes, the pot
    assert checked(capsys) == "the ledger holds: 4 accounts, 4 transfers, 9 entries\n"


def test_a_balance_that_was_changed_is_found():
    staked(people(2))
    ChipAccount.objects.filter(player__name="ana").update(balance=5000)
    broken("holds 5000, its entries add up to 990")


def test_an_entry_that_was_changed_or_taken_out_is_found():
    staked(people(2))
    entry = ChipEntry.objects.filter(account__player__name="ana").last()
    ChipEntry.objects.filter(pk=entry.pk).update(amount=-20)
    broken("add up to -10")
    ChipEntry.objects.filter(pk=entry.pk).update(amount=-10, balance=980)
    broken("says 980 where 990 follows")
    ChipEntry.objects.filter(pk=entry.pk)._raw_delete("default")
    broken("add up to 10")


def test_a_pot_that_says_otherwise_than_the_ledger_is_found():
    table = staked(people(2))
    match = table.match
    MatchPot.objects.filter(match=match).update(ended="paid", payouts=[0, 20])
    broken("holds 20, not 0")
    MatchPot.objects.filter(match=match).update(ended="", payouts=None, paid=[5, 15])
    MatchPot.objects.filter(match=match).update(paid=[5, 10])
    broken("15 were staked, the ledger has 20")
    MatchPot.objects.filter(match=match).update(paid=[10, 10])
    end(match, 1)
    MatchPot.objects.filter(match=match).update(payouts=[0, 21])
    broken("20 were played for")
