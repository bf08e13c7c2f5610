"""Worth of a hand in a contract: the points that the caller's side is expected to make.

It is a sum over the cards of the hand, by place, for trumps and other cards. The figures were
fitted by least squares to what rules bots made in some thousand random deals each. They are right
on average for weak and strong hands, with a standard deviation of 18 points for a called partner,
20 before the talon is seen and 13 after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import SUITS, Card, Rules, Suit

Places = tuple[float, float, float, float, float, float]
"""Points of ace, three, king, knight, jack, and each other card."""
NONE: Final[Places] = (0.0,) * 6


@dataclass(frozen=True, slots=True)
class Worth:
    """Card points that each card of a caller's hand adds to what its side is expected to make."""

    base: float
    trump: Places
    side: Places
    called: Places = NONE
    """Points of the card with which a partner is called."""
    alone: float = 0.0
    """Points for calling one's own card."""
    marriage: float = 0.0
    """Points of king and knight of trumps in one hand, besides their own."""
    void: float = 0.0
    """Points of each suit without a card."""
    away: Places = NONE
    """Points of the discarded cards."""


CALLED: Final = Worth(
    base=35.8,
    trump=(18.7, 15.1, 11.2, 8.6, 7.5, 4.8),
    side=(0.9, 0.0, 0.0, 0.0, 0.0, 0.0),
    called=(15.1, 10.9, 5.9, 2.5, 1.0, 0.4),
    alone=-34.6,
)
BEFORE_TALON: Final = Worth(
    base=25.4,
    trump=(16.6, 13.5, 16.8, 17.4, 6.5, 5.7),
    side=(8.5, 6.3, 4.8, 3.0, 0.4, 0.0),
    marriage=13.4,
    void=6.1,
)
AFTER_TALON: Final = Worth(
    base=-12.8,
    trump=(22.6, 20.9, 14.1, 11.5, 11.8, 9.8),
    side=(11.7, 6.6, 1.6, 0.3, 0.1, 0.0),
    marriage=37.8,
    void=5.7,
    away=(10.5, 6.2, 2.2, 1.6, 1.1, 0.0),
)
_PLACES: Final = {11: 0, 10: 1, 4: 2, 3: 3, 2: 4}
"""Index in `Places` by card points."""


def place(rules: Rules, card: Card) -> int:
    """Return the index (0 to 5) of a card's figure in `Places`, which follows its card points."""
    return _PLACES.get(rules.points[card], 5)


def worth_of(
    rules: Rules,
    table: Worth,
    hand: Sequence[Card],
    suit: Suit,
    called: Card | None = None,
    away: Sequence[Card] = (),
) -> float:
    """Return the card points that the side of this hand is expected to make with `suit` as trump.

    `called` is the card that calls a partner, if any; `away` are cards that the seat discarded.
    """
    points = table.base
    for card in hand:
        points += (table.trump if card[0] == suit else table.side)[place(rules, card)]
    for card in away:
        points += table.away[place(rules, card)]
    if table.void:
        points += table.void * (len(SUITS) - len({card[0] for card in hand}))
    king, knight, _ = rules.figures
    if table.marriage and f"{suit}{king}" in hand and f"{suit}{knight}" in hand:
        points += table.marriage
    if called is None:
        return points
    return points + (table.alone if called in hand else table.called[place(rules, called)])
