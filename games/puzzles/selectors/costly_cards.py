"""Reads of the cards that cost a player most lately."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.core.cache import cache

from games.models import Mistake
from games.puzzles.selectors.exercises import judgement_of

CACHE_S: Final = 300
"""Seconds for which a player's costly cards are cached, as each is read from an analysis."""


class CostlyCard(NamedTuple):
    """A card that cost its player points by the analysis, and the better one."""

    card: str
    best: str
    loss: float
    """Card points."""


def costly_cards(player: int, *, since: datetime, count: int = 3) -> list[CostlyCard]:
    """Return the cards that cost a player (row id) most since a moment, the dearest first.

    Mistakes are chosen by what they weighed, and told in card points, as the review tells them. The
    answer may be CACHE_S old.
    """
    key = f"costly-cards:{player}"
    cards: list[CostlyCard] | None = cache.get(key)
    if cards is None:
        rows = Mistake.objects.filter(
            player=player, is_exercise=True, finished_at__gte=since, at__contains="c"
        )
        dearest = rows.order_by("-loss", "-pk")[:count]
        cards = [card for mistake in dearest if (card := _card(mistake)) is not None]
        cards.sort(key=lambda card: -card.loss)
        cache.set(key, cards, CACHE_S)
    return cards


def _card(mistake: Mistake) -> CostlyCard | None:
    """Return the card of a mistake with the better one; None if its analysis is gone."""
    solution = judgement_of(mistake)
    if solution is None:
        return None
    points = {option["card"]: option["points"] for option in solution["cards"]}
    loss = points[solution["best"]] - points[solution["played"]]
    return CostlyCard(solution["played"], solution["best"], max(0.0, loss))
