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
    """JSON object: the thinking time of a match, in milliseconds."""

    turn: Annotated[Count | None, "Whose time runs."]
    remaining_ms: Annotated[Count, "Of this turn."]
    turn_ms: Annotated[Count, "For each turn."]
    bank_ms: Annotated[list[int], "To spare, by seat."]
    paused: bool


class DealerProofJson(TypedDict):
    """JSON object: the proof of the draw of the first dealer, in the proof of the first deal."""

    commit: ServerCommit
    seed: Hash
    house: HouseSeats


class DealerDrawJson(TypedDict):
    """JSON object: the draw of the first dealer; its seed is null until the draw is made."""

    commit: ServerCommit
    seed: Annotated[Hash | None, "Null until the draw is made."]
    house: HouseSeats


class ProofJson(TypedDict):
    """JSON object: the proof of the shuffle of a deal that is over (brisca-fair/1)."""

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
    """JSON object: one line of a table's chat, either a phrase by its name or free text."""

    id: Count
    at: Annotated[str, Limits(format="date-time")]
    seat: Annotated[SeatNumber | None, "Null for who watches."]
    player: str
    room: Literal["table", "watchers"]
    phrase: str | None
    text: str | None


class VariationPlayJson(TypedDict):
    """JSON object: a card of the current trick, with the seat that played it."""

    seat: SeatNumber
    card: Card


class VariationJson(TypedDict):
    """JSON object: the position of a deal after a tried line of moves, with all hands open."""

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
