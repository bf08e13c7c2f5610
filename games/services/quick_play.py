"""Quick play: a seat at once, with others who wait for the same game, or with bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.common.errors import TableError
from games.engine import Ruleset, build_ruleset
from games.models import Player, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.selectors.held_seats import open_holds
from games.selectors.parked import parked
from games.services.invitations import invite
from games.services.partner_seating import seat_liked_partners
from games.services.seating import begin_match, fill_quick, lock
from games.services.tables import TableOptions, open_table, sit, stand

QUICK_TURN_MS: Final = 30_000
"""Time for one turn, in ms."""
QUICK_BANK_MS: Final = 60_000
"""Time bank of each player, in ms."""
TRIED_TABLES: Final = 5
"""Number of waiting tables that are tried before a new one is opened."""
FILL_ALONE_AFTER: Final = timedelta(seconds=2)
"""Time before bots take the free seats where nobody else is in the lobby."""


@dataclass(frozen=True, slots=True)
class QuickGame:
    """A game chosen for quick play: preset, number of players, sides and further options."""

    preset: str = "ludoteka"
    players: int = 2
    teams: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ruleset_options(self) -> dict[str, Any]:
        """Return the game's rule options for the engine; `teams` is left out for default sides."""
        return {**self.options, **({"teams": self.teams} if self.teams else {})}

    @property
    def ruleset(self) -> Ruleset:
        """Return the engine's ruleset of the chosen game.

        Raises:
            RulesetError: the options cannot be played together.
        """
        return build_ruleset(self.preset, self.players, self.ruleset_options)


@transaction.atomic
def play_now(*, player: Player, game: QuickGame, alone: bool = False, address: str = "") -> Table:
    """Seat a player at once, at the oldest waiting table of this game or at a new one.

    A player who waits for or plays this game already returns to that table, unless a bot has the
    seat or the match is parked. Searches for other games end. `alone` (nobody else is in the
    lobby): bots take the free seats of a new table after FILL_ALONE_AFTER.

    Raises:
        RulesetError: the game cannot be played.
        TableError: no seat could be had, with a code of `open_table`.
    """
    own = tables_of_game(game).filter(
        seats__in=TableSeat.objects.filter(player=player, substitute=""), status__in=OPEN
    )
    table = own.exclude(parked(timezone.now())).first()
    stop_searching(player=player, keep=table)
    return (
        table
        or _join_waiting(player, game, address)
        or _open_waiting(player, game, address, alone=alone)
    )


def tables_of_game(game: QuickGame) -> QuerySet[Table]:
    """Return a query of the quick-play tables of a game."""
    return Table.objects.filter(quick=True, players=game.players, ruleset__hash=game.ruleset.hash)


def _join_waiting(player: Player, game: QuickGame, address: str) -> Table | None:
    """Seat a player at the oldest waiting table of a game; None if no such table accepts them."""
    waiting = (
        tables_of_game(game)
        .select_for_update()
        .filter(status=TableStatus.WAITING, fill_at__gt=timezone.now())
        .filter(visibility=Table.Visibility.PUBLIC)
        .exclude(pk__in=open_holds().values("table"))  # it waits for somebody else's partner
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
    """Open a quick-play table that waits for other players until bots take its free seats."""
    table = open_table(host=player, chosen=quick_options(game, quick=True), address=address)
    if alone:
        table.fill_at = timezone.now() + FILL_ALONE_AFTER
        table.save(update_fields=["fill_at"])
    return table


def quick_options(game: QuickGame, **more: Any) -> TableOptions:
    """Return the settings of a table of quick play for a game; `more` are further settings."""
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
    """Begin a match with bots of a level at once, without a clock; return its table.

    If the player is searching for this very game, bots take the free seats of that table, so
    that others who wait there play too. A search for another game ends.

    Raises:
        RulesetError: the game cannot be played.
        TableError: a code of `open_table`, or `chips_missing`.
    """
    searched = _search_of(player, game)
    stop_searching(player=player, keep=searched)
    if searched is not None:
        table = lock(searched)
        if table.status == TableStatus.WAITING:
            seat_liked_partners(table)
            fill_quick(table, level)
            begin_match(table)
        return table
    chosen = quick_options(game, visibility=Table.Visibility.LINK)
    table = open_table(host=player, chosen=chosen, address=address)
    fill_quick(table, level)
    begin_match(table)
    table.refresh_from_db()
    return table


def stop_searching(*, player: Player, keep: Table | None = None) -> None:
    """Remove a player from the tables of quick play at which they still wait, but for `keep`."""
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
    """Return the quick-play table at which a player waits for this game; None without one."""
    return tables_of_game(game).filter(status=TableStatus.WAITING, seats__player=player).first()


@transaction.atomic
def open_for_invited(
    *, player: Player, invited: Player, game: QuickGame, address: str = ""
) -> Table:
    """Open a table of a game that only a link or an invitation opens, and invite a player to it.

    Raises:
        RulesetError: the game cannot be played.
        TableError: a code of `open_table`.
        InvitationError: a code of `invite`; then no table is opened.
    """
    chosen = quick_options(game, visibility=Table.Visibility.LINK)
    table = open_table(host=player, chosen=chosen, address=address)
    invite(table=table, inviter=player, invited=invited)
    return table
