"""JSON of the actions that a seat may ask for: their fields beside `type`, and what they mean.

`games.engine.json_decoding` takes these fields and no others, and published documents describe them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias

from games.engine.cards import Card, Suit
from games.engine.json_annotations import Count, Limits, Ref, SeatNumber
from games.engine.phases.offers import MATTERS

BidJson: TypeAlias = Annotated[Any, Ref("Bid")]
ACTIONS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "play": ("Lay a card.", {"card": Card, "announce": NotRequired[Literal["arrastre"]]}),
    "exchange": ("Swap the seven or two of trumps for the turned card.", {"give": Card}),
    "arm_exchange": ("Do so as soon as it is legal.", {"on": NotRequired[bool]}),
    "claim": ("Take all that is left.", {}),
    "cut": ("Cut the deck, so many cards from the top.", {"at": Count}),
    "resign": ("Give up a match of two, or one with bots alone.", {}),
    "offer": (
        "Ask the others for a draw or a pause, or one's partners to give up.",
        {"what": Annotated[str, Limits(enum=MATTERS)]},
    ),
    "reply": ("Agree to what is asked, or not.", {"what": str, "yes": bool}),
    "resume": ("Go on after a pause.", {}),
    "bid": ("Bid for the contract.", {"bid": BidJson}),
    "declare": (
        "Call a card, name the trump, or show king and knight of a suit.",
        {"suit": Suit, "rank": NotRequired[Count | None]},
    ),
    "discard": ("Put away as many cards as the talon had.", {"cards": list[Card]}),
    "peek": ("Look at a partner's cards.", {"at": SeatNumber}),
    "look": ("Turn one's eyes to a seat.", {"at": SeatNumber}),
    "sign": ("Make a sign.", {"sign": str}),
    "ask": ("Ask a partner.", {"to": SeatNumber, "question": str}),
    "answer": ("Answer a partner.", {"to": SeatNumber, "yes": bool}),
    "say": ("Talk, where the rules let.", {"text": Annotated[str, Limits(maxLength=140)]}),
}
"""Type of an action -> its description, and its fields."""
