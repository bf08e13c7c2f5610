"""Quick play: a seat at once, with whoever waits for the same game, or with bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine import Ruleset, build_ruleset
from games.models import Player, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.services.errors import TableError
from games.services.seating import begin_match, fill, lock
from games.services.tables import TableOptions, begin, open_table, sit, stand

QUICK_TURN_MS: Final = 30_000
QUICK_BANK_MS: Final = 60_000
TRIED_TABLES: Final = 5
"""Waiting tables at which a seat is tried for before a new one is opened."""
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
    own = _tables_of(game).filter(
        seats__in=TableSeat.objects.filter(player=player, substitute=""), status__in=OPEN
    )
    table = own.first()
    stop_searching(player=player, keep=table)
    return (
        table
        or _join_waiting(player, game, address)
        or _open_waiting(player, game, address, alone=alone)
    )


def _tables_of(game: QuickGame) -> QuerySet[Table]:
    """Return the tables of quick play at which this game is played."""
    return Table.objects.filter(quick=True, players=game.players, ruleset__hash=game.ruleset.hash)


def _join_waiting(player: Player, game: QuickGame, address: str) -> Table | None:
    """Sit down at the oldest table of a game that waits and takes the player; None: there is none."""
    waiting = (
        _tables_of(game)
        .select_for_update()
        .filter(status=TableStatus.WAITING, fill_at__gt=timezone.now())
        .order_by("created_at")
    )
    for table in waiting[:TRIED_TABLES]:
        try:
            with transaction.atomic():
                sit(table=table, player=player, seat=None, address=address)
        except TableError:
            continue
        return table
    return None


def _open_waiting(player: Player, game: QuickGame, address: str, *, alone: bool) -> Table:
    """Open a table of a game that waits for others until bots take its free seats."""
    table = open_table(host=player, chosen=_options_of(game, quick=True), address=address)
    if alone:
        table.fill_at = timezone.now() + FILL_ALONE_AFTER
        table.save(update_fields=["fill_at"])
    return table


def _options_of(game: QuickGame, **more: Any) -> TableOptions:
    """Return a game as a table is opened for it, with the clock of quick play."""
    return TableOptions(
        preset=game.preset,
        players=game.players,
        options=game.ruleset_options,
        turn_ms=QUICK_TURN_MS,
        bank_ms=QUICK_BANK_MS,
        **more,
    )


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
    chosen = _options_of(game, visibility=Table.Visibility.LINK)
    table = open_table(host=player, chosen=chosen, address=address)
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
    return _tables_of(game).filter(status=TableStatus.WAITING, seats__player=player).first()
