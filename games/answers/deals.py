"""Deals, tricks and records, and matches with their deals."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from games.answers.matches import Match, MatchEnd, RecordSeat
from games.common.notation import Json, Moment, page, shape
from games.engine.json_annotations import Limits

SUITS: Final = ("O", "C", "E", "B")
Suit: TypeAlias = Annotated[str, Limits(enum=SUITS)]
RECORD_FORMATS: Final = ("brisca-record/1",)
DEAL_ENDS: Final = (
    "played_out", "claim", "three_killed", "all_passed", "penalty", "resigned", "agreed",
    "abandoned",
)
DealEnd: TypeAlias = Annotated[str, Limits(enum=DEAL_ENDS)]
ActionType: TypeAlias = Literal[
    "cut", "play", "exchange", "arm_exchange", "claim", "resign", "offer", "reply", "resume", "bid",
    "declare", "discard", "peek", "look", "sign", "ask", "answer", "say",
]
BID_OBJECT: Final = {
    "type": "object",
    "properties": {"rank": {"type": "integer"}, "points": {"type": "integer"}},
    "additionalProperties": False,
}
AnyBid: TypeAlias = Annotated[
    Any, Limits(oneOf=[{"type": "string", "enum": ["pass"]}, BID_OBJECT]),
    "`bid`: `pass`, or the rank, the points, or both.",
]

class Points(TypedDict):
    """Part of API answers: the card points of a deal, by seat and by side."""
    seats: list[int]
    sides: list[int]

class Trump(TypedDict):
    """Part of API answers: the trump suit of a deal, and the card that was turned for it."""
    suit: Annotated[Suit | None, "null: none was named."]
    card: Annotated[str | None, "null: none was turned."]

class Bid(TypedDict, total=False):
    """Part of API answers: a bid in the auction: a card rank, points to make, or both."""
    rank: Annotated[int, "Printed number of the card to call."]
    points: Annotated[int, "Points to make."]

class Contract(TypedDict):
    """Part of API answers: the contract of the auction's winner, and whether it was made."""
    caller: Annotated[int, "Seat that won the auction."]
    partner: Annotated[int | None, "Seat of the called card; the caller's own: it played alone; "
        "null: none is called."]
    bid: Bid
    suit: Annotated[Suit | None, "The trump."]
    rank: Annotated[int | None, "Of the called card, its printed number."]
    target: Annotated[int, "Points to make."]
    made: Annotated[int, "Points that its side made; the contract is won with `target` of them."]
    declarer: NotRequired[Annotated[int, "The caller, in games with a talon."]]
    discards: NotRequired[Annotated[list[str], "What it put away for the talon."]]

class Extra(TypedDict):
    """Part of API answers: points that a side gets besides its cards, as for a marriage."""
    side: Annotated[int, "Index into `sides`."]
    why: Annotated[Literal["marriage", "declared", "last_trick"], "King and knight of a suit "
        "taken, or shown; the last trick."]
    suit: Suit | None
    points: int

class Outcome(TypedDict):
    """Part of API answers: how a deal ended: trump, contract, card points and game points."""
    number: Annotated[int, "From 1."]
    dealer: int
    trump: Trump | None
    contract: Annotated[Contract | None, "null: the game has no auction."]
    points: Points
    extras: list[Extra]
    game_points: Annotated[list[int], "What it added to the score of each side; may be negative."]
    ended_by: DealEnd

class Deal(Outcome):
    """Part of API answers: how a deal ended, with the total points of each side."""
    totals: Annotated[list[int], "Of each side, card points and extras."]

class _Action(TypedDict):
    """Base type: the fields of every action of a deal in API answers."""
    seq: Annotated[int, "Rises over the whole match."]
    seat: int
    type: ActionType
    by: Literal["player", "clock", "bot"]
    ms: Annotated[int, "Time taken."]

