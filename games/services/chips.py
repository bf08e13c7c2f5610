"""Chips of players: what the house gives, what it takes back, and whether they are enough.

Chips are play money: they cannot be bought, sold or turned into anything. People and guests begin
with GRANT and may be refilled once a day. House bots have accounts like everybody, so that what they
win and lose stands in the ledger; but a table must not fail because its bot is broke, so the house
fills up a bot that cannot pay, through the ledger, before it pays. No account but the house's is
ever below zero, which the database holds as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import ChipAccount, Match, Player
from games.models.chips import GRANT, AccountKind, TransferKind
from games.services.errors import ChipsError
from games.services.ledger import account_of, lock_ledger, move

FLOOR: Final = 200
"""Whoever has fewer may have more."""
REFILL: Final = 500
"""What a refill brings an account up to."""


@transaction.atomic
def refill(*, player: Player, now: datetime | None = None) -> int:
    """Bring a player who has few chips up to REFILL, once a day (UTC); gives how many came.

    Raises ChipsError `enough_chips`, `refilled_today`.
    """
    now = now or timezone.now()
    account_of(player=player, now=now)
    house = lock_ledger()
    account = ChipAccount.objects.get(player=player)
    if account.balance >= FLOOR or account.closed_at is not None:
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
    """Return the key of the one refill that an account may have on a day."""
    return f"refill:{account.pk}:{now.astimezone(UTC):%Y-%m-%d}"


@transaction.atomic
def close_account(*, player: Player, now: datetime | None = None) -> None:
    """Take back what the player of a deleted account holds; it can neither pay nor be paid again.

    What comes to it later, of a match that still runs, goes to the house.
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
    """Take from each player, in the order of the seats, what its seat pays into an account.

    Raises ChipsError `not_enough_chips` where a person cannot pay.
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
    """Give what lies in an account to the seats of a match; parts of deleted players to the house.

    False, and nothing is done, where that was done before.
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
