"""The rows that a match writes to the database."""

from __future__ import annotations

from typing import NamedTuple


class ActionRow(NamedTuple):
    """One row of `games.models.Action`; `at` in seconds since the epoch, `ms` in milliseconds."""

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
    """The one deadline of a match; `due` in seconds since the epoch."""

    match: int
    for_seq: int
    kind: str
    due: float


class CommitmentRow(NamedTuple):
    """What a browser sent for a deal: its commit, or the nonce that it had committed to; hex."""

    match: int
    deal: int
    seat: int
    commit: str
    nonce: str = ""
