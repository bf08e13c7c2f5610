"""Reads of matches for API and pages: lists by filter, one match, its record.

Finished matches are public. Of a running one only what everybody at the table knows is read here:
who sits where, and the deals that are over. Nothing in this module reads an action or a secret.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable
from typing import Any, Final, TypeAlias

from games.models import Deal, Match, MatchRecord, Seat
from games.models.matches import MatchStatus
from games.record.record import rfc3339
from games.selectors.keyset import Page
from games.selectors.match_filter import TRAITS, MatchFilter, fitting_matches
from games.selectors.prepared import Prepared

Json: TypeAlias = dict[str, Any]

UNIT: Final = "ruleset__options__match.unit"
MATCH_FIELDS: Final = (
    "id",
    "public_id",
    "preset",
    "ruleset__hash",
    UNIT,
    "players",
    "pool",
    "sides",
    "status",
    "public",
    "started_at",
    "finished_at",
    "deal_count",
    "score",
    "winners",
    "ended_by",
    "rated",
    "margin",
    "boards",
    *TRAITS.values(),
    "pot__stake",
    "pot__total",
    "pot__payouts",
    "pot__ended",
)
SEAT_FIELDS: Final = (
    "match_id",
    "seat",
    "side",
    "player__name",
    "kind",
    "team_id",
    "won",
    "deals_won",
    "points",
)


_MATCHES: Final = Prepared(lambda ids: Match.objects.filter(pk__in=ids).values(*MATCH_FIELDS))
_SEATS: Final = Prepared(
    lambda ids: Seat.objects.filter(match__in=ids).order_by("match", "seat").values(*SEAT_FIELDS)
)


def match_page(wanted: MatchFilter, *, cursor: str | None = None, limit: int = 50) -> Page:
    """Finished matches as `match_json`, the newest first. Raises BadCursorError."""
    page = fitting_matches(wanted, cursor=cursor, limit=limit)
    return Page(match_rows([row["match"] for row in page.rows]), page.next, page.seen)


def finished_matches(wanted: MatchFilter, limit: int = 50) -> list[Match]:
    """The newest finished matches as rows, with seats and their players."""
    ids = [row["match"] for row in fitting_matches(wanted, limit=limit).rows]
    rows = Match.objects.prefetch_related("seats__player").in_bulk(ids)
    return [rows[match] for match in ids]


def match_rows(ids: Collection[int]) -> list[Json]:
    """Matches as `match_json` in the order of their ids given, in two queries."""
    if not ids:
        return []
    rows = {row["id"]: row for row in _MATCHES.read(ids)}
    seats: dict[int, list[Json]] = {match: [] for match in ids}
    for seat in _SEATS.read(ids):
        seats[seat["match_id"]].append(seat)
    return [match_json(rows[match], seats[match]) for match in ids if match in rows]


def match_detail(public_id: str) -> Json | None:
    """One match as `match_json`; None where there is none that a stranger may see."""
    row = Match.objects.filter(public_id=public_id).values(*MATCH_FIELDS).first()
    if row is None or not _shown(row["status"], public=row["public"]):
        return None
    if row["status"] == MatchStatus.PLAYING:
        row.update(_so_far(row["id"], len(row["sides"])))
    seats = Seat.objects.filter(match=row["id"]).order_by("seat").values(*SEAT_FIELDS)
    return match_json(row, seats)


def match_status(public_id: str) -> str | None:
    """Whether a match runs; None where there is none that a stranger may see."""
    row = Match.objects.filter(public_id=public_id).values_list("status", "public").first()
    return row[0] if row is not None and _shown(row[0], public=row[1]) else None


def record_json(match: Match | str) -> bytes | None:
    """The record of a finished match, or of the one with this public id, as it was written."""
    found = record_with_tag(match if isinstance(match, str) else match.public_id)
    return None if found is None else found[0]


def record_with_tag(public_id: str) -> tuple[bytes, str] | None:
    """The record of a match and the SHA-256 of it in hex; None where it has none."""
    row = (
        MatchRecord.objects.filter(match__public_id=public_id, match__finished_at__isnull=False)
        .values_list("body", "sha256")
        .first()
    )
    return None if row is None else (zlib.decompress(row[0]), row[1])


def record_tag(public_id: str) -> str | None:
    """The SHA-256 of a record without reading it."""
    rows = MatchRecord.objects.filter(
        match__public_id=public_id, match__finished_at__isnull=False
    ).values_list("sha256", flat=True)
    return rows.first()


def match_json(row: Json, seats: Iterable[Json]) -> Json:
    """A match as the API shows it, of a row of MATCH_FIELDS and rows of SEAT_FIELDS."""
    over = row["status"] != MatchStatus.PLAYING
    drawn = over and not row["winners"]
    return {
        "id": row["public_id"],
        "preset": row["preset"],
        "rules_hash": row["ruleset__hash"],
        "players": row["players"],
        "pool": row["pool"],
        "status": row["status"],
        "started_at": rfc3339(row["started_at"]),
        "finished_at": rfc3339(row["finished_at"]) if row["finished_at"] else None,
        "unit": row[UNIT],
        "deals": row["deal_count"],
        "boards": row["boards"],
        "sides": row["sides"],
        "score": row["score"] or [0] * len(row["sides"]),
        "winners": row["winners"] if over else None,
        "ended_by": (row["ended_by"] or None) if over else None,
        "rated": row["rated"] if over else None,
        "margin": row["margin"] if over else None,
        "contains": [name for name, field in TRAITS.items() if row[field]] if over else None,
        "pot": None if row["pot__stake"] is None else _pot_json(row),
        "seats": [_seat_json(seat, over=over, drawn=drawn) for seat in seats],
    }


def _pot_json(row: Json) -> Json:
    return {
        "stake": row["pot__stake"],
        "pot": row["pot__total"],
        "outcome": row["pot__ended"] or None,
        "payouts": row["pot__payouts"],
    }


def _seat_json(seat: Json, *, over: bool, drawn: bool) -> Json:
    result = None
    if over:
        result = "drawn" if drawn else "won" if seat["won"] else "lost"
    return {
        "seat": seat["seat"],
        "side": seat["side"],
        "player": seat["player__name"],
        "kind": seat["kind"],
        "team": seat["team_id"],
        "result": result,
        "deals_won": seat["deals_won"] if over else None,
        "points": seat["points"] if over else None,
    }


def _shown(status: str, *, public: bool) -> bool:
    return public or status in (MatchStatus.FINISHED, MatchStatus.ABANDONED)


def _so_far(match: int, sides: int) -> Json:
    """Score and number of the deals that are over."""
    gained = list(Deal.objects.filter(match=match).values_list("game_points", flat=True))
    return {
        "score": [sum(points[side] for points in gained) for side in range(sides)],
        "deal_count": len(gained),
    }
