"""Reads of what a player's cards cost by analysis: the mean loss of a play, by rank and trump."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from games.models import Deal, SeatAnalysis
from games.models.matches import MatchStatus
from games.selectors.match_plays import UNIT_OF_LUCK

Json: TypeAlias = dict[str, Any]

MAX_MATCHES: Final = 60
"""Number of a player's last analysed matches that are read."""
MIN_PLAYS: Final = 30
"""Number of plays before which nothing is said of a kind of card."""


class CardLoss(NamedTuple):
    """The mean loss of a player with cards of one rank, of trumps or of other suits."""

    rank: int
    """Printed number of the cards."""
    is_trump: bool
    plays: int
    loss: float
    """Mean of a play, in card points."""


def card_losses(player: int) -> list[CardLoss]:
    """Return what the cards of a player (row id) cost, those that cost least first.

    Kinds of cards with fewer than MIN_PLAYS plays in the last analysed matches are left out.
    """
    losses: defaultdict[tuple[int, bool], list[float]] = defaultdict(list)
    for kind, loss in _plays_of(player):
        losses[kind].append(loss)
    means = [
        CardLoss(rank, is_trump, len(each), sum(each) / len(each))
        for (rank, is_trump), each in losses.items()
        if len(each) >= MIN_PLAYS
    ]
    return sorted(means, key=lambda row: (row.loss, row.rank, row.is_trump))


def _plays_of(player: int) -> Iterator[tuple[tuple[int, bool], float]]:
    """Yield rank, whether it was a trump, and loss of each judged play of the last matches."""
    analysed = SeatAnalysis.objects.filter(
        player=player, match__status=MatchStatus.FINISHED, match__analysis__body__isnull=False
    ).order_by("-finished_at", "-match", "-seat")
    rows = list(analysed.values_list("match", "seat", "match__analysis__body")[:MAX_MATCHES])
    deals = Deal.objects.filter(match__in=[match for match, _seat, _body in rows])
    trumps = {
        (match, number): suit
        for match, number, suit in deals.order_by().values_list("match", "number", "trump_suit")
    }
    for match, seat, body in rows:
        analysis: Json = orjson.loads(zlib.decompress(body or b""))
        if analysis.get("unit") != UNIT_OF_LUCK:
            continue
        for deal in analysis["deals"]:
            yield from _plays_of_deal(deal, seat, trumps.get((match, deal["number"]), ""))


def _plays_of_deal(deal: Json, seat: int, trump: str) -> Iterator[tuple[tuple[int, bool], float]]:
    """Yield rank, whether it was a trump, and loss of a seat's judged plays in a deal."""
    for play in deal["plays"]:
        suit, number = play["card"][:1], play["card"][1:]
        if trump and play["seat"] == seat and play["judged"] is not None and number.isdecimal():
            yield (int(number), suit == trump), play["judged"]["loss"]
