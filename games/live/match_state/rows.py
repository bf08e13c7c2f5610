"""Types of the rows that a match writes to the database."""

from __future__ import annotations

from typing import NamedTuple


class ActionRow(NamedTuple):
    """A journal entry as a row of `games.models.Action`; `at`: epoch seconds, `ms`: time taken."""

    match: int
    seq: int
    sub: int
    seat: int
    client_id: str
    payload: str
    by: str
    ms: int
    at: float


class DeadlineRow(NamedTuple):
    """The one deadline of a match, as a row to store; `due` is in seconds since the epoch."""

    match: int
    for_seq: int
    kind: str
    due: float


class SeatCommitmentRow(NamedTuple):
    """A seat's commit for a deal, or its nonce with that commit, as a row to store; both in hex."""

    match: int
    deal: int
    seat: int
    commit: str
    nonce: str = ""
