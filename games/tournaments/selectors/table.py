"""The part of a table's TABLE message that is about a tournament's game."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from games.models import Table
from games.tournaments.models import TournamentGame
from games.tournaments.models.rounds import GameKind
from games.tournaments.rules.deciding import Decider, decider, is_played_on, is_second_bracket
from games.tournaments.rules.event import Format
from games.tournaments.rules.round_scores import BY_BRACKET

Json: TypeAlias = dict[str, Any]


def tournament_part(table: Table) -> Json:
    """Return the fields of the TABLE message about the tournament's game at a table; {} at others."""
    if table.host_id is not None:
        return {}  # tables of tournaments have no host, and others are not even looked up
    game = TournamentGame.objects.select_related("round__tournament").filter(table=table).first()
    return {} if game is None else {"tournament": _game_json(game)}


def _game_json(game: TournamentGame) -> Json:
    """Return a tournament's game as the TABLE message of its table shows it."""
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
    """Return how a tournament's game is decided: by its points, or compared with other tables."""
    tournament = game.round.tournament
    return decider(
        cast("Format", tournament.format),
        compared=tournament.compared,
        scoring_version=tournament.scoring_version,
        tables=_comparable_tables(game) if tournament.compared else 1,
    )


def _comparable_tables(game: TournamentGame) -> int:
    """Return the number of tables in a round that a game is compared with, its own included."""
    stages = TournamentGame.objects.filter(round=game.round_id, kind=GameKind.GAME)
    names = list(stages.values_list("stage", flat=True))
    if game.round.tournament.format not in BY_BRACKET:
        return len(names)
    second = is_second_bracket(game.stage)
    return sum(is_second_bracket(stage) == second for stage in names)
