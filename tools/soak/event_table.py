"""Table of a Swiss tournament, computed from its records without any of the site's code.

The points are counted from the cards of the tricks, by the rules of docs/tournaments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]
WORTH: Final = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2}
"""Points of the cards; the others have none."""
GOLDEN: Final = (sqrt(5) - 1) / 2


def card_points(deal: Json) -> list[int]:
    """Return the card points that both players won in a deal of a record."""
    won = [0, 0]
    for trick in deal["tricks"]:
        won[trick["winner"]] += sum(WORTH.get(int(play["card"][1:]), 0) for play in trick["plays"])
    return won


def round_scores(tables: Sequence[Json], deals: int) -> dict[int, tuple[float, int]]:
    """Return the victory points and the deals won of each entrant in a round.

    A table is `{"entrants": [first, second], "record": {...}}`; its `record` is None for a bye.
    """
    played = [table for table in tables if table["record"] is not None]
    margins = []
    for deal in range(deals):
        points = [card_points(table["record"]["deals"][deal]) for table in played]
        margins.append([first - second for first, second in points])
    scores: dict[int, tuple[float, int]] = {}
    for at, table in enumerate(played):
        first, second = table["entrants"]
        ahead = [own[at] - _datum(own) if len(own) > 1 else own[at] for own in margins]
        score = _victory_points(sum(ahead), deals)
        scores[first] = (score, sum(margin > 0 for margin in ahead))
        scores[second] = (round(20 - score, 2), sum(margin < 0 for margin in ahead))
    scores |= {table["entrants"][0]: (12.0, 0) for table in tables if table["record"] is None}
    return scores


def _datum(margins: Sequence[int]) -> float:
    """Return the mean margin of a deal; with five tables or more, without the two extremes."""
    counted = sorted(margins)[1:-1] if len(margins) >= 5 else list(margins)
    return sum(counted) / len(counted)


def _victory_points(ahead: float, deals: int) -> float:
    """Return a side's victory points from its lead (card points) over the other side."""
    full = 2.5 * 31 * sqrt(deals) * sqrt(1 - 0.63)
    part = min(abs(ahead), full) / full
    share = (1 - GOLDEN ** (3 * part)) / (1 - GOLDEN**3)
    won: float = round(10 + 10 * share, 2)
    return won if ahead >= 0 else round(20 - won, 2)


def totals(rounds: Sequence[Sequence[Json]], deals: int) -> dict[int, float]:
    """Return a dict from entrant to its score over all rounds."""
    scores: dict[int, float] = {}
    for tables in rounds:
        for entrant, (score, _won) in round_scores(tables, deals).items():
            scores[entrant] = round(scores.get(entrant, 0.0) + score, 2)
    return scores


def faults(event: Json) -> list[str]:
    """Return a text for each fault of a finished event: scores, final order, pairs, decks.

    `event` has `deals`, `rounds` (tables) and `table`: entrants with `score`, in their order.
    """
    own = totals(event["rounds"], event["deals"])
    wrong = [
        f"{line['entrant']} has {line['score']}, not {own[line['entrant']]}"
        for line in event["table"]
        if abs(own[line["entrant"]] - line["score"]) > 0.011
    ]
    scores = [line["score"] for line in event["table"]]
    if scores != sorted(scores, reverse=True):
        wrong.append("the table is not in the order of the scores")
    met: set[frozenset[int]] = set()
    for number, tables in enumerate(event["rounds"], start=1):
        seated = [entrant for table in tables for entrant in table["entrants"]]
        if len(set(seated)) < len(seated):
            wrong.append(f"somebody plays twice in round {number}")
        pairs = {frozenset(table["entrants"]) for table in tables if table["record"] is not None}
        if pairs & met:
            wrong.append(f"some meet again in round {number}")
        met |= pairs
        for deal in range(event["deals"]):
            decks = {str(table["record"]["deals"][deal]["deck"]) for table in tables
                     if table["record"] is not None}  # fmt: skip
            if len(decks) > 1:
                wrong.append(f"round {number}: deal {deal + 1} has {len(decks)} decks")
    return wrong
