"""The state of the deal protocol: commits, nonces, the server's seal and the proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.record.dealer import DealerSeal
from games.record.dealing import SealedDeal

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, repr=False)
class SeatCommitment:
    """A seat's commit for a deal, and the nonce that it has revealed: hex, "" if there is none."""

    commit: str
    nonce: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class SecretProof:
    """Proof of a deal's deck (`block`), secret until the deal is over.

    `shown` is seat -> nonce that it revealed (hex).
    """

    deal: int
    block: Json
    shown: Mapping[int, str]


@dataclass(slots=True, repr=False)
class DealProtocolState:
    """State of a match's provable shuffle: the latest sealed deal, the seats' commits and nonces.

    A deal is sealed when the server has committed to its seed.
    """

    sealed: SealedDeal | None = None
    block: Json | None = None
    """The proof of the sealed deal, once the deck is made. Secret until the deal is over."""
    draw: DealerSeal | None = None
    """The server's seal for drawing the first dealer, while the first deal is made and played."""
    commitments: dict[int, dict[int, SeatCommitment]] = field(default_factory=dict)
    """Deal -> seat -> its commit, with the nonce once the seat has revealed it."""

    def sealed_for(self, number: int) -> SealedDeal | None:
        """Return the deal of this number if it is sealed (the server has committed to its seed)."""
        return self.sealed if self.sealed is not None and self.sealed.number == number else None
