"""Quick play: a seat at once, with whoever waits for the same game, or with bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.engine import Ruleset, build_ruleset
from games.models import Player, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.services.errors import TableError
from games.services.seating import begin_match, fill, lock
from games.services.tables import begin, open_table, sit, stand

QUICK_TURN_MS: Final = 30_000
QUICK_BANK_MS: Final = 60_000
FILL_ALONE_AFTER: Final = timedelta(seconds=2)
"""How long 'play now' waits before bots sit down where nobody else is in the lobby."""


@dataclass(frozen=True, slots=True)
class QuickGame:
    """What is played: a preset, how many players, on which sides, and what else is chosen."""

    preset: str = "ludoteka"
    players: int = 2
    teams: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ruleset_options(self) -> dict[str, Any]:
        """Return the options for the engine; the usual sides need not be named."""
        return {**self.options, **({"teams": self.teams} if self.teams else {})}

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset. Raises RulesetError for what cannot be played."""
        return build_ruleset(self.preset, self.players, self.ruleset_options)


@transaction.atomic
def play_now(*, player: Player, game: QuickGame, alone: bool = False, address: str = "") -> Table:
    """Give a seat at once: at the oldest table of this game that waits, or at a new one.

    Whoever waits for this game already, or plays it at such a table, comes back to it; not so where
    a bot has taken over. A search for another game ends. `alone` says that nobody else is in the
    lobby: then bots take the free seats of a new table after FILL_ALONE_AFTER.
    """
    ruleset = game.ruleset
    own = Table.objects.filter(
        quick=True,
        players=game.players,
        ruleset__hash=ruleset.hash,
        seats__in=TableSeat.objects.filter(player=player, substitute=""),
        status__in=OPEN,
    ).first()
    stop_searching(player=player, keep=own)
    if own is not None:
        return own
    waiting = (
        Table.objects.select_for_update()
        .filter(
            quick=True,
            status=TableStatus.WAITING,
            players=game.players,
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
    table = open_table(
        host=player,
        preset=game.preset,
        players=game.players,
        options=game.ruleset_options,
        turn_ms=QUICK_TURN_MS,
        bank_ms=QUICK_BANK_MS,
        quick=True,
        address=address,
    )
    if alone:
        table.fill_at = timezone.now() + FILL_ALONE_AFTER
        table.save(update_fields=["fill_at"])
    return table


@transaction.atomic
def play_bots_now(
    *, player: Player, game: QuickGame, level: str = "rules", address: str = ""
) -> Table:
    """Begin a match with bots of a level at once.

    Where the player is searching for this very game, bots take the free seats of that table, so
    that whoever waits there plays too; a search for another game ends. Raises TableError as
    `open_table` and `begin` do.
    """
    searched = _search_of(player, game)
    stop_searching(player=player, keep=searched)
    if searched is not None:
        table = lock(searched)
        if table.status == TableStatus.WAITING:
            fill(table, level)
            begin_match(table)
        return table
    table = open_table(
        host=player,
        preset=game.preset,
        players=game.players,
        options=game.ruleset_options,
        turn_ms=QUICK_TURN_MS,
        bank_ms=QUICK_BANK_MS,
        visibility=Table.Visibility.LINK,
        address=address,
    )
    begin(table=table, player=player, level=level)
    table.refresh_from_db()
    return table


def stop_searching(*, player: Player, keep: Table | None = None) -> None:
    """Leave the tables of quick play at which the player still waits, but for `keep`."""
    waiting = Table.objects.filter(quick=True, status=TableStatus.WAITING, seats__player=player)
    for table in waiting:
        if table == keep:
            continue
        try:
            with transaction.atomic():
                stand(table=table, player=player)
        except TableError:
            continue  # it has begun, or is gone, since it was looked for


def _search_of(player: Player, game: QuickGame) -> Table | None:
    """Return the table of quick play at which the player waits for this game."""
    return Table.objects.filter(
        quick=True,
        status=TableStatus.WAITING,
        players=game.players,
        ruleset__hash=game.ruleset.hash,
        seats__player=player,
    ).first()
