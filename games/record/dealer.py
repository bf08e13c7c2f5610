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
    """Result of drawing the first dealer: its seat, and the cards drawn (none if by lot)."""

    dealer: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class DealerSeal:
    """The server's secret seed, to which it commits, for the draw of a match's first dealer."""

    match: str
    rules: Rules
    seed: bytes
    house: tuple[int, ...]
    """Seats of house bots, in rising order."""

    @property
    def commit(self) -> str:
        """Return the server's commit (hash in hex) to the seed, public from the match's start."""
        return dealer_commit(self.match, self.rules.ruleset.hash, self.seed, self.house).hex()

    def draw(self, client_commits: Sequence[bytes | None]) -> DrawnDealer:
        """Return the first dealer that follows from the seed and the seats' commits.

        The commits are those of the first deal, by seat; None is for a seat without one.
        """
        transcript_bytes = dealer_transcript(
            self.match,
            self.rules.ruleset.hash,
            bytes.fromhex(self.commit),
            [None if seat in self.house else commit for seat, commit in enumerate(client_commits)],
        )
        stream = words(self.seed, transcript_bytes, STREAM)
        if not self.rules.high_card:
            return DrawnDealer(below(self.rules.players, stream))
        cards = drawn_cards(self.rules, stream)
        return DrawnDealer(dealer_of(self.rules, cards), cards)

    def proof(self) -> dict[str, Any]:
        """Return the dealer's part of the first deal's proof: "commit", "seed" and "house".

        The first two are in hex, "house" lists the seats of the site's bots. The commits of the
        browsers are those of the deal.
        """
        return {"commit": self.commit, "seed": self.seed.hex(), "house": list(self.house)}


def new_seal(match: str, rules: Rules, house: Collection[int], seed: bytes) -> DealerSeal:
    """Return the seal of a match's draw of the first dealer, given a seed of `SEED_BYTES` bytes.

    `house` are the seats of the site's bots.

    Raises:
        ValueError: the seed has another length.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed of {len(seed)} bytes")
    return DealerSeal(match, rules, seed, tuple(sorted(house)))


def dealer_commit(match: str, rules_hash: str, seed: bytes, house: Sequence[int]) -> bytes:
    """Return the server's commit (32 bytes) to its seed for the draw, published before all others.

    `house` are the seats of the site's bots, in rising order.
    """
    return digest("dealer-commit", match, rules_hash, seed, len(house), *house)


def dealer_transcript(
    match: str, rules_hash: str, commit: bytes, client_commits: Sequence[bytes | None]
) -> bytes:
    """Return the hash (32 bytes) of all commits before the draw: the server's (`commit`), seats'.

    None in place of a seat's commit counts as a commit to a nonce of zeros.
    """
    parts = [
        committed or client_commit(match, FIRST_DEAL, seat, NO_NONCE)
        for seat, committed in enumerate(client_commits)
    ]
    return digest("dealer-transcript", match, rules_hash, commit, len(parts), *parts)


def drawn_cards(rules: Rules, stream: Iterator[int]) -> tuple[Card, ...]:
    """Return cards drawn from a pack that `stream` shuffles, as many as decide the first dealer.

    `stream` yields random 32-bit words.
    """
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
        IllegalAction: the cards do not decide who deals first.
    """
    return _drawn(rules, cards).draws


def dealer_of(rules: Rules, cards: Sequence[Card]) -> int:
    """Return the seat that deals first by these drawn cards.

    Raises:
        IllegalAction: the cards do not decide who deals first.
    """
    return _drawn(rules, cards).dealer


def _drawn(rules: Rules, cards: Sequence[Card]) -> DealerDrawn:
    _, events = apply(start(rules, dealer=0), DrawDealer(tuple(cards)))
    (drawn,) = (event for event in events if isinstance(event, DealerDrawn))
    return drawn


def draw_of_block(block: Mapping[str, Any], rules: Rules) -> tuple[DrawnDealer | None, str]:
    """Check the draw of the dealer in a first deal's well-formed proof `block`.

    Returns (draw, ""), or (None, "commit" or "seed") where that field is wrong.
    """
    dealer_block = block[DEALER]
    house = tuple(dealer_block["house"])
    seal = DealerSeal(block["match"], rules, bytes.fromhex(dealer_block["seed"]), house)
    if seal.commit != dealer_block["commit"]:
        return None, "commit"
    commits = [commit and bytes.fromhex(commit) for commit in block["client_commits"]]
    try:
        return seal.draw(commits), ""
    except IllegalAction:
        return None, "seed"
