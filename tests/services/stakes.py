"""Tables with a stake, their matches begun and ended, for the tests of chips."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.models import ChipAccount, Match, Player, Table
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.selectors.chips import balance_of
from games.selectors.ledger import faults
from games.services import chips, stakes, tables
from tests.services.people import table_of
from tests.support.people import player_without_account

NAMES = ("ana", "eva", "leo", "mar", "pau", "sol")


def people(count: int) -> list[Player]:
    """Return the first `count` players of `NAMES`, without accounts."""
    return [player_without_account(name) for name in NAMES[:count]]


def staked(players: Sequence[Player], stake: int = 10, **options: object) -> Table:
    """A table with a stake where these people sit; the match has begun."""
    options = {"match.target": 1, "pot.stake": stake, **options}
    table = table_of(players[0], len(players), options=options)
    for player in players[1:]:
        tables.sit(table=table, player=player, seat=None)
        tables.set_agreed(table=table, player=player, on=True)
    table.refresh_from_db()
    return table


def end(match: Match, *winners: int, eldest: int = 0) -> None:
    """The match is over and these sides have won it: what `finish_match` does with chips."""
    stakes.settle(
        match=match,
        rules=stakes.rules_of(match),
        winners=winners,
        eldest=eldest,
        now=timezone.now(),
    )
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.FINISHED, finished_at=now)
    Table.objects.filter(match=match).update(status=TableStatus.FINISHED)


def again(table: Table, *players: Player) -> Match | None:
    """Ask for a rematch, one after the other; the match that begins with the last one."""
    match = None
    for player in players:
        match = tables.request_rematch(table=table, player=player)
    return match


def balances(*players: Player) -> list[int]:
    """What each of them has."""
    return [balance_of(player) for player in players]


def lying(table: Table) -> int:
    """What lies in the pot of a table."""
    return sum(ChipAccount.objects.filter(table=table).values_list("balance", flat=True))


def assert_holds() -> None:
    """Every rule of the ledger."""
    assert list(faults()) == []
    assert sum(ChipAccount.objects.values_list("balance", flat=True)) == 0


def gone(player: Player) -> None:
    """What deleting the account of a player does to their chips."""
    stakes.leave_pots(player=player)
    chips.close_account(player=player)
