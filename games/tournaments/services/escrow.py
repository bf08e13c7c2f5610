"""Entry fees: paid into the tournament's own account, given back, or paid out once as prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from games.common.errors import ChipsError, TournamentError
from games.models import ChipAccount, Player
from games.models.chips import AccountKind, TransferKind
from games.services.ledger import account_of, lock_ledger, move
from games.tournaments.models import Tournament, TournamentMember


def _escrow(tournament: Tournament) -> ChipAccount:
    """Return a tournament's chip account, which holds its entry fees; open it if needed.

    The caller has locked the ledger.
    """
    account, _created = ChipAccount.objects.get_or_create(
        tournament=tournament, defaults={"kind": AccountKind.ESCROW}
    )
    return account


@transaction.atomic
def pay_fee(*, member: TournamentMember, now: datetime) -> None:
    """Move a player's entry fee (chips) into the tournament's account.

    Raises:
        TournamentError: `not_enough_chips`.
    """
    tournament = member.tournament
    if not tournament.fee or member.paid:
        return
    lock_ledger()
    account, escrow = account_of(player=member.player, now=now), _escrow(tournament)
    if account.closed_at is not None:
        raise TournamentError("not_enough_chips")
    try:
        with transaction.atomic():
            move(
                kind=TransferKind.ENTRY,
                key=f"entry:{member.pk}",
                amounts={account.pk: -tournament.fee, escrow.pk: tournament.fee},
                now=now,
            )
    except ChipsError as error:
        raise TournamentError(error.code) from error
    member.paid = tournament.fee
    member.save(update_fields=["paid"])


@transaction.atomic
def refund_fee(*, member: TournamentMember, now: datetime) -> None:
    """Pay a player's entry fee back; do nothing if none was paid."""
    if not member.paid:
        return
    house = lock_ledger()
    account, escrow = account_of(player=member.player, now=now), _escrow(member.tournament)
    to = house.pk if account.closed_at is not None else account.pk
    move(
        kind=TransferKind.REFUND,
        key=f"refund:{member.pk}",
        amounts={escrow.pk: -member.paid, to: member.paid},
        now=now,
    )
    member.paid = 0
    member.save(update_fields=["paid"])


@transaction.atomic
def refund_all(*, tournament: Tournament, now: datetime) -> None:
    """Pay all entry fees of a tournament back."""
    paid = tournament.people.select_related("player", "tournament").exclude(paid=0).order_by("pk")
    for member in paid:
        refund_fee(member=member, now=now)


@transaction.atomic
def pay_prizes(
    *, tournament: Tournament, places: Mapping[int, Sequence[int]], now: datetime
) -> None:
    """Pay a tournament's entry fees out as prizes, by its percentages for the first places.

    `places` is place (from 1) -> players' row ids. The first place has what cannot be divided. A
    transfer's key names tournament and place, so that nothing is paid twice.
    """
    if not tournament.fee:
        return
    house, escrow = lock_ledger(), _escrow(tournament)
    total = escrow.balance
    parts = prize_parts(total, tournament.prizes, sorted(places))
    for place, part in parts.items():
        amounts = {escrow.pk: -part}
        for account, amount in _shares(places[place], part, house, now):
            amounts[account] = amounts.get(account, 0) + amount
        key = f"prize:{tournament.pk}:{place}"
        if part:
            move(kind=TransferKind.PRIZE, key=key, amounts=amounts, now=now)


def prize_parts(total: int, percents: Sequence[int], places: Sequence[int]) -> dict[int, int]:
    """Return place (from 1) -> its share of `total` chips, by the `percents` of the places.

    The first place has what others leave over.

    >>> prize_parts(101, [50, 30, 20], [1, 2, 3])
    {1: 51, 2: 30, 3: 20}
    >>> prize_parts(100, [50, 30, 20], [1, 2])
    {1: 70, 2: 30}
    """
    parts = {
        place: total * percents[place - 1] // 100 for place in places if place <= len(percents)
    }
    if parts:
        first = min(parts)
        parts[first] += total - sum(parts.values())
    return parts


def _shares(
    players: Sequence[int], amount: int, house: ChipAccount, now: datetime
) -> list[tuple[int, int]]:
    """Return (account id, chips) for each player of a place; a closed account's go to the house.

    An account is opened for a substitute, who has paid no fee and may have none.
    """
    by_id = Player.objects.in_bulk(players)
    accounts = {pk: account_of(player=player, now=now) for pk, player in by_id.items()}
    each, over = divmod(amount, len(players))
    return [
        (
            house.pk if accounts[player].closed_at is not None else accounts[player].pk,
            each + (index < over),
        )
        for index, player in enumerate(players)
    ]
