"""Decisions that count for or with another player, as cards alone, for people who judge them blind."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from games.analysis.played_cards import PlayedCard, played_cards_of
from games.record.log import MatchLog
from games.record.record import Json

OTHER_PLAYER: Final = "other"
"""Mark of a card on the table that the partner, or the opponent in question, has played."""


def shown_decisions(
    log: MatchLog, analysis: Json, places: Collection[list[Any]], seats: tuple[int, int]
) -> list[Json]:
    """Return decisions of a match as JSON without players, seats or dates, to be judged blind.

    `places` are [address in the review, card asked for, whether it was played], as stored. `seats`
    are the two players in question: of each decision one has made it, and the other is marked
    OTHER_PLAYER. Decisions that the analysis does not know are left out.
    """
    asked = {at: card for at, card, _followed in places}
    judged = {play["at"]: play["judged"] for deal in analysis["deals"] for play in deal["plays"]}
    return [
        _shown(played, judged[played.at]["best"], asked[played.at], seats)
        for played in played_cards_of(log)
        if played.at in asked and judged.get(played.at)
    ]


def _shown(played: PlayedCard, best: str, asked: str, seats: tuple[int, int]) -> Json:
    """Return a decision as JSON: the cards and points that the player saw, and cards to compare."""
    view = played.view
    other = seats[1] if played.seat == seats[0] else seats[0]
    sides = view.rules.side_of
    trick = view.trick.plays if view.trick is not None else ()
    return {
        "trump": view.trump,
        "turned": view.turned,
        "stock": view.stock,
        "points": [view.side_points[sides[played.seat]], view.side_points[sides[other]]],
        "trick": [[play.card, OTHER_PLAYER if play.seat == other else ""] for play in trick],
        "hand": sorted(view.hand),
        "played": played.play.card,
        "best": best,
        "asked": asked,
    }
