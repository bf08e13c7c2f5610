"""Counts of card positions in shuffled decks, and the probability of such counts by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from games.engine import Card
from games.record.fairness import client_commit, deck_for

RULES_HASH = "sha256:" + "0" * 64
"""Hash that stands in for that of a real ruleset."""


def decks(
    pack: Sequence[Card], count: int, token_bytes: Callable[[int], bytes]
) -> Iterator[tuple[Card, ...]]:
    """Yield decks as they are dealt to two players, each from a new seed, two nonces and a cut."""
    for number in range(1, count + 1):
        nonces = [token_bytes(16), token_bytes(16)]
        commits = [client_commit("m", number, seat, nonce) for seat, nonce in enumerate(nonces)]
        cut = 4 + int.from_bytes(token_bytes(8), "big") % (len(pack) - 7)
        yield deck_for(token_bytes(32), "m", number, RULES_HASH, commits, nonces, cut, pack)


@dataclass
class Counts:
    """Counts over many decks: how often each card is at each place, and follows each other card."""

    pack: Sequence[Card]
    decks: int = 0
    places: list[list[int]] = field(default_factory=list)
    followers: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = len(self.pack)
        self.index = {card: at for at, card in enumerate(self.pack)}
        self.places = [[0] * size for _ in range(size)]
        self.followers = [[0] * size for _ in range(size)]

    def add(self, deck: Sequence[Card]) -> None:
        """Add a deck to the counts."""
        self.decks += 1
        before = None
        for place, card in enumerate(deck):
            at = self.index[card]
            self.places[place][at] += 1
            if before is not None:
                self.followers[before][at] += 1
            before = at

    def place_chance(self) -> float:
        """Return the probability that fair shuffles give place counts at least this uneven.

        Rows and columns are both fixed, which leaves (n-1)^2 degrees of freedom; the sum is scaled by (n-1)/n
        for that.
        """
        size = len(self.pack)
        due = self.decks / size
        total = sum((count - due) ** 2 / due for row in self.places for count in row)
        return chance(total * (size - 1) / size, (size - 1) ** 2)

    def trump_chance(self) -> float:
        """Return the probability that fair shuffles give seventh cards at least this uneven.

        The seventh card is the trump of two players.
        """
        due = self.decks / len(self.pack)
        total = sum((count - due) ** 2 / due for count in self.places[6])
        return chance(total, len(self.pack) - 1)

    def rising(self) -> tuple[int, float]:
        """Return the number of cards still followed by their next in the pack, and the expected number."""
        size = len(self.pack)
        count = sum(self.followers[at][at + 1] for at in range(size - 1))
        return count, self.decks * (size - 1) / size


def chance(total: float, freedom: int) -> float:
    """Return the probability of a chi-square of at least `total`, by Wilson-Hilferty."""
    spread = 2 / (9 * freedom)
    deviation = ((total / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2
