"""Card codes and packs.

A card is its code: suit letter and printed number, `"O1"` the ace of coins, `"E12"` the king of
swords. The same text stands in tests, records, messages and bug reports.

>>> suit_of("E12"), number_of("E12")
('E', 12)
>>> len(PACK_40), len(PACK_48), PACK_40[:2]
(40, 48, ('O1', 'O2'))
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from games.engine.json_annotations import Ref

Card: TypeAlias = Annotated[str, Ref("Card")]
Suit: TypeAlias = Annotated[str, Ref("Suit")]

COINS: Final = "O"
CUPS: Final = "C"
SWORDS: Final = "E"
BATONS: Final = "B"

SUITS: Final[tuple[Suit, ...]] = (COINS, CUPS, SWORDS, BATONS)
"""The suits in the order in which trumps rotate (rules, 1.1)."""

ACE, TWO, THREE, SEVEN, JACK, KNIGHT, KING = 1, 2, 3, 7, 10, 11, 12


def suit_of(card: Card) -> Suit:
    """Return the suit letter of a card code."""
    return card[0]


def number_of(card: Card) -> int:
    """Return the printed number of a card code, 1 to 12; 13 is the king of the whole French pack."""
    return int(card[1:])


def pack(numbers: tuple[int, ...], removed: frozenset[Card] = frozenset()) -> tuple[Card, ...]:
    """Return the pack: every suit's cards with these numbers, without the removed ones, in order.

    The order (O, C, E, B, rising printed number) is what the shuffle starts from, so it is part of
    the fairness proof and never changes.
    """
    return tuple(
        card for suit in SUITS for number in numbers if (card := f"{suit}{number}") not in removed
    )


NUMBERS_40: Final = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
NUMBERS_48: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

NUMBERS_32: Final = (1, 3, 5, 6, 7, 10, 11, 12)
NUMBERS_52: Final = tuple(range(1, 14))
"""French cards taken as they are: 11 jack, 12 queen, 13 king."""

PACK_40: Final = pack(NUMBERS_40)
PACK_48: Final = pack(NUMBERS_48)
ALL_CARDS: Final = frozenset(pack(NUMBERS_52))
"""Every card code of any pack."""
