"""JSON that the engine's views and results are written as: types, limits and what they mean.

`games.engine.notation` makes these values, and published documents are made of these types.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict, get_args

from games.engine.action_types import BidJson
from games.engine.cards import Card, Suit
from games.engine.json_annotations import Count, Limits, Published, Ref, SeatNumber
from games.engine.results import Extra
from games.engine.state import Phase, Question
from games.engine.visibility import ContractView, OfferView, SignView

Json: TypeAlias = dict[str, Any]
ActionJson: TypeAlias = Annotated[Json, Ref("Action")]
ContractJson: TypeAlias = Annotated[
    Json, Published(ContractView), "What is to be made, as far as this viewer knows."
]
QuestionJson: TypeAlias = Annotated[Json, Published(Question), "Asked and not answered."]
OfferJson: TypeAlias = Annotated[
    Json, Published(OfferView), "What somebody asks for, until it is answered or has lapsed."
]
SignJson: TypeAlias = Annotated[Json, Published(SignView), "A sign made or seen."]
ExtraJson: TypeAlias = Annotated[Json, Published(Extra), "Points beside those of the cards."]


class PlayJson(TypedDict):
    """A card that a seat played to a trick; `announce` is "arrastre" or null."""

    seat: SeatNumber
    card: Card
    announce: str | None


class TrickJson(TypedDict):
    """The trick in progress, number from 1; `winning` is the seat that would take it now."""

    number: Count
    leader: SeatNumber
    plays: list[PlayJson]
    winning: SeatNumber | None


class TakenTrickJson(TypedDict):
    """A trick that is over, number from 1; `winner` took it with so many card points."""

    number: Count
    leader: SeatNumber
    plays: list[PlayJson]
    winner: SeatNumber | None
    points: Count


class TrumpJson(TypedDict):
    """The trump suit, and the card that was first turned up for it, if any."""

    suit: Suit
    card: Card | None


class PointsJson(TypedDict):
    """Card points taken, by seat and by side."""

    seats: list[int]
    sides: list[int]


class SeatBidJson(TypedDict):
    """A bid, and the seat that made it."""

    seat: SeatNumber
    bid: BidJson


class AuctionJson(TypedDict):
    """The auction of ranks or points: its bids in order, the highest, and who has passed."""

    kind: str
    bids: list[SeatBidJson]
    high: SeatBidJson | None
    passed: list[bool]


class MarriageJson(TypedDict):
    """King and knight of a suit that a seat showed, and their points for its side."""

    seat: SeatNumber
    suit: Suit
    points: Count
    side: Count


class ClaimJson(TypedDict):
    """A claim of all remaining cards that the viewer may make, as far as it can judge it."""

    certain: Annotated[bool, "Whether it is right; then it is among `legal`."]
    opens: Annotated[bool, "Whether a false one lays the claimer's hand open."]


class ContractResultJson(TypedDict):
    """Result of a contract: points made of its target; `partner` is the caller if it was alone."""

    caller: SeatNumber
    partner: SeatNumber | None
    bid: BidJson
    suit: Suit | None
    rank: Count | None
    target: Count
    made: Count
    declarer: NotRequired[SeatNumber]
    discards: NotRequired[list[Card]]


class ResultTrumpJson(TypedDict):
    """The trump suit of the deal, and the card that was turned up for it, if any."""

    suit: Suit | None
    card: Card | None


class DealResultJson(TypedDict):
    """The result of a deal that was counted, all of it public."""

    deal: Annotated[Count, "Its number, from 1."]
    dealer: SeatNumber
    trump: ResultTrumpJson
    points: Annotated[PointsJson, "Card points; they add to those of the pack."]
    cards: Annotated[list[int], "Cards taken, by side."]
    game_points: Annotated[list[int], "What the deal adds to the score, by side."]
    score: Annotated[list[int], "The score after it, by side."]
    ended_by: str
    tie: Annotated[bool, "Whether several sides were level at the top."]
    extras: list[ExtraJson]
    totals: Annotated[list[int], "Card points and extras, by side."]
    contract: ContractResultJson | None


class DealSummaryJson(TypedDict):
    """The result of one deal in short, in the list at the end of a match."""

    deal: Annotated[Count, "Its number, from 1."]
    points: Annotated[list[int], "Card points and extras, by side."]
    game_points: Annotated[list[int], "What it added to the score, by side."]
    ended_by: str


class OverJson(TypedDict):
    """Summary of a deal that is over, and of a match that is over; the same for all viewers."""

    briscas: Annotated[
        list[list[Card]] | None, "Aces and threes that each side took; null: it was not counted."
    ]
    results: Annotated[
        list[DealSummaryJson], "Every deal that was counted, once the match is over."
    ]


class OpenViewJson(TypedDict):
    """The part of a view of a match that is the same for all viewers."""

    players: Count
    sides: Annotated[list[list[int]], "The seats of each side."]
    phase: Annotated[str, Limits(enum=get_args(Phase))]
    deal: Annotated[Count, "Number of the deal."]
    dealer: SeatNumber
    eldest: SeatNumber
    turn: Annotated[Count | None, "Who is to act."]
    trump: TrumpJson | None
    turned: Annotated[Card | None, "The card under the stock, while it lies there."]
    stock: Annotated[Count, "Cards left to draw."]
    counts: Annotated[list[int], "Cards in each hand."]
    stock_cards: Annotated[list[Card], "What may be seen of the stock."]
    trick: TrickJson | None
    last_trick: TakenTrickJson | None
    tricks: Annotated[list[int], "Tricks won, by seat."]
    points: PointsJson
    score: Annotated[list[int], "By side."]
    target: Annotated[Count | None, "The score that wins."]
    unit: Annotated[str, "What the score counts: deals or points."]
    auction: AuctionJson | None
    marriages: list[MarriageJson]
    questions: list[QuestionJson]
    offer: OfferJson | None
    paused: Annotated[Count | None, "The seat whose pause it is; null while all play."]
    result: Annotated[DealResultJson, Ref("DealResult")] | None
    winners: Annotated[list[int] | None, "Sides; none in a drawn match."]
    ended_by: str | None
    over: NotRequired[OverJson | None]


class OwnViewJson(TypedDict):
    """The part of a view of a match that depends on the viewer."""

    seat: Annotated[Count | None, "The viewer's; null for who watches."]
    hand: Annotated[list[Card], "The viewer's own."]
    hands: Annotated[list[list[Card] | None] | None, "Hands that lie open to this viewer."]
    armed: Annotated[bool, "Whether the exchange is asked for."]
    legal: Annotated[list[ActionJson], "What the viewer may do now, ready to be sent."]
    may_offer: Annotated[list[str], "What the viewer may ask the others for."]
    claim: Annotated[
        ClaimJson | None, "How a claim stands, by what the viewer sees; null: none to make."
    ]
    contract: ContractJson | None
    looking: Annotated[Count | None, "At whom the viewer looks."]
    signs: list[SignJson]
    notes: Annotated[Json, "What rules of other makers show, by their name."]


class ViewJson(OpenViewJson, OwnViewJson):
    """View: all that one viewer may know of a match, and so all that a client can show."""
