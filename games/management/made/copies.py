"""One match that was played, told as many: other people sat down to the same decks.

A copy is a whole record of its own whose proofs say, by the flag that duplicate matches have, of
which match the decks are. Only names, times and ids differ, so the text between them is kept as it
is. All that was played stands behind what differs, and is packed once for all copies.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from games.management.made.habits import Game
from games.record.fairness import DUPLICATE
from games.record.record import rfc3339
from games.services.outcomes import Kept, Outcome, as_copy, outcome_of
from games.services.records import LEVEL

HOLES: Final = ("match", "seats", "started_at", "finished_at")
"""What differs, in the order of the record."""
BETWEEN_DEALS: Final = 6_000
"""Milliseconds."""
ADLER: Final = 65_521
"""What the two halves of an Adler-32 sum are taken modulo."""


class Copier:
    """Writes the record of one match again and again, for others at another time."""

    def __init__(self, game: Game, record: dict[str, Any]) -> None:
        self.game = game
        self.match: str = record["match"]
        self.outcome = outcome_of(record)
        self.copied = as_copy(self.outcome)
        self.took = timedelta(
            milliseconds=sum(
                BETWEEN_DEALS + sum(action["ms"] for action in deal["actions"])
                for deal in record["deals"]
            )
        )
        self._sides = [seat["side"] for seat in record["seats"]]
        self._own = _Text(record)
        self._copy = _Text({**record, "deals": [_marked(d, self.match) for d in record["deals"]]})

    def tell(
        self, public_id: str, sitters: Sequence[tuple[str, str]], finished_at: datetime
    ) -> Kept:
        """The match as one of these people (name and kind by seat); its own where the id is."""
        started_at = finished_at - self.took
        seats = [
            {"seat": seat, "player": name, "kind": kind, "side": side}
            for seat, ((name, kind), side) in enumerate(zip(sitters, self._sides, strict=True))
        ]
        own = public_id == self.match
        outcome: Outcome = self.outcome if own else self.copied
        values = [public_id, seats, rfc3339(started_at), rfc3339(finished_at)]
        body, sha256 = (self._own if own else self._copy).filled(values)
        return Kept(
            public_id=public_id,
            started_at=started_at,
            finished_at=finished_at,
            sitters=list(sitters),
            body=body,
            sha256=sha256,
            outcome=outcome,
        )


class _Text:
    """The text of a record but for what differs; what comes after that is packed already."""

    def __init__(self, record: dict[str, Any]) -> None:
        *self._before, self._rest = _pieces(record)
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._packed = packer.compress(self._rest) + packer.flush()
        self._sum = zlib.adler32(self._rest)

    def filled(self, values: Sequence[object]) -> tuple[bytes, str]:
        """The record with these values, as `games.services.records.packed` gives it."""
        head = b"".join(
            piece + _json(value) for piece, value in zip(self._before, values, strict=True)
        )
        digest = hashlib.sha256(head)
        digest.update(self._rest)
        packer = zlib.compressobj(LEVEL)
        # up to a byte's end, and nothing after it refers to it
        begun = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
        total = joined_sums(zlib.adler32(head), self._sum, len(self._rest))
        return begun + self._packed + total.to_bytes(4, "big"), digest.hexdigest()


def joined_sums(first: int, second: int, length: int) -> int:
    """The Adler-32 sum of two texts, one after the other, of their own and the second's length.

    >>> joined_sums(zlib.adler32(b"as"), zlib.adler32(b"tres"), 4) == zlib.adler32(b"astres")
    True
    """
    low, high = first & 0xFFFF, first >> 16
    more_low, more_high = second & 0xFFFF, second >> 16
    total = (high + more_high + length * (low - 1)) % ADLER
    return total << 16 | (low + more_low - 1) % ADLER


def _pieces(record: dict[str, Any]) -> list[bytes]:
    """The text of a record before, between and after what differs."""
    pieces: list[bytes] = []
    text = b"{"
    for name, value in record.items():
        text += (b"," if text[-1:] != b"{" or pieces else b"") + _json(name) + b":"
        if name in HOLES:
            pieces.append(text)
            text = b""
        else:
            text += _json(value)
    pieces.append(text + b"}")
    return pieces


def _marked(deal: dict[str, Any], origin: str) -> dict[str, Any]:
    proof = deal["fairness"]
    return {**deal, "fairness": {**proof, "flags": [*proof["flags"], f"{DUPLICATE}{origin}"]}}


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
