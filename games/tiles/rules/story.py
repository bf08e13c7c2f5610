"""A finished match as one of its seats played it: what the conditions of tiles read.

Nothing here reads a deck. The tiles follow from what everybody has seen once the match is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from games.stats.results import UNCOUNTED, camps, outcome_of

Record: TypeAlias = dict[str, Any]
PLAYER: Final = "player"
"""Origin of an action that the player of the seat made, neither the clock nor a bot."""
BOT: Final = "bot"
GIVEN_UP: Final = ("resigned", "agreed", "abandoned")
"""Ends of matches that were not played to their end."""


@dataclass(frozen=True)
class SeatStory:
    """The record of a finished match, read from one seat, with its analysis if there is one."""

    record: Record
    seat: int
    levels: Mapping[int, str] = field(default_factory=dict)
    """Seat -> level of the house bot that sat there."""
    decisions: int = 0
    """Decisions of the seat that the analysis judged; 0 without an analysis."""
    errors: int = 0
    """Those of them that the analysis calls errors."""

    @property
    def side(self) -> int:
        """Return the index of the seat's side."""
        side: int = self.record["seats"][self.seat]["side"]
        return side

    @property
    def is_among_people(self) -> bool:
        """Return True if no bot or program sat at the table."""
        return all(place["kind"] != BOT for place in self.record["seats"])

    @property
    def is_finished(self) -> bool:
        """Return True if the match was played to its end, and the seat laid all its cards itself."""
        return self.record["ended_by"] not in GIVEN_UP and all(
            plays_itself(deal, self.seat) for deal in self.record["deals"]
        )

    @property
    def is_won(self) -> bool:
        """Return True if the match was played to its end, and won by the seat's side alone."""
        return self.is_finished and self.record["winners"] == [self.side]

    @cached_property
    def deals(self) -> list[SeatDeal]:
        """Return the deals that count and in which the seat laid all its cards itself."""
        return [
            SeatDeal(self.record, deal, self.seat)
            for deal in self.record["deals"]
            if deal["ended_by"] not in UNCOUNTED and plays_itself(deal, self.seat)
        ]


def plays_itself(deal: Record, seat: int) -> bool:
    """Return True if neither the clock nor a bot laid a card for a seat in a deal."""
    return all(
        action["by"] == PLAYER
        for action in deal["actions"]
        if action["type"] == "play" and action["seat"] == seat
    )


class PlayedCard(NamedTuple):
    """A card of a deal's trick."""

    trick: Record
    seat: int
    card: str


@dataclass(frozen=True)
class SeatDeal:
    """One deal of a record, read from one seat."""

    record: Record
    deal: Record
    seat: int

    @property
    def side(self) -> int:
        """Return the index of the seat's side."""
        side: int = self.record["seats"][self.seat]["side"]
        return side

    @property
    def trump(self) -> str:
        """Return the trump suit; "" where none was named."""
        return (self.deal["trump"] or {}).get("suit") or ""

    @property
    def second(self) -> str:
        """Return the rank next to the ace, which counts ten points: "3", or "7" by some rules."""
        return "7" if self.record["rules"].get("ranks") == "swap_3_7" else "3"

    @cached_property
    def own_camp(self) -> frozenset[int]:
        """Return the seats that played the deal together with this one, itself among them."""
        numbers = camps(self.record, self.deal)
        return frozenset(
            seat for seat, number in enumerate(numbers) if number == numbers[self.seat]
        )

    @property
    def is_won(self) -> bool:
        """Return True if the seat's side won the deal, and no opponent did."""
        return self.side in outcome_of(self.record, self.deal).won

    @property
    def is_played_out(self) -> bool:
        """Return True if all cards of the deal were played."""
        return bool(self.deal["ended_by"] == "played_out")

    @property
    def is_plain(self) -> bool:
        """Return True if the side with the most points wins the deal, and there is no contract."""
        return (
            self.deal.get("contract") is None
            and self.record["rules"].get("score.policy", "most") == "most"
        )

    @cached_property
    def tricks(self) -> list[Record]:
        """Return the complete tricks of the deal, in order."""
        return [trick for trick in self.deal["tricks"] if trick["winner"] is not None]

    @property
    def own_tricks(self) -> list[Record]:
        """Return the tricks that the seat itself took."""
        return [trick for trick in self.tricks if trick["winner"] == self.seat]

    def cards_of(self, seat: int) -> list[PlayedCard]:
        """Return the cards that a seat laid in complete tricks, in order."""
        return [played for played in self.cards() if played.seat == seat]

    def cards(self) -> Iterator[PlayedCard]:
        """Yield all cards of complete tricks, in the order in which they were laid."""
        for trick in self.tricks:
            for play in trick["plays"]:
                yield PlayedCard(trick, play["seat"], play["card"])

    def is_brisca(self, card: str) -> bool:
        """Return True if a card is an ace, or counts ten points, and is no trump."""
        return card[0] != self.trump and card[1:] in ("1", self.second)

    def own_points(self) -> int:
        """Return the card points of the seat's camp."""
        points = self.deal["points"]["seats"]
        return sum(points[seat] for seat in self.own_camp)

    def leads(self) -> list[int]:
        """Return the lead of the seat's side, before the first trick and after each, in card points.

        It is measured against the best of the other sides, and negative behind them.
        """
        sums = [0] * len(self.record["sides"])
        leads = [0]
        for trick in self.tricks:
            sums[self.record["seats"][trick["winner"]]["side"]] += trick["points"]
            others = (points for side, points in enumerate(sums) if side != self.side)
            leads.append(sums[self.side] - max(others))
        return leads
