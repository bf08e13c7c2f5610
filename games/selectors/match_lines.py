"""Reads of what a line of a list shows of a finished match besides its result: deals, a trick."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypedDict

from django.db.models import F

from games.models import Deal, Trick

MAX_LINE_CARDS: Final = 6


class DealPoints(TypedDict):
    """Points of a deal by side: of its cards, and of the match's score; `bid`: it had an auction."""

    cards: list[int]
    score: list[int]
    bid: bool


class MatchLine(TypedDict):
    """Deals of a match in their order, and the cards of its deciding trick as they were played."""

    deals: list[DealPoints]
    cards: list[str]


def match_lines(ids: Collection[str]) -> dict[str, MatchLine]:
    """Return public id -> deals and deciding trick of finished matches, read in two queries.

    The deciding trick is that with most card points in the last deal, the later one of equals.
    """
    lines: dict[str, MatchLine] = {match: {"deals": [], "cards": []} for match in ids}
    deals = Deal.objects.filter(match__public_id__in=lines).order_by("match", "number")
    for match, cards, score, contract in deals.values_list(
        "match__public_id", "side_points", "game_points", "contract"
    ):
        lines[match]["deals"].append({"cards": cards, "score": score, "bid": contract is not None})
    tricks = Trick.objects.filter(
        deal__match__public_id__in=lines,
        deal__number=F("deal__match__deal_count"),
        winner__isnull=False,
    ).order_by("points", "number")
    for match, plays in tricks.values_list("deal__match__public_id", "plays"):
        lines[match]["cards"] = [card for _seat, card in plays][:MAX_LINE_CARDS]
    return lines
