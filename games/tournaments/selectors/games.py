"""Tables and matches at which games of tournaments are played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from games.models import Match, Table
from games.selectors.event_tables import EventAtTable, EventTables
from games.tournaments.models import TournamentGame
from games.tournaments.models.tournaments import Format
from games.tournaments.selectors.table import tournament_part

FIRST_CARD_WITHIN: Final = timedelta(seconds=90)
"""Time from the beginning of a game in which no bot plays for a player who has not come yet."""


def game_of(match: Match) -> TournamentGame | None:
    """Return the tournament game that this match belongs to, or None."""
    return TournamentGame.objects.select_related("round__tournament").filter(match=match).first()


def tournament_of_match(match: str) -> str | None:
    """Return the public id of the tournament that a match belongs to, or None."""
    games = TournamentGame.objects.filter(match__public_id=match)
    return games.values_list("round__tournament__public_id", flat=True).first()


class TournamentTables(EventTables):
    """Answers to the platform's questions about tables that belong to tournaments."""

    def table_part(self, table: Table) -> dict[str, Any]:
        """Return the fields of the TABLE message about the tournament's game at a table."""
        return tournament_part(table)

    def events_at(self, tables: Collection[int]) -> Mapping[int, EventAtTable]:
        """Return a dict from table (row id) to its tournament, for these tables."""
        games = TournamentGame.objects.filter(table__in=tables)
        rows = games.values_list("table", "round__tournament__name", "round__tournament__compared")
        return {table: EventAtTable(name, compared) for table, name, compared in rows}

    def is_event_table(self, table: Table) -> bool:
        """Return True if a game of a tournament is played at a table."""
        return TournamentGame.objects.filter(table=table).exists()

    def keeps_seat(self, table: Table) -> bool:
        """Return True if a player who leaves this table keeps the seat, as in daily events."""
        games = TournamentGame.objects.filter(table=table)
        return games.filter(round__tournament__format=Format.DAILY).exists()

    def bots_wait_until(self, match: Match, *, played: bool) -> datetime | None:
        """Return the time until which no bot plays for an absent player; None: not a tournament.

        In a daily event nobody waits for the player, who may come back until its end. In other
        games it is FIRST_CARD_WITHIN for a player who has not `played` a card yet, and no time at
        all later.
        """
        game = game_of(match)
        if game is None:
            return None
        if game.round.tournament.format == Format.DAILY:
            return game.round.ends_at
        return match.started_at + (timedelta() if played else FIRST_CARD_WITHIN)
