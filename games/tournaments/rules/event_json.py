"""Inputs and plans of a round as JSON, so that anybody can compute a round again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from games.tournaments.rules.event import (
    EventEntrant,
    Game,
    Place,
    PlannedTable,
    RoundPlan,
    Settings,
)


def plan_to_json(plan: RoundPlan) -> dict[str, Any]:
    """Return a round's plan (tables and byes) as JSON; entrants are ids.

    >>> plan = RoundPlan((PlannedTable((1, 2)),), byes=(3,))
    >>> plan_from_json(plan_to_json(plan)) == plan
    True
    """
    return {
        "tables": [
            {"entrants": list(table.entrants), "stage": table.stage} for table in plan.tables
        ],
        "byes": list(plan.byes),
        "version": plan.version,
    }


def plan_from_json(data: dict[str, Any]) -> RoundPlan:
    """Return a round's plan from the JSON that `plan_to_json` made."""
    return RoundPlan(
        tables=tuple(
            PlannedTable(tuple(table["entrants"]), table["stage"]) for table in data["tables"]
        ),
        byes=tuple(data["byes"]),
        version=data["version"],
    )


def round_inputs(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> dict[str, Any]:
    """Return all inputs of a round's planning as JSON, in a stable order."""
    chosen = asdict(settings)
    chosen["forbidden"] = sorted(sorted(pair) for pair in settings.forbidden)
    return {
        "number": number,
        "settings": chosen,
        "entrants": [
            asdict(entrant) for entrant in sorted(entrants, key=lambda entrant: entrant.id)
        ],
        "games": [
            {**asdict(game), "forfeits": sorted(game.forfeits)}
            for game in sorted(games, key=lambda game: (game.round, game.number))
        ],
    }


def inputs_from_json(
    data: dict[str, Any],
) -> tuple[Settings, list[EventEntrant], list[Game], int]:
    """Return settings, entrants, games and number of a round from the JSON of `round_inputs`."""
    # inputs stored before there were versions belong to the first one
    chosen = {"pairing": 1, "scoring_version": 1, **data["settings"]}
    chosen["forbidden"] = frozenset(frozenset(pair) for pair in chosen["forbidden"])
    games = [
        Game(
            **{
                **game,
                "places": tuple(Place(**place) for place in game["places"]),
                "forfeits": frozenset(game["forfeits"]),
            }
        )
        for game in data["games"]
    ]
    entrants = [EventEntrant(**fields) for fields in data["entrants"]]
    return Settings(**chosen), entrants, games, data["number"]
