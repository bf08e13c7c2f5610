"""The stored records of finished matches."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any, Final

from games.models import Match, MatchRecord, Player

LEVEL: Final = 6
"""Of zlib; higher gains under two per cent."""


def store_record(*, match: Match, record: dict[str, Any]) -> None:
    """Keep the record (`brisca-record/1`) of a match that is over."""
    body, sha256 = _packed(record)
    MatchRecord.objects.create(match=match, body=body, sha256=sha256)


def rename_in_records(*, player: Player, name: str) -> None:
    """Write another name for a player into every record of theirs: the old one is gone then.

    Nothing else of a record hangs on the names, so each stays as valid as it was.
    """
    rows = MatchRecord.objects.filter(match__seats__player=player).distinct()
    for row in rows.iterator(chunk_size=50):
        record = json.loads(zlib.decompress(row.body))
        mine = set(row.match.seats.filter(player=player).values_list("seat", flat=True))
        for seat in record["seats"]:
            if seat["seat"] in mine:
                seat["player"] = name
        row.body, row.sha256 = _packed(record)
        row.save(update_fields=["body", "sha256"])


def _packed(record: dict[str, Any]) -> tuple[bytes, str]:
    body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    return zlib.compress(body, LEVEL), hashlib.sha256(body).hexdigest()
