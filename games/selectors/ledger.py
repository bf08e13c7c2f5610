"""Checks of the ledger of play money: every invariant, over all of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.db.models import Count, F, Q, Sum

from games.models import ChipAccount, ChipEntry, ChipTransfer, MatchPot
from games.models.chips import AccountKind, PotEnd, TransferKind
from games.models.matches import MatchStatus


def faults() -> Iterator[str]:
    """Yield a sentence for every error in the ledger of play money, the simplest checks first."""
    for check in _CHECKS:
        yield from check()


def size() -> dict[str, int]:
    """Return the numbers of ledger rows to be checked: `accounts`, `transfers` and `entries`."""
    return {
        "accounts": ChipAccount.objects.count(),
        "transfers": ChipTransfer.objects.count(),
        "entries": ChipEntry.objects.count(),
    }


def _transfers() -> Iterator[str]:
    """Yield a sentence for each chip transfer with under two entries or a sum that is not zero."""
    rows = ChipTransfer.objects.annotate(sum=Sum("entries__amount"), count=Count("entries"))
    for row in rows.exclude(sum=0, count__gte=2).order_by("pk"):
        yield f"transfer {row.key}: {row.count} entries add up to {row.sum or 0}"


def _balances() -> Iterator[str]:
    """Yield a sentence for each chip account whose balance is wrong.

    A balance must be the sum of the account's entries; only the house's may be negative, and that
    of a closed account is zero.
    """
    rows = ChipAccount.objects.annotate(sum=Sum("entries__amount", default=0))
    for row in rows.exclude(sum=F("balance")).order_by("pk"):
        yield f"account {row.pk} ({row}): holds {row.balance}, its entries add up to {row.sum}"
    for account in ChipAccount.objects.filter(balance__lt=0).exclude(kind=AccountKind.HOUSE):
        yield f"account {account.pk} ({account}): holds {account.balance}"
    for account in ChipAccount.objects.filter(closed_at__isnull=False).exclude(balance=0):
        yield f"account {account.pk} ({account}): is closed and holds {account.balance}"


def _history() -> Iterator[str]:
    """Yield a sentence for the first ledger entry whose balance contradicts those before it."""
    account, balance = 0, 0
    rows = ChipEntry.objects.order_by("account", "pk").values_list(
        "account", "pk", "amount", "balance"
    )
    for owner, pk, amount, after in rows.iterator(chunk_size=2000):
        if owner != account:
            account, balance = owner, 0
        balance += amount
        if after != balance:
            yield f"entry {pk} of account {owner}: says {after} where {balance} follows"
            return


def _pots() -> Iterator[str]:
    """Yield a sentence for each pot whose balance or payouts differ from its matches' stakes."""
    lying = Q(ended=PotEnd.KEPT) | Q(ended="")
    last: dict[int, MatchPot] = {}
    for pot in MatchPot.objects.select_related("match").order_by("match"):
        if pot.match.table_id is not None:
            last[pot.match.table_id] = pot
    for account in ChipAccount.objects.filter(kind=AccountKind.POT).order_by("pk"):
        newest = last.get(account.table_id or 0)
        held = newest.total if newest is not None and newest.ended in ("", PotEnd.KEPT) else 0
        if account.balance != held:
            yield f"pot of table {account.table_id}: holds {account.balance}, not {held}"
    unsettled_pots = MatchPot.objects.filter(ended="").exclude(match__status=MatchStatus.PLAYING)
    for pot in unsettled_pots.order_by("match"):
        yield f"match {pot.match_id}: is over and its pot is not settled"
    for pot in MatchPot.objects.exclude(lying).order_by("match"):
        if sum(pot.payouts or ()) != pot.total:
            yield f"match {pot.match_id}: {pot.total} were played for, {pot.payouts} were paid"


def _escrows() -> Iterator[str]:
    """Yield a sentence for each tournament whose account differs from the entry fees paid in."""
    accounts = ChipAccount.objects.filter(kind=AccountKind.ESCROW).select_related("tournament")
    for account in accounts.order_by("pk"):
        tournament = account.tournament
        assert tournament is not None
        paid = tournament.people.aggregate(paid=Sum("paid"))["paid"] or 0
        held = 0 if tournament.is_over else paid
        if account.balance != held:
            yield f"tournament {tournament.pk}: holds {account.balance}, not {held}"


def _matches() -> Iterator[str]:
    """Yield a sentence for each match whose ledger entries differ from the amounts of its pot."""
    moved: dict[tuple[int, bool], int] = {}
    rows = ChipEntry.objects.filter(
        account__kind=AccountKind.POT, transfer__match__isnull=False
    ).values_list("transfer__match", "transfer__kind", "amount")
    for match, kind, amount in rows.iterator(chunk_size=2000):
        key = (match or 0, kind == TransferKind.STAKE)
        moved[key] = moved.get(key, 0) + amount
    for pot in MatchPot.objects.order_by("match").iterator(chunk_size=2000):
        paid, got = moved.get((pot.match_id, True), 0), moved.get((pot.match_id, False), 0)
        if paid != sum(pot.paid):
            yield f"match {pot.match_id}: {sum(pot.paid)} were staked, the ledger has {paid}"
        if -got != sum(pot.payouts or ()):
            yield f"match {pot.match_id}: {sum(pot.payouts or ())} were paid, the ledger has {-got}"


_CHECKS: Final[tuple[Callable[[], Iterator[str]], ...]] = (
    _transfers,
    _balances,
    _history,
    _pots,
    _escrows,
    _matches,
)
