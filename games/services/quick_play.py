"""Quick play: a seat at once, with whoever waits for the same game, or with bots."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone

from games.engine import build_ruleset
from games.models import Player, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.services.errors import TableError
from games.services.tables import begin, open_table, sit

QUICK_TURN_MS: Final = 30_000
QUICK_BANK_MS: Final = 60_000


@transaction.atomic
def play_now(*, player: Player, players: int, teams: str | None = None, address: str = "") -> Table:
    """A seat at once: at the oldest table of this kind that waits, or at a new one.

    Whoever waits at one of this kind already, or plays there, comes back to it; not so where a bot
    has taken over.
    """
    options = {"teams": teams} if teams else {}
    ruleset = build_ruleset("ludoteka", players, options)
    own = Table.objects.filter(
        quick=True,
        players=players,
        ruleset__hash=ruleset.hash,
        seats__in=TableSeat.objects.filter(player=player, substitute=""),
        status__in=OPEN,
    ).first()
    if own is not None:
        return own
    waiting = (
        Table.objects.select_for_update()
        .filter(
            quick=True,
            status=TableStatus.WAITING,
            players=players,
            ruleset__hash=ruleset.hash,
            fill_at__gt=timezone.now(),
        )
        .order_by("created_at")
    )
    for table in waiting[:5]:
        try:
            with transaction.atomic():
                sit(table=table, player=player, seat=None, address=address)
        except TableError:
            continue
        return table
    return open_table(
        host=player,
        preset="ludoteka",
        players=players,
        options=options,
        turn_ms=QUICK_TURN_MS,
        bank_ms=QUICK_BANK_MS,
        quick=True,
        address=address,
    )


@transaction.atomic
def play_bots_now(
    *, player: Player, players: int, teams: str | None = None, address: str = ""
) -> Table:
    """A match with bots that begins at once. Raises TableError as `open_table` does."""
    table = open_table(
        host=player,
        preset="ludoteka",
        players=players,
        options={"teams": teams} if teams else {},
        turn_ms=QUICK_TURN_MS,
        bank_ms=QUICK_BANK_MS,
        visibility=Table.Visibility.LINK,
        address=address,
    )
    begin(table=table, player=player)
    table.refresh_from_db()
    return table
