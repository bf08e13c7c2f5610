"""What a table shows of the tournament whose game is played there."""

from __future__ import annotations

from typing import Any, TypeAlias

from django.db.models import QuerySet

from brisca_site.prepared_queries import prepared
from games.models import Table, TournamentGame

Json: TypeAlias = dict[str, Any]


def tournament_part(table: Table) -> Json:
    """Return the fields of the TABLE message about the tournament's game at a table; {} at others."""
    if table.host_id is not None:
        return {}  # tables of tournaments have no host, and others are not even looked up
    game = _games_at.first(table.pk)
    return {} if game is None else {"tournament": _game_json(game)}


@prepared
def _games_at(table: int) -> QuerySet[TournamentGame]:
    """Return the tournament's game that is played at a table (row id), with its tournament."""
    return TournamentGame.objects.select_related("round__tournament").filter(table=table)


def _game_json(game: TournamentGame) -> Json:
    """Return a game of a tournament as its table shows it."""
    tournament = game.round.tournament
    return {
        "id": tournament.public_id,
        "name": tournament.name,
        "url": f"/tournaments/{tournament.public_id}/",
        "round": game.round.number,
        "rounds": tournament.rounds,
        "table": game.number,
        "compared": tournament.compared,
        "done": game.done_at is not None,
    }
