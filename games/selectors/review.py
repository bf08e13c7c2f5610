"""Reads of single matches for the review page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from games.analysis import FORMAT, answered
from games.models import Match, MatchRecord, ReviewNote
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.record.log import MatchLog
from games.record.verify import checked_log
from games.selectors.matches import record_json

Json: TypeAlias = dict[str, Any]

ANALYSIS_VERSION: Final = int(FORMAT.rpartition("/")[2])
"""The present version of analyses."""
MAX_CACHED_LOGS: Final = 8
"""Number of match logs cached in a process, since several variations of one match are likely."""


class ReviewTags(NamedTuple):
    """Hashes of a match's record and analysis, which change whenever these do."""

    record: str
    """SHA-256 (hex) of the stored record."""
    analysis: str
    """SHA-256 (hex) of the stored analysis; empty without an analysis."""
    is_final: bool
    """Whether the analysis is done and of the present format, so that nobody may ask for another."""


def review_tags(match: str) -> ReviewTags | None:
    """Return the hashes of a finished match's record and analysis; None where it has no record.

    `match` is its public id.
    """
    rows = MatchRecord.objects.filter(match__public_id=match, match__finished_at__isnull=False)
    of = "match__analysis__"
    row = rows.values_list(
        "sha256", "match__status", f"{of}sha256", f"{of}state", f"{of}version"
    ).first()
    if row is None:
        return None
    record, status, analysis, state, version = row
    shown = (analysis or "") if status == MatchStatus.FINISHED else ""
    return ReviewTags(record, shown, state == AnalysisState.DONE and version == ANALYSIS_VERSION)


def held_back(match: str) -> bool:
    """Return whether a match (public id) is over but not public, as others still play its deck."""
    return Match.objects.filter(public_id=match, status=MatchStatus.HELD).exists()


def public_table_of(match: str) -> str | None:
    """Return the public id of a match's table; None where strangers may not watch the match."""
    return (
        Match.objects.filter(public_id=match, public=True, table__isnull=False)
        .values_list("table__public_id", flat=True)
        .first()
    )


def notes_of(player: int, match: str) -> dict[str, str]:
    """Return place ("d1t3c2": deal 1, trick 3, card 2) -> a player's own note there.

    `player` is a row id, `match` a public id.
    """
    rows = ReviewNote.objects.filter(player=player, match__public_id=match).order_by("pk")
    return dict(rows.values_list("place", "text"))


def variation_of(match: str, deal: int, plays: int, cards: Sequence[str]) -> Json | None:
    """Return the position, all hands open, after a tried line of cards and a bot's replies.

    `cards` are the tried ones of the seat to act after `plays` cards of deal number `deal` (from
    1). `match` is a public id; None where there is no such public match.

    Raises:
        VariationError: the cards cannot be played there.
    """
    body = record_json(match)
    return None if body is None else answered(_log_of(body), deal, plays, cards)


@lru_cache(maxsize=MAX_CACHED_LOGS)
def _log_of(record: bytes) -> MatchLog:
    """Return the log of a match from its stored record. The log is shared: do not change it."""
    return checked_log(orjson.loads(record))
