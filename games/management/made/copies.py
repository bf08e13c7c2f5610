"""One match that was played, told as many: other people sat down to the same decks.

A copy is a whole record of its own whose proofs say, by the flag that duplicate matches have, of
which match the decks are. Only names, times and ids differ, so the text between them is kept as it
is, and a copy costs no more than to pack it.
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
        self._own = _pieces(record)
        self._copy = _pieces({**record, "deals": [_marked(d, self.match) for d in record["deals"]]})

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
        pieces = self._own if own else self._copy
        body = pieces[0]
        for value, piece in zip(values, pieces[1:], strict=True):
            body += _json(value) + piece
        return Kept(
            public_id=public_id,
            started_at=started_at,
            finished_at=finished_at,
            sitters=list(sitters),
            body=zlib.compress(body, LEVEL),
            sha256=hashlib.sha256(body).hexdigest(),
            outcome=outcome,
        )


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
