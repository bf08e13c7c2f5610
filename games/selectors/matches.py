"""Reads of matches for API and pages: lists by filter, one match, its record.

Finished matches are public. Of a running one only what everybody at the table knows is read here:
who sits where, and the deals that are over. Nothing in this module reads an action or a secret.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Deal, Match, MatchRecord, Seat
from games.models.matches import MatchStatus
from games.record.record import rfc3339
from games.selectors.figures import find_player
from games.selectors.keyset import Key, Page, read_page

Json: TypeAlias = dict[str, Any]
Result: TypeAlias = Literal["won", "lost", "drawn"]

RESULTS: Final[dict[str, bool | None]] = {"won": True, "lost": False, "drawn": None}
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
_BY_MATCH: Final = (Key("finished_at", datetime), Key("id", int))
_BY_SEAT: Final = (Key("finished_at", datetime), Key("match_id", int))


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which finished matches; what is None does not matter.

    `partner`, `rival` and `result` are as seen by `player` and say nothing without one.
    """

    player: str | None = None
    partner: str | None = None
    rival: str | None = None
    team: int | None = None
    preset: str | None = None
    players: int | None = None
    rules: str | None = None
    result: Result | None = None
    since: datetime | None = None
    until: datetime | None = None


def match_page(wanted: MatchFilter, *, cursor: str | None = None, limit: int = 50) -> Page:
    """Finished matches as `match_json`, the newest first. Raises BadCursorError."""
    ids, page = _page_of_ids(wanted, cursor, limit)
    return Page(match_rows(ids), page.next, page.seen)


def finished_matches(wanted: MatchFilter, limit: int = 50) -> list[Match]:
    """The newest finished matches as rows, with seats and their players."""
    ids, _ = _page_of_ids(wanted, None, limit)
    rows = Match.objects.prefetch_related("seats__player").in_bulk(ids)
    return [rows[match] for match in ids]


def _page_of_ids(wanted: MatchFilter, cursor: str | None, limit: int) -> tuple[list[int], Page]:
    by_seat = wanted.player is not None or wanted.team is not None
    base = _seats(wanted) if by_seat else _matches(wanted)
    if base is None:
        return [], Page([], None)
    page = read_page(base, _BY_SEAT if by_seat else _BY_MATCH, cursor, limit)
    return [row["match_id" if by_seat else "id"] for row in page.rows], page


def match_rows(ids: Collection[int]) -> list[Json]:
    """Matches as `match_json` in the order of their ids given, in two queries."""
    if not ids:
        return []
    rows = {row["id"]: row for row in Match.objects.filter(pk__in=ids).values(*MATCH_FIELDS)}
    seats: dict[int, list[Json]] = {match: [] for match in ids}
    for seat in Seat.objects.filter(match__in=ids).order_by("seat").values(*SEAT_FIELDS):
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
        "sides": row["sides"],
        "score": row["score"] or [0] * len(row["sides"]),
        "winners": row["winners"] if over else None,
        "ended_by": (row["ended_by"] or None) if over else None,
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
    return public or status != MatchStatus.PLAYING


def _so_far(match: int, sides: int) -> Json:
    """Score and number of the deals that are over."""
    gained = list(Deal.objects.filter(match=match).values_list("game_points", flat=True))
    return {
        "score": [sum(points[side] for points in gained) for side in range(sides)],
        "deal_count": len(gained),
    }


def _of_match(wanted: MatchFilter, prefix: str = "") -> dict[str, Any]:
    """Lookups on the match itself; the keys are written here and nowhere else."""
    lookups = {
        "preset": wanted.preset,
        "players": wanted.players,
        "ruleset__hash": wanted.rules,
    }
    return {f"{prefix}{name}": value for name, value in lookups.items() if value is not None}


def _in_time(wanted: MatchFilter) -> Q:
    found = Q(finished_at__isnull=False)
    if wanted.since is not None:
        found &= Q(finished_at__gte=wanted.since)
    if wanted.until is not None:
        found &= Q(finished_at__lt=wanted.until)
    return found


def _matches(wanted: MatchFilter) -> QuerySet[Any, Any]:
    rows = Match.objects.filter(_in_time(wanted), **_of_match(wanted))
    return rows.values("id", "finished_at")


def _seats(wanted: MatchFilter) -> QuerySet[Any, Any] | None:
    """Seats of a player or of a team; None where a name is nobody's."""
    seats = Seat.objects.filter(_in_time(wanted), **_of_match(wanted, "match__"))
    if wanted.team is not None:
        seats = seats.filter(team=wanted.team)
    if wanted.player is not None:
        player = find_player(wanted.player)
        if player is None:
            return None
        seats = seats.filter(player=player["id"])
        if wanted.result is not None:
            seats = seats.filter(won=RESULTS[wanted.result])
        same_match = Seat.objects.filter(match=OuterRef("match")).exclude(seat=OuterRef("seat"))
        for name, same_side in ((wanted.partner, True), (wanted.rival, False)):
            if name is None:
                continue
            other = find_player(name)
            if other is None:
                return None
            here = Q(side=OuterRef("side"))
            seats = seats.filter(
                Exists(same_match.filter(here if same_side else ~here, player=other["id"]))
            )
    # a team has several seats in a match, and so may a bot
    return seats.values("match_id", "finished_at").distinct()
