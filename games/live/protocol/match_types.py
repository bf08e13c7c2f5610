"""Types of messages about a match beside the views of `games.engine.json_types`: time, proof, chat."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from games.engine.cards import Card, Suit
from games.engine.json_annotations import Count, Limits, SeatNumber
from games.engine.json_types import ActionJson

RulesHash: TypeAlias = Annotated[str, Limits(pattern="^sha256:[0-9a-f]{64}$")]
Hex: TypeAlias = Annotated[str, Limits(pattern="^[0-9a-f]*$")]
Hash: TypeAlias = Annotated[str, Limits(pattern="^[0-9a-f]{64}$")]
HouseSeats: TypeAlias = Annotated[
    list[int], "Seats of the house's bots; their commits do not count in the draw."
]
ServerCommit: TypeAlias = Annotated[Hash, "The server's, made with the match."]


class ClockJson(TypedDict):
    """Thinking time in milliseconds that remain."""

    turn: Annotated[Count | None, "Whose time runs."]
    remaining_ms: Annotated[Count, "Of this turn."]
    turn_ms: Annotated[Count, "For each turn."]
    bank_ms: Annotated[list[int], "To spare, by seat."]
    paused: bool


class DealerProofJson(TypedDict):
    """How the first dealer is drawn, as the proof of the first deal says."""

    commit: ServerCommit
    seed: Hash
    house: HouseSeats


class DealerDrawJson(TypedDict):
    """How the first dealer is drawn, as the proof of the first deal says."""

    commit: ServerCommit
    seed: Annotated[Hash | None, "Null until the draw is made."]
    house: HouseSeats


class ProofJson(TypedDict):
    """The proof of a deal that is over, brisca-fair/1."""

    scheme: Literal["brisca-fair/1"]
    match: str
    deal: Count
    rules: RulesHash
    server_commit: Hex
    server_seed: Hex
    client_commits: list[Hex | None]
    nonces: list[Hex]
    cut: Count
    flags: list[str]
    dealer: NotRequired[DealerProofJson]


class ChatLineJson(TypedDict):
    """Something said at a table: a phrase that clients put into words, or own words."""

    id: Count
    at: Annotated[str, Limits(format="date-time")]
    seat: Annotated[SeatNumber | None, "Null for who watches."]
    player: str
    room: Literal["table", "watchers"]
    phrase: str | None
    text: str | None


class VariationPlayJson(TypedDict):
    """A card of the trick."""

    seat: SeatNumber
    card: Card


class VariationJson(TypedDict):
    """A deal of a finished match after other cards, all open."""

    deal: Count
    over: bool
    turn: SeatNumber | None
    hands: list[list[Card]]
    trick: list[VariationPlayJson]
    tricks: Annotated[Count, "That are complete."]
    taken: Annotated[SeatNumber | None, "Who took the last one."]
    trump: Suit | None
    turned: Card | None
    stock: Annotated[Count, "Cards left."]
    points: Annotated[list[int], "Card points, by side."]
    legal: Annotated[list[ActionJson], "What the seat to act may try; a line has its number."]
    moves: Annotated[
        list[Annotated[dict[str, Any], "An action and its `seat`."]], "What the line came to."
    ]
    outcome: Annotated[
        dict[str, Any], "Tricks, points and contract of the deal so far, as in a record."
    ]