class RecordAction(_Action, total=False):
    """Part of API answers: one action of a deal; its type decides which other fields it has."""
    card: Annotated[str, "`play`."]
    announce: Annotated[str | None, "`play`."]
    give: Annotated[str, "`exchange`: the card from the hand."]
    take: Annotated[str, "`exchange`: the card that was turned."]
    on: Annotated[bool, "`arm_exchange`."]
    at: Annotated[int, "`cut`: cards from the top; `peek`, `look`: the other's seat."]
    bid: AnyBid
    suit: Annotated[Suit, "`declare`."]
    rank: Annotated[int, "`declare`: of the called card."]
    cards: Annotated[list[str], "`discard`."]
    sign: Annotated[str, "`sign`: what it means."]
    seen_by: Annotated[list[int], "`sign`: the seats that saw it."]
    to: Annotated[int, "`ask`, `answer`: the partner's seat."]
    question: Annotated[Literal["points", "brisca"], "`ask`."]
    yes: Annotated[bool, "`answer`, `reply`."]
    what: Annotated[Literal["draw", "resign", "pause"], "`offer`, `reply`."]
    text: Annotated[str, "`say`."]
    failed: Annotated[bool, "`claim`: true where it was false, and the hand was laid open."]

class Play(TypedDict):
    """Part of API answers: one card of a trick, and the seat that played it."""
    seat: int
    card: str
    announce: NotRequired[str | None]

class Trick(TypedDict):
    """Part of API answers: one trick: its cards in order, its winner and its card points."""
    number: Annotated[int, "From 1 in each deal."]
    leader: int
    plays: list[Play]
    winner: Annotated[int | None, "null: never completed."]
    points: int
    trump: Annotated[Suit | None, "null: no trump was in force."]

class PlayedDeal(Outcome):
    """Part of API answers: a deal with its deck, its proof and every action."""
    deck: Annotated[list[str], "After shuffle and cut."]
    fairness: Annotated[Json | None, "The `brisca-fair/1` proof; of a first deal with `dealer`, "
        "how the dealer was drawn."]
    actions: list[RecordAction]

class FullDeal(Deal, PlayedDeal):
    """API answer: one deal of a finished match: deck, proof and actions, on request its tricks."""
    tricks: NotRequired[Annotated[list[Trick], "Where `include` names it."]]

class WideDeal(Deal, total=False):
    """Part of API answers: how a deal ended, with the parts that `include` asks for."""
    deck: Annotated[list[str], "After shuffle and cut."]
    fairness: Annotated[Json | None, "The `brisca-fair/1` proof."]
    actions: list[RecordAction]
    tricks: list[Trick]

class RecordDeal(PlayedDeal):
    """Part of API answers: one deal of a match record, with deck, proof, actions and tricks."""
    tricks: list[Trick]

class Record(TypedDict):
    """API answer: the complete record of a finished match, `brisca-record/1`."""
    format: Literal["brisca-record/1"]
    match: str
    preset: str
    rules: Annotated[Json, "Every option."]
    rules_hash: str
    seats: list[RecordSeat]
    sides: list[list[int]]
    dealer_draw: NotRequired[Annotated[list[str], "The cards drawn for the first dealer, where the "
        "highest card deals."]]
    started_at: Moment
    finished_at: Moment
    deals: list[RecordDeal]
    score: list[int]
    winners: list[int]
    ended_by: MatchEnd

class ExportLine(Record):
    """Line of a download: a record and a cursor. The last line is another, without a record.

    That one has `end` (true), `count` (records in this answer), `total` (with those before the
    cursor that was asked for) and `next` (a cursor, where `limit` left some out). Where it is
    missing the download broke off: go on with the `cursor` of the last whole line.
    """
    cursor: Annotated[str, "What to ask for to go on after this record."]

class MatchTrick(Trick):
    """Part of API answers: one trick of a match, with the number of its deal."""
    deal: Annotated[int, "Number of its deal."]

Deals = shape("Deals", "All deals of a match.", match=str, results=list[WideDeal])
Tricks = shape("Tricks", "All tricks of a deal.", match=str, deal=int, results=list[Trick])
MatchTricks = shape("MatchTricks", "All tricks of a match.", match=str, results=list[MatchTrick])

class WholeMatch(Match, total=False):
    """API answer: one match; null is what is not known while it runs; `include` adds parts."""
    rules: Annotated[Json, "Every option."]
    deals_played: Annotated[list[Deal] | None, "What came of each deal."]

MatchPage = page("MatchPage", WholeMatch, "matches")

class MatchOfWeek(TypedDict):
    """API answer: the match of the week that ended last, chosen by a rule."""
    week: Annotated[str, "Year and number of the week (ISO 8601) in which it was played."]
    match: Annotated[WholeMatch | None, "null: no match fits the rule, or its players said no."]
    points: Annotated[int | None, "Card points by which it was decided at its end."]
