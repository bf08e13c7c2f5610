"""Reads of what a player's cards gave in analysed matches, what the player made of them, and how."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import orjson

from games.analysis import in_order, options_of
from games.engine import DECK_POINTS
from games.models import MatchAnalysis, Seat
from games.models.matches import MatchStatus

Json: TypeAlias = dict[str, Any]

UNIT_OF_LUCK: Final = "cards"
"""Unit of those analyses whose luck is told in card points."""
SIDES_OF_LUCK: Final = 2
"""Number of sides of a match whose luck is told: half of the points are then a side's fair share."""
DEAL_OF_PLACE: Final = re.compile(r"d(\d+)")


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a match that weighed: a card that was found or missed, or an exchange."""

    match: str
    """Public id."""
    at: str
    """Place in the review: `d2t3c1`."""
    seat: int
    kind: str
    """Kind `play`, or that of another decision, such as "exchange"."""
    card: str
    """Code of the card that was played; of an exchange, the card that was or could be taken."""
    given: str
    """Code of the card that was or could be given in an exchange; "" for a played card."""
    points: float
    """Points that the decision was ahead of the next best option, or lost."""
    is_find: bool
    """True if the best option was chosen where others were far behind."""

    @property
    def deal(self) -> int:
        """Return the number of the deal, from 1."""
        place = DEAL_OF_PLACE.match(self.at)
        return int(place[1]) if place else 1


@dataclass(frozen=True, slots=True)
class MatchPlay:
    """The points that the cards of a match gave a side and that it made, and the match's moments."""

    deals: int
    """Deals that were played out, of which points are told; 0 where the luck cannot be told."""
    given: float
    """Card points that the side could expect of its cards, over these deals."""
    taken: float
    """Card points that the side made."""
    moments: tuple[Moment, ...]
    """Finds and errors of all seats, in the order of play."""

    def of_seat(self, seat: int) -> list[Moment]:
        """Return the moments of one seat."""
        return [moment for moment in self.moments if moment.seat == seat]


def match_plays(seats: Iterable[Seat]) -> dict[int, MatchPlay]:
    """Return match (row id) -> its play by the stored analysis, for those of these seats that have one.

    The seats are of different matches, and their matches are loaded with them.
    """
    own = {seat.match_id: seat for seat in seats}
    rows = MatchAnalysis.objects.filter(
        match__in=own, match__status=MatchStatus.FINISHED, body__isnull=False
    )
    return {
        match: _play_of(orjson.loads(zlib.decompress(body)), own[match])
        for match, body in rows.values_list("match", "body")
        if body is not None
    }


def _play_of(body: Json, own: Seat) -> MatchPlay:
    """Return the play of an analysis (JSON) as one of the match's seats sees it."""
    sides = len(own.match.sides)
    counted = [deal for deal in body["deals"] if deal["play"] is not None]
    if body.get("unit", UNIT_OF_LUCK) != UNIT_OF_LUCK or sides != SIDES_OF_LUCK:
        counted = []
    share = DECK_POINTS / sides
    given = sum(share + deal["luck"][own.side] for deal in counted)
    taken = given + sum(deal["play"][own.side] for deal in counted)
    return MatchPlay(len(counted), given, taken, tuple(_moments(body, own.match.public_id)))


def _moments(body: Json, match: str) -> Iterable[Moment]:
    """Yield the finds and the errors of an analysis (JSON)."""
    for deal in body["deals"]:
        for entry in in_order(deal):
            grade = entry["judged"]["grade"]
            if grade in ("error", "find"):
                yield _moment(entry, match, is_find=grade == "find")


def _moment(entry: Mapping[str, Any], match: str, *, is_find: bool) -> Moment:
    """Return an entry of an analysis (JSON) as a moment."""
    judged = entry["judged"]
    kind = entry.get("kind", "play")
    given, card = _cards(entry, kind)
    options = options_of(judged)
    better, worse = (options[0], options[1]) if is_find and len(options) > 1 else (None, None)
    ahead = better["points"] - worse["points"] if better and worse else 0.0
    return Moment(
        match=match,
        at=entry["at"],
        seat=entry["seat"],
        kind=kind,
        card=card,
        given=given,
        points=ahead if is_find else lost_points(judged),
        is_find=is_find,
    )


def lost_points(judged: Mapping[str, Any]) -> float:
    """Return the points that a judged decision (JSON) cost, as the review tells them.

    They leave out chances to win, which weigh too where an analysis marks a mistake.
    """
    return max(0.0, float(judged["best_points"]) - float(judged["points"]))


def points_lost_in(match: int) -> dict[str, float]:
    """Return place ("d2t3c1") -> points that the decision there cost, in an analysed match (row id)."""
    row = MatchAnalysis.objects.filter(match=match, body__isnull=False).values_list("body").first()
    if row is None or row[0] is None:
        return {}
    body = orjson.loads(zlib.decompress(row[0]))
    return {
        entry["at"]: lost_points(entry["judged"])
        for deal in body["deals"]
        for entry in in_order(deal)
    }


def _cards(entry: Mapping[str, Any], kind: str) -> tuple[str, str]:
    """Return the given card ("" for a play) and the card that a decision is about; "" for others."""
    if kind == "play":
        return "", str(entry.get("card", ""))
    if kind == "exchange" and len(entry["cards"]) > 1:
        return str(entry["cards"][0]), str(entry["cards"][1])
    return "", ""


def heaviest(moments: Sequence[Moment], *, finds: bool) -> Moment | None:
    """Return the moment with a card that weighed most among finds, or else among errors, or None."""
    fitting = [moment for moment in moments if moment.is_find == finds and moment.card]
    return max(fitting, key=lambda moment: moment.points, default=None)
