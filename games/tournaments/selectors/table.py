"""What a table shows of the tournament whose game is played there."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from django.db.models import QuerySet

from brisca_site.prepared_queries import prepared
from games.models import Table, TournamentGame
from games.models.tournament_rounds import GameKind
from games.tournaments.deciding import Decider, decider, is_played_on, is_second_bracket
from games.tournaments.event import Format
from games.tournaments.round_scores import BY_BRACKET

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
        "decides": _decider(game),
        "played_on": is_played_on(cast("Format", tournament.format), game.stage),
        "done": game.done_at is not None,
    }


def _decider(game: TournamentGame) -> Decider:
    """Return what decides a game of a tournament."""
    tournament = game.round.tournament
    return decider(
        cast("Format", tournament.format),
        compared=tournament.compared,
        scoring_version=tournament.scoring_version,
        tables=_comparable_tables(game) if tournament.compared else 1,
    )


def _comparable_tables(game: TournamentGame) -> int:
    """Return the number of tables of a game's round with which it can be compared, its own included."""
    stages = TournamentGame.objects.filter(round=game.round_id, kind=GameKind.GAME)
    names = list(stages.values_list("stage", flat=True))
    if game.round.tournament.format not in BY_BRACKET:
        return len(names)
    second = is_second_bracket(game.stage)
    return sum(is_second_bracket(stage) == second for stage in names)
