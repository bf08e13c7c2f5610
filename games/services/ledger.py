"""The ledger of play money: accounts, and transfers whose amounts add up to zero.

Every writer locks the house's account first, and then the other accounts in the order of their ids.
So writes to the ledger come one after another, and two transactions never deadlock.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.common.errors import ChipsError
from games.models import ChipAccount, ChipEntry, ChipTransfer, Match, Player, Table
from games.models.chips import GRANT, AccountKind, TransferKind


def lock_ledger() -> ChipAccount:
    """Lock the site's chip account until the transaction ends, and return the account.

    Nobody else writes to the ledger until then. Needs a transaction.
    """
    locked = ChipAccount.objects.select_for_update().filter(kind=AccountKind.HOUSE)
    house = locked.first()
    if house is None:
        ChipAccount.objects.get_or_create(kind=AccountKind.HOUSE)
        house = locked.get()
    return house


@transaction.atomic
def account_of(*, player: Player, now: datetime | None = None) -> ChipAccount:
    """Return a player's chip account; open one with the initial grant if there is none yet."""
    account = ChipAccount.objects.filter(player=player).first()
    if account is not None:
        return account
    house = lock_ledger()
    account, created = ChipAccount.objects.get_or_create(
        player=player, defaults={"kind": AccountKind.PLAYER}
    )
    if created:
        move(
            kind=TransferKind.GRANT,
            key=f"grant:{account.pk}",
            amounts={house.pk: -GRANT, account.pk: GRANT},
            now=now,
        )
        account.refresh_from_db()
    return account


def pot_account(*, table: Table) -> ChipAccount:
    """Return the chip account of a table's pot, opened on first use.

    The caller holds the lock of the ledger.
    """
    account, _ = ChipAccount.objects.get_or_create(table=table, defaults={"kind": AccountKind.POT})
    return account


@transaction.atomic
def move(
    *,
    kind: TransferKind,
    key: str,
    amounts: Mapping[int, int],
    match: Match | None = None,
    now: datetime | None = None,
) -> bool:
    """Move chips between accounts; `amounts` is account (row id) -> chips, negative for payers.

    Return False, and move nothing, where a transfer with this key exists.

    Raises:
        ValueError: the amounts do not add up to zero, or there is no such account.
        ChipsError: `not_enough_chips` where an account other than the house's would fall below
            zero.
    """
    if sum(amounts.values()):
        raise ValueError(f"{key}: the amounts add up to {sum(amounts.values())}")
    lock_ledger()
    if ChipTransfer.objects.filter(key=key).exists():
        return False
    changes = {account: amount for account, amount in amounts.items() if amount}
    accounts = list(ChipAccount.objects.select_for_update().filter(pk__in=changes).order_by("pk"))
    if len(accounts) != len(changes):
        raise ValueError(f"{key}: there is no such account")
    for account in accounts:
        account.balance += changes[account.pk]
        if account.balance < 0 and account.kind != AccountKind.HOUSE:
            raise ChipsError("not_enough_chips")
    transfer = ChipTransfer.objects.create(
        kind=kind, key=key, match=match, created_at=now or timezone.now()
    )
    ChipEntry.objects.bulk_create(
        ChipEntry(
            transfer=transfer, account=account, amount=changes[account.pk], balance=account.balance
        )
        for account in accounts
    )
    ChipAccount.objects.bulk_update(accounts, ["balance"])
    return True
