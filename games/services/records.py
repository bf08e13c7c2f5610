"""Storage of the records of finished matches."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from games.models import Match, MatchRecord, Player
from games.record.log import Entry, MatchLog, as_asked

COMPRESSION_LEVEL: Final = 6
"""Compression level of zlib; higher levels save less than 2 %."""
LAST_IDS_A_PERSON: Final = 2
"""Number of actions of each person whose ids are kept: the most that can be in flight."""


def store_record(*, match: Match, record: dict[str, Any], log: MatchLog) -> None:
    """Store the record (`brisca-record/1`) of a finished match, made from its `log`."""
    body, sha256 = packed(record)
    MatchRecord.objects.create(
        match=match, body=body, sha256=sha256, last_asked=_last_asked(log.entries)
    )


def _last_asked(entries: Sequence[Entry]) -> list[list[Any]]:
    """Return (seq, seat, client id, action) of each person's LAST_IDS_A_PERSON latest actions, latest first."""
    asked: list[list[Any]] = []
    times: Counter[int] = Counter()
    for entry in reversed(entries):
        if entry.by == "player" and entry.client_id and times[entry.seat] < LAST_IDS_A_PERSON:
            times[entry.seat] += 1
            asked.append([entry.seq, entry.seat, entry.client_id, as_asked(entry.action)])
    return asked


def rename_in_records(*, player: Player, name: str) -> None:
    """Replace a player's name in the records of all their matches.

    No other part of a record depends on the names, so that each stays valid.
    """
    rows = MatchRecord.objects.filter(match__seats__player=player).distinct()
    for row in rows.iterator(chunk_size=50):
        record = json.loads(zlib.decompress(row.body))
        mine = set(row.match.seats.filter(player=player).values_list("seat", flat=True))
        for seat in record["seats"]:
            if seat["seat"] in mine:
                seat["player"] = name
        row.body, row.sha256 = packed(record)
        row.save(update_fields=["body", "sha256"])


def packed(record: dict[str, Any]) -> tuple[bytes, str]:
    """Return a record as (compressed JSON as it is stored, SHA-256 of the JSON in hex)."""
    body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    return zlib.compress(body, COMPRESSION_LEVEL), hashlib.sha256(body).hexdigest()
