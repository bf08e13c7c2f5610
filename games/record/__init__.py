"""The record of a match, which anybody can check: log, record, fairness proof, verification.

Plain Python over the engine: `MatchLog` holds a match while it is played, `build_record` makes
`brisca-record/1` of it, `verify_record` checks such a record from anywhere.
"""

from games.record.dealer import drawn_rounds
from games.record.dealing import DealSource, OpenedDeal, SealedDeal, open_deal
from games.record.errors import RecordError
from games.record.fairness import deck_for, deck_of_block, fairness_block
from games.record.log import Entry, LogError, MatchLog
from games.record.record import FORMAT, Sitter, build_record
from games.record.verify import checked_log, verify_record, verify_text

__all__ = [
    "FORMAT",
    "DealSource",
    "Entry",
    "LogError",
    "MatchLog",
    "OpenedDeal",
    "RecordError",
    "SealedDeal",
    "Sitter",
    "build_record",
    "checked_log",
    "deck_for",
    "deck_of_block",
    "drawn_rounds",
    "fairness_block",
    "open_deal",
    "verify_record",
    "verify_text",
]
