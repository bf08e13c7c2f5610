"""Part of a client in the shuffle: it commits to nonces, opens them, and checks the server's proofs."""

from __future__ import annotations

import random
from typing import Any

from games.record.fairness import client_commit

Json = dict[str, Any]


class Shuffling:
    """The shuffle messages of one seat in a match, and a check that the proofs contain them."""

    def __init__(self, match: str, seat: int | None, rng: random.Random) -> None:
        self.match, self.seat = match, seat
        self.faults: list[str] = []
        self.proofs = 0
        """Number of proofs with a nonce that the server had acknowledged."""
        self._rng = rng
        self._nonces: dict[int, bytes] = {}
        self._fair: Json = {"deal": 0}
        self._said: set[str] = set()
        self._stored: set[str] = set()
        self._proven: set[int] = set()

    def begin(self) -> None:
        """Prepare for a new socket: messages without acknowledgement will be sent again."""
        self._said = set(self._stored)
        self._fair = {"deal": 0}

    def acknowledged(self, name: str) -> None:
        """Note that the server has stored the shuffle message with this id."""
        self._stored.add(name)

    def sealed(self, deal: int) -> bool:
        """Return True if this deal's deck is sealed, so that it may be cut."""
        return self._fair["deal"] == deal and self._fair["server_commit"] is not None

    def hear(self, fair: Json) -> None:
        """Read a `fair` message: the state of a deal's shuffle, and at its end the proof."""
        self._fair, deal, block = fair, fair["deal"], fair["block"]
        if block is None or self.seat is None or deal in self._proven:
            return
        self._proven.add(deal)
        if f"nonce-{self.seat}-{deal:06}" in self._stored:
            self.proofs += 1
            if block["nonces"][self.seat] != self._nonces[deal].hex():
                self.faults.append(f"deal {deal}: the nonce it had stored is not in the proof")

    def says(self, view: Json | None) -> list[Json]:
        """Return the shuffle messages that the seat should send now, each once per socket."""
        fair, seat = self._fair, self.seat
        if seat is None or view is None or not fair["deal"]:
            return []
        deal = fair["deal"]
        messages = (
            [self._commit(deal)] if fair["server_commit"] is None else [self._commit(deal + 1)]
        )
        commits = fair["client_commits"]
        if view["phase"] == "deal" and view["deal"] == deal and commits and deal in self._nonces:
            nonce = self._nonces[deal]
            if commits[seat] == client_commit(self.match, deal, seat, nonce).hex():
                messages.append(self._message("nonce", deal, nonce=nonce.hex()))
        fresh = [message for message in messages if message["id"] not in self._said]
        self._said |= {message["id"] for message in fresh}
        return fresh

    def _commit(self, deal: int) -> Json:
        nonce = self._nonces.setdefault(deal, self._rng.randbytes(16))
        commit = client_commit(self.match, deal, self.seat or 0, nonce).hex()
        return self._message("commit", deal, commit=commit)

    def _message(self, kind: str, deal: int, **fields: str) -> Json:
        name = f"{kind}-{self.seat}-{deal:06}"
        return {"t": kind, "id": name, "match": self.match, "deal": deal, **fields}
