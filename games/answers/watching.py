"""Running tables that are worth watching."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from games.answers.matches import PresetName
from games.common.notation import Url


class TableToWatch(TypedDict):
    """Part of API answers: a public table that plays, and why it is worth watching."""
    table: Annotated[str, "Id of the table."]
    match: Annotated[str, "Id of the match."]
    url: Url
    preset: PresetName
    pool: str
    players: list[list[str]]
    score: list[int]
    deal: Annotated[int, "Number of the deal that is played."]
    delay: Annotated[int, "Tricks by which watchers are behind."]
    watchers: int
    rating: Annotated[int | None, "Mean rating of the people there in the pool."]
    event: Annotated[str | None, "Name of the tournament."]
    reasons: list[Literal["event", "best_of_game", "strong", "watched"]]

class TablesToWatch(TypedDict):
    """API answer: the tables that are worth watching now, the best first."""
    results: list[TableToWatch]
