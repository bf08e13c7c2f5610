"""Chips of players: grants, refills, stakes collected and pots distributed.

Chips are play money: they cannot be bought, sold or turned into anything. People and guests begin
with GRANT chips and may be refilled once a day. House bots have accounts like everybody, so that
their wins and losses stand in the ledger; since a table must not fail because its bot is broke, the
house account fills up a bot that cannot pay before the bot pays. A constraint of the database keeps
all balances but the house's at zero or more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import ChipsError
from games.models import ChipAccount, Match, Player
from games.models.chips import GRANT, AccountKind, TransferKind
from games.services.ledger import account_of, lock_ledger, move

REFILL_BELOW: Final = 200
"""Balance below which a player may have a refill, in chips."""
REFILL: Final = 500
"""Balance after a refill, in chips."""


@transaction.atomic
def refill(*, player: Player, now: datetime | None = None) -> int:
    """Bring a player's balance up to REFILL, at most once a day (UTC); return the chips added.

    Raises:
        ChipsError: `enough_chips` (also for a closed account) or `refilled_today`.
    """
    now = now or timezone.now()
    account_of(player=player, now=now)
    house = lock_ledger()
    account = ChipAccount.objects.get(player=player)
    if account.balance >= REFILL_BELOW or account.closed_at is not None:
        raise ChipsError("enough_chips")
    amount = REFILL - account.balance
    done = move(
        kind=TransferKind.REFILL,
        key=refill_key(account, now),
        amounts={house.pk: -amount, account.pk: amount},
        now=now,
    )
    if not done:
        raise ChipsError("refilled_today")
    return amount


def refill_key(account: ChipAccount, now: datetime) -> str:
    """Return the ledger key of an account's refill of a day (UTC), which allows only one."""
    return f"refill:{account.pk}:{now.astimezone(UTC):%Y-%m-%d}"


@transaction.atomic
def close_account(*, player: Player, now: datetime | None = None) -> None:
    """Move the chips of a deleted player to the site's account, and close the player's for good.

    Later payouts to the account, of matches that still run, go to the site.
    """
    now = now or timezone.now()
    house = lock_ledger()
    account, _ = ChipAccount.objects.get_or_create(
        player=player, defaults={"kind": AccountKind.PLAYER}
    )
    if account.closed_at is not None:
        return
    if account.balance:
        move(
            kind=TransferKind.CLOSING,
            key=f"closing:{account.pk}",
            amounts={account.pk: -account.balance, house.pk: account.balance},
            now=now,
        )
    ChipAccount.objects.filter(pk=account.pk).update(closed_at=now)


def collect(*, match: Match, players: Sequence[Player], paid: Sequence[int], pot: int) -> None:
    """Move what each player pays (`paid`, chips by seat) into the chip account `pot` (row id).

    The site first fills up the accounts of its own bots that cannot pay. Needs a transaction: the
    ledger is locked until its end.

    Raises:
        ChipsError: `not_enough_chips` where a person cannot pay, or an account is closed.
    """
    house = lock_ledger()
    amounts: dict[int, int] = {}
    bots: dict[int, ChipAccount] = {}
    for player, amount in zip(players, paid, strict=True):
        account = account_of(player=player)
        if account.closed_at is not None and amount:
            raise ChipsError("not_enough_chips")
        amounts[account.pk] = amounts.get(account.pk, 0) - amount
        if player.bot:
            bots[account.pk] = account
    for pk, account in bots.items():
        if account.balance < -amounts[pk]:
            more = max(GRANT, -amounts[pk]) - account.balance
            move(
                kind=TransferKind.HOUSE_BOT,
                key=f"house_bot:{match.pk}:{pk}",
                amounts={house.pk: -more, pk: more},
                match=match,
            )
    if any(paid):
        amounts[pot] = sum(paid)
        move(kind=TransferKind.STAKE, key=f"stake:{match.pk}", amounts=amounts, match=match)


def distribute(
    *,
    kind: TransferKind,
    key: str,
    match: Match,
    pot: int,
    parts: Mapping[int, int],
    now: datetime | None = None,
) -> bool:
    """Move chips from the account `pot` (row id) to a match's players (`parts`, chips by seat).

    The parts of closed accounts go to the site. Return False, and move nothing, where a transfer
    with this key exists. Needs a transaction: the ledger is locked until its end.

    Raises:
        ChipsError: `not_enough_chips` where the pot holds less than the parts.
    """
    house = lock_ledger()
    players = dict(match.seats.values_list("seat", "player"))
    accounts = {
        account.player_id: account
        for account in ChipAccount.objects.filter(player__in=players.values())
    }
    amounts = {pot: -sum(parts.values())}
    for seat, amount in parts.items():
        account = accounts[players[seat]]
        to = house.pk if account.closed_at is not None else account.pk
        amounts[to] = amounts.get(to, 0) + amount
    return move(kind=kind, key=key, amounts=amounts, match=match, now=now)
