"""The shape of what is tried in a review room, for the AsyncAPI document."""

from __future__ import annotations

from games.live.schema.words_of_schema import (
    CARDS,
    SEAT,
    WHOLES,
    Schema,
    flag,
    listed,
    maybe,
    ref,
    shape,
    told,
    whole,
)  # fmt: skip


def variation_shape() -> Schema:
    """A deal of a finished match after other cards."""
    play = shape("A card of the trick.", seat=SEAT, card=ref("Card"))
    return shape(
        "A deal of a finished match after other cards, all open.",
        deal=whole(), over=flag(), turn=maybe(SEAT), hands=listed(CARDS), trick=listed(play),
        tricks=whole("That are complete."), taken=told(maybe(SEAT), "Who took the last one."),
        trump=maybe(ref("Suit")), turned=maybe(ref("Card")), stock=whole("Cards left."),
        points=told(WHOLES, "Card points, by side."),
        legal=told(listed(ref("Action")), "What the seat to act may try; a line has its number."),
        moves=told(
            listed({"type": "object", "description": "An action and its `seat`."}),
            "What the line came to.",
        ),
        outcome={
            "type": "object",
            "description": "Tricks, points and contract of the deal so far, as in a record.",
        },
    )  # fmt: skip
