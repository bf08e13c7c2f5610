"""Reads of matches for API and pages: filtered lists, one match, its record.

Finished matches are public. Of a running match only what everybody at the table knows is read: who
sits where, and the deals that are over. Nothing here reads an action or a secret.
"""

from __future__ import annotations

import zlib
from typing import Any, TypeAlias

import orjson
from django.db.models import QuerySet

from games.common.keyset import Page
from games.models import Deal, Match, MatchRecord
from games.models.matches import MatchStatus
from games.selectors.match_filter import MatchFilter, fitting_matches, matches_of_player
from games.selectors.match_json import matches_json

Json: TypeAlias = dict[str, Any]


def match_texts(wanted: MatchFilter, *, cursor: str | None = None, limit: int = 50) -> Page[Any]:
    """Return a page of finished matches as JSON fragments of the API, newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = fitting_matches(wanted, cursor=cursor, limit=limit)
    texts = matches_json([row["match"] for row in page.rows])
    return Page([orjson.Fragment(text) for text in texts], page.next, page.seen)


def match_page(wanted: MatchFilter, *, cursor: str | None = None, limit: int = 50) -> Page[Any]:
    """Return a page of finished matches as dictionaries of the API's JSON, newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = fitting_matches(wanted, cursor=cursor, limit=limit)
    texts = matches_json([row["match"] for row in page.rows])
    return Page(list(map(orjson.loads, texts)), page.next, page.seen)


def latest_of(player: int, limit: int) -> list[Json]:
    """Return the latest finished matches of a player (row id), as dictionaries of the API's JSON."""
    page = matches_of_player(player, None, limit, bot=True)  # which each player may be
    return list(map(orjson.loads, matches_json([row["match_id"] for row in page.rows])))


def match_detail(public_id: str) -> Json | None:
    """Return one match as the API shows it; None where there is no public match with this id."""
    row = _matches_of(public_id).first()
    if row is None or not _shown(row[1], public=row[2]):
        return None
    (text,) = matches_json([row[0]])
    shown: Json = orjson.loads(text)
    return _as_running(shown, row[0]) if row[1] == MatchStatus.PLAYING else shown


def match_status(public_id: str) -> str | None:
    """Return the status of a match; None where there is no public match with this id."""
    row = _matches_of(public_id).first()
    return row[1] if row is not None and _shown(row[1], public=row[2]) else None


def _matches_of(public_id: str) -> QuerySet[Match, tuple[int, str, bool]]:
    """Return a query of (row id, status, whether it is public) of the match with this public id."""
    return Match.objects.filter(public_id=public_id).values_list("id", "status", "public")


def record_json(match: Match | str) -> bytes | None:
    """Return a finished match's record as stored JSON; a text is a public id; None without one."""
    public_id = match if isinstance(match, str) else match.public_id
    body = _records(public_id).values_list("body", flat=True).first()
    return None if body is None else zlib.decompress(body)


def record_tag(public_id: str) -> str | None:
    """Return the SHA-256 (hex) of the record of a match (public id), without reading the record."""
    return _records(public_id).values_list("sha256", flat=True).first()


def _records(public_id: str) -> QuerySet[MatchRecord]:
    """Return a query, with at most one row, of the record of a finished match."""
    return MatchRecord.objects.filter(match__public_id=public_id, match__finished_at__isnull=False)


def _shown(status: str, *, public: bool) -> bool:
    """Return whether strangers may see a match with this status."""
    return public or status in (MatchStatus.FINISHED, MatchStatus.ABANDONED)


def _as_running(shown: Json, match: int) -> Json:
    """Return a match's JSON as while it runs: with the score of finished deals, without its end."""
    gained = list(Deal.objects.filter(match=match).values_list("game_points", flat=True))
    nothing = dict.fromkeys(
        ("winners", "ended_by", "rated", "unrated_reason", "margin", "contains")
    )
    unknown = dict.fromkeys(("result", "deals_won", "points"))
    return {
        **shown,
        **nothing,
        "deals": len(gained),
        "score": [sum(points[side] for points in gained) for side in range(len(shown["sides"]))],
        "seats": [{**seat, **unknown} for seat in shown["seats"]],
    }
