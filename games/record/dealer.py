"""The draw of the first dealer, which neither the server nor any one seat can choose.

When a match begins the server commits to a seed for the draw, before it knows what any browser will
commit to for the first deal. The draw follows from that seed and from those commits, which are
hashes of random nonces; it is made in the same moment in which the deal is sealed, so that no
commit can be changed after it. Then the seed is shown.

Seats that the house plays count as committed to the nonce of zeros: their commits are the server's,
which could try many.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine import Card, DrawDealer, IllegalAction, Rules, apply, draws_decide, start
from games.engine.events import DealerDrawn
from games.record.fairness import NO_NONCE, SEED_BYTES, below, client_commit, digest, words

DEALER: Final = "dealer"
"""Key of the draw in the proof of a first deal."""
FIRST_DEAL: Final = 1
STREAM: Final = "dealer-draw"


@dataclass(frozen=True, slots=True)
class DrawnDealer:
    """The first dealer and the cards drawn for it; no cards if it was drawn by lot."""

    dealer: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class DealerSeal:
    """The server's seed for the draw of the dealer, to which it commits; secret until the draw."""

    match: str
    rules: Rules
    seed: bytes
    house: tuple[int, ...]
    """Seats of house bots, in rising order."""

    @property
    def commit(self) -> str:
        """Return the commit to the seed in hex, which is public from the start of the match."""
        return dealer_commit(self.match, self.rules.ruleset.hash, self.seed, self.house).hex()

    def draw(self, client_commits: Sequence[bytes | None]) -> DrawnDealer:
        """Return the first dealer that seed and commits (by seat, for the first deal) give."""
        said = dealer_transcript(
            self.match,
            self.rules.ruleset.hash,
            bytes.fromhex(self.commit),
            [None if seat in self.house else one for seat, one in enumerate(client_commits)],
        )
        stream = words(self.seed, said, STREAM)
        if not self.rules.high_card:
            return DrawnDealer(below(self.rules.players, stream))
        cards = drawn_cards(self.rules, stream)
        return DrawnDealer(dealer_of(self.rules, cards), cards)

    def proof(self) -> dict[str, Any]:
        """Return the part of the first deal's proof that is about the draw, all bytes in hex.

        The commits of the browsers are those of the deal.
        """
        return {"commit": self.commit, "seed": self.seed.hex(), "house": list(self.house)}


def new_seal(match: str, rules: Rules, house: Collection[int], seed: bytes) -> DealerSeal:
    """Make a seal with this seed, of `SEED_BYTES` random bytes.

    Raises:
        ValueError: the seed has another length.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed of {len(seed)} bytes")
    return DealerSeal(match, rules, seed, tuple(sorted(house)))


def dealer_commit(match: str, rules_hash: str, seed: bytes, house: Sequence[int]) -> bytes:
    """Return the server's commit (32 bytes) to its seed for the draw, published before others."""
    return digest("dealer-commit", match, rules_hash, seed, len(house), *house)


def dealer_transcript(
    match: str, rules_hash: str, commit: bytes, client_commits: Sequence[bytes | None]
) -> bytes:
    """Return the hash (32 bytes) of all commits before the draw; None counts as one to zeros."""
    parts = [
        committed or client_commit(match, FIRST_DEAL, seat, NO_NONCE)
        for seat, committed in enumerate(client_commits)
    ]
    return digest("dealer-transcript", match, rules_hash, commit, len(parts), *parts)


def drawn_cards(rules: Rules, stream: Iterator[int]) -> tuple[Card, ...]:
    """Return cards drawn from a pack that `stream` shuffles, as many as decide the first dealer."""
    pack = list(rules.deck)
    for last in range(len(pack) - 1, 0, -1):
        other = below(last + 1, stream)
        pack[last], pack[other] = pack[other], pack[last]
    while True:
        for count in range(rules.players, len(pack) + 1):
            drawn = tuple(pack[:count])
            if draws_decide(rules, drawn):
                return drawn
        pack.append(pack.pop(0))  # a pack of nothing but ties: turn it on, and draw again


def drawn_rounds(rules: Rules, cards: Sequence[Card]) -> tuple[tuple[tuple[int, Card], ...], ...]:
    """Return the rounds of (seat, card) in which these cards were drawn for the first dealer.

    Raises:
        IllegalAction: they do not decide the dealer.
    """
    return _drawn(rules, cards).draws


def dealer_of(rules: Rules, cards: Sequence[Card]) -> int:
    """Return the seat that these drawn cards make the first dealer.

    Raises:
        IllegalAction: they do not say who.
    """
    return _drawn(rules, cards).dealer


def _drawn(rules: Rules, cards: Sequence[Card]) -> DealerDrawn:
    _, events = apply(start(rules, dealer=0), DrawDealer(tuple(cards)))
    (drawn,) = (event for event in events if isinstance(event, DealerDrawn))
    return drawn


def draw_of_block(block: Mapping[str, Any], rules: Rules) -> tuple[DrawnDealer | None, str]:
    """Return (draw, "") of a well-formed proof of a first deal, or (None, wrong field)."""
    told = block[DEALER]
    house = tuple(told["house"])
    seal = DealerSeal(block["match"], rules, bytes.fromhex(told["seed"]), house)
    if seal.commit != told["commit"]:
        return None, "commit"
    commits = [one and bytes.fromhex(one) for one in block["client_commits"]]
    try:
        return seal.draw(commits), ""
    except IllegalAction:
        return None, "seed"
