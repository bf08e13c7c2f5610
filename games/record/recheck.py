"""The server's check that a deal's cards and published commits agree with its proof.

A player's browser that finds a fault is believed only where this finds one, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine import Card, Rules
from games.record.fairness import (
    CUT_BY_CLOCK,
    NONCE_MISSING,
    SCHEME,
    block_fault,
    client_commit,
    deck_of_block,
    flag_fault,
)
from games.record.log import Entry, MatchLog

MALFORMED: Final = "malformed"


@dataclass(frozen=True, slots=True)
class DealtDeal:
    """A deal as the server dealt and published it: cards and commits, apart from its proof."""

    match: str
    deal: int
    origin: tuple[str, int]
    """(match, deal) for which the deck was first made: this deal, unless it is dealt again."""
    rules: Rules
    deck: tuple[Card, ...]
    cut: int | None
    """Where the deck was cut, according to the journal."""
    cut_by_clock: bool
    server_commit: str | None = None
    """The commit published before the cut; None if it is no longer known."""
    client_commits: Sequence[str | None] | None = None
    """The commits published with it, by seat; None if they are no longer known."""


def dealt_deal(log: MatchLog, deal: int, origin: tuple[str, int] | None = None) -> DealtDeal | None:
    """Return deal number `deal` (from 1) as a log has it; None if no deck was dealt.

    `origin` is the earlier (match, deal) whose deck this deal repeats, if any.
    """
    deck = log.decks.get(deal)
    if deck is None:
        return None
    cut = _cut_of(log.entries, deal)
    return DealtDeal(
        match=log.match_id,
        deal=deal,
        origin=origin or (log.match_id, deal),
        rules=log.rules,
        deck=deck,
        cut=None if cut is None else cut.action["at"],
        cut_by_clock=cut is not None and cut.by == "clock",
    )


def proof_fault(block: Mapping[str, Any] | None, dealt: DealtDeal) -> str | None:
    """Return the first field in which a proof differs from the deal; None if they agree.

    Any object may be given as `block`; "missing" if it is empty, "malformed" if it is no proof.
    """
    if not block:
        return "missing"
    try:
        return _fault(block, dealt)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return MALFORMED


def leaves_out(block: Mapping[str, Any] | None, seat: int) -> bool:
    """Return whether the proof `block` lacks the nonce to which this seat had committed.

    True without a proof. False means that the nonce is part of the deck, or that the seat had
    committed to none, so that the server could not have left one out.
    """
    if not block:
        return True
    try:
        committed, nonce = block["client_commits"][seat], bytes.fromhex(block["nonces"][seat])
        opens = client_commit(block["match"], block["deal"], seat, nonce).hex() == committed
        missing = f"{NONCE_MISSING}{seat}" in block["flags"]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return True
    return committed is not None and (missing or not opens)


def _fault(block: Mapping[str, Any], dealt: DealtDeal) -> str | None:
    if block["scheme"] != SCHEME:
        return "scheme"
    if block["match"] != dealt.origin[0]:
        return "match"
    if block["deal"] != dealt.origin[1]:
        return "deal"
    if block["rules"] != dealt.rules.ruleset.hash:
        return "rules"
    if block["cut"] != dealt.cut or (CUT_BY_CLOCK in block["flags"]) != dealt.cut_by_clock:
        return "cut"
    if flag_fault(block, dealt.match, dealt.deal) is not None:
        return "flags"
    if dealt.server_commit not in (None, block["server_commit"]):
        return "server_commit"
    shown = dealt.client_commits
    if shown is not None and list(shown) != list(block["client_commits"]):
        return "client_commit"
    if (fault := block_fault(block)) is not None:
        return fault[0].partition("[")[0].removesuffix("s")
    return None if deck_of_block(block, dealt.rules.deck) == dealt.deck else "deck"


def _cut_of(entries: Sequence[Entry], deal: int) -> Entry | None:
    number = 1
    for entry in entries:
        kind = entry.action["type"]
        if kind == "cut" and number == deal:
            return entry
        number += kind == "next_deal"
    return None
