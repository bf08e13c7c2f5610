"""Stakes: paid as a match begins, shared as it ends, kept after a draw, or given back.

The engine (`games.engine.pot`) decides who pays and who is paid. Each function is part of the
transaction that begins, ends or abandons the match, and does nothing where it was done before. A
stake and its winnings are those of the person with the seat, also where a bot plays on for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from games.common.errors import ChipsError, TableError
from games.engine import Rules
from games.engine.pot import Pot, open_pot, return_pot, settle_pot, stake_for
from games.models import ChipAccount, Match, MatchPot, Player, Table
from games.models.chips import PotEnd, TransferKind
from games.models.tables import TableStatus
from games.selectors.chips import balance_of, lying_at
from games.services.chips import collect, distribute
from games.services.ledger import lock_ledger, pot_account
from games.services.rulesets import engine_ruleset

KEPT_FOR: Final = timedelta(hours=1)
"""Time that the pot of a drawn match waits for the next match."""


# -- before a match ------------------------------------------------------------------------------


def check_means(*, player: Player, rules: Rules, table: Table | None = None) -> None:
    """Refuse a player who cannot pay the stake that each seat pays by these rules.

    A pot that a drawn match left at `table` may make the next match free.

    Raises:
        TableError: `not_enough_chips`.
    """
    if not rules.ruleset.options["pot.stake"] or player.bot:
        return
    carried = lying_at(table) if table is not None else 0
    if balance_of(player) < stake_for(rules, carried):
        raise TableError("not_enough_chips")


def check_table_means(*, player: Player, table: Table) -> None:
    """Refuse a player who cannot pay the stake of a table's next match.

    Raises:
        TableError: `not_enough_chips`.
    """
    if table.ruleset.options["pot.stake"]:
        check_means(player=player, rules=rules_of(table), table=table)


def rules_of(place: Table | Match) -> Rules:
    """Return the engine's rules of a table or a match."""
    return engine_ruleset(place.ruleset, place.players).rules


# -- the match -----------------------------------------------------------------------------------


@transaction.atomic
def pay_stakes(
    *, match: Match, table: Table, rules: Rules, players: Sequence[Player]
) -> MatchPot | None:
    """Collect the stakes of a new match; return its pot, or None where nothing is staked.

    What a drawn match left stays in the pot if the same people sit at the same seats, else the
    chips first go back to those who paid.

    Raises:
        TableError: `chips_missing` where somebody cannot pay.
    """
    if not rules.ruleset.options["pot.stake"]:
        return None
    lock_ledger()
    account = pot_account(table=table)
    before = _kept(table)
    if before is not None and _sitters(before) != [player.pk for player in players]:
        return_left(table=table)
        before = None
    pot = open_pot(rules, carried=0 if before is None else before.total)
    try:
        collect(match=match, players=players, paid=pot.paid, pot=account.pk)
    except ChipsError as error:
        raise TableError("chips_missing") from error
    return MatchPot.objects.create(
        match=match,
        stake=pot.stake,
        paid=list(pot.paid),
        carried=pot.carried,
        total=pot.total,
    )


@transaction.atomic
def settle(
    *, match: Match, rules: Rules, winners: Sequence[int], eldest: int, now: datetime
) -> None:
    """Pay the pot of a finished match to the sides that won, or keep it after a draw.

    `winners` are the numbers of the sides; `eldest` is the seat that leads first.
    """
    if not rules.ruleset.options["pot.stake"]:
        return
    lock_ledger()
    row = MatchPot.objects.filter(match=match, ended="").first()
    if row is None or match.table is None:
        return
    pot = Pot(stake=row.stake, paid=tuple(row.paid), carried=row.carried)
    pot = settle_pot(rules, pot, winners=winners, eldest=eldest)
    if pot.payout:
        distribute(
            kind=TransferKind.PAYOUT,
            key=f"end:{match.pk}",
            match=match,
            pot=pot_account(table=match.table).pk,
            parts=pot.payout,
            now=now,
        )
    row.ended = PotEnd.PAID if pot.payout else PotEnd.KEPT
    row.payouts = [pot.payout.get(seat, 0) for seat in range(rules.players)]
    row.save(update_fields=["ended", "payouts"])
    if row.ended == PotEnd.KEPT and _somebody_is_deleted(match):
        return_left(table=match.table, now=now)


@transaction.atomic
def give_back(*, match: Match, now: datetime | None = None) -> None:
    """Return the pot of an abandoned match to those who paid."""
    lock_ledger()
    row = MatchPot.objects.filter(match=match, ended="").first()
    if row is not None:
        _return(row, now)


# -- between matches -----------------------------------------------------------------------------


@transaction.atomic
def return_left(*, table: Table, now: datetime | None = None) -> bool:
    """Give the pot that a drawn match left at a table back to its payers; False without one."""
    if not table.ruleset.options["pot.stake"]:
        return False
    lock_ledger()
    row = _kept(table)
    if row is None:
        return False
    _return(row, now)
    return True


@transaction.atomic
def return_stale(*, now: datetime) -> list[Table]:
    """Refund pots that waited longer than KEPT_FOR for a next match; return their tables."""
    tables = _tables_with_pot(Q(match__finished_at__lt=now - KEPT_FOR))
    return [table for table in tables if return_left(table=table, now=now)]


@transaction.atomic
def leave_pots(*, player: Player, now: datetime | None = None) -> None:
    """Refund the pots left by drawn matches at the tables that a player leaves for good."""
    for table in _tables_with_pot(Q(seats__player=player)):
        return_left(table=table, now=now)


def _tables_with_pot(which: Q) -> list[Table]:
    """Return finished or closed tables with chips in their pot, locked in order of their ids."""
    with_pot = Table.objects.filter(
        which, status__in=(TableStatus.FINISHED, TableStatus.CLOSED), chips__balance__gt=0
    ).values("pk")
    return list(
        Table.objects.select_for_update(of=("self",))
        .select_related("ruleset")
        .filter(pk__in=list(with_pot.values_list("pk", flat=True)))
        .order_by("pk")
    )


def _kept(table: Table) -> MatchPot | None:
    """Return the pot that the last, drawn match at a table left; None without one."""
    last = MatchPot.objects.filter(match__table=table).order_by("-match").first()
    return last if last is not None and last.ended == PotEnd.KEPT else None


def _sitters(pot: MatchPot) -> list[int]:
    """Return the players (row ids) of a pot's match, in the order of the seats."""
    return list(pot.match.seats.order_by("seat").values_list("player", flat=True))


def _somebody_is_deleted(match: Match) -> bool:
    """Return whether the chip account of a player of the match is closed."""
    return ChipAccount.objects.filter(player__seats__match=match, closed_at__isnull=False).exists()


def _return(row: MatchPot, now: datetime | None) -> None:
    """Refund a match's pot: give every seat an equal part."""
    match = row.match
    assert match.table is not None
    parts = return_pot(rules_of(match), row.total)
    distribute(
        kind=TransferKind.RETURN,
        key=f"{'back' if row.ended else 'end'}:{match.pk}",
        match=match,
        pot=pot_account(table=match.table).pk,
        parts=parts,
        now=now,
    )
    row.ended = PotEnd.RETURNED
    row.payouts = [parts.get(seat, 0) for seat in range(match.players)]
    row.save(update_fields=["ended", "payouts"])
