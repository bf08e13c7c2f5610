"""Reads of analyses: of one match, and of one player over time."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Q, QuerySet

from brisca_site.prepared_queries import prepared
from games.analysis import can_analyse
from games.answers.analyses import Accuracy
from games.engine import ruleset_from_options
from games.models import Match, MatchAnalysis, SeatAnalysis
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.record.record import rfc3339
from games.selectors.keyset import Key, Page, read_page

Json: TypeAlias = dict[str, Any]

POINT_FIELDS: Final = (
    "match_id", "match__public_id", "match__pool", "seat", "finished_at", "decisions", "best",
    "loss", "errors", "accuracy",
)  # fmt: skip
STATE_FIELDS: Final = (
    *("id", "players", "ruleset__preset", "ruleset__options"),
    *("analysis__state", "analysis__priority"),
)
QUEUED: Final = (AnalysisState.WAITING, AnalysisState.WORKING)


def analysis_with_tag(match: str) -> tuple[bytes, str] | None:
    """Return the JSON of a match's analysis and its SHA-256 in hex; None where there is none.

    `match` is the match's public id.
    """
    row = _made(match).values_list("body", "sha256").first()
    return None if row is None or row[0] is None else (zlib.decompress(row[0]), row[1])


def analysis_tag(match: str) -> str | None:
    """Return the SHA-256 (hex) of the analysis of a match (public id), without reading all of it."""
    return _made(match).values_list("sha256", flat=True).first()


def _made(match: str) -> QuerySet[MatchAnalysis]:
    """Return the latest analysis of a public, finished match, as a query of at most one row.

    A running match, or one that is held back, has none here, even if a row existed. One that is
    being made again is shown until then.
    """
    shown = MatchAnalysis.objects.filter(match__status=MatchStatus.FINISHED)
    return shown.filter(match__public_id=match, body__isnull=False)


def analysis_state(match: str) -> Json | None:
    """Return the state of the analysis of a finished match (public id); None without such a match.

    `state` is waiting, working, done, failed, none (not requested) or impossible (its rules cannot
    be analysed); `ahead` is the number of matches before it in the queue.
    """
    row = _states_of.first(match)
    if row is None:
        return None
    state, ahead = row["analysis__state"], 0
    if state is None:
        options = row["ruleset__options"]
        rules = ruleset_from_options(row["ruleset__preset"], row["players"], options).rules
        state = "none" if can_analyse(rules) else "impossible"
    elif state == AnalysisState.WAITING:
        queue = MatchAnalysis.objects.filter(state__in=QUEUED)
        priority = row["analysis__priority"]
        before = queue.filter(priority=priority, match__lt=row["id"])
        ahead = queue.filter(priority__lt=priority).count() + before.count()
    return {"match": match, "state": str(state), "ahead": ahead}


@prepared
def _states_of(match: str) -> QuerySet[Match, Json]:
    """Return STATE_FIELDS of a finished match (public id)."""
    found = Match.objects.filter(public_id=match, status=MatchStatus.FINISHED)
    rows: QuerySet[Match, Json] = found.values(*STATE_FIELDS)
    return rows


def accuracy_page(
    player: int, *, pool: str | None = None, cursor: str | None = None, limit: int = 50
) -> Page[Accuracy]:
    """Return a page of a player's accuracy (0 to 100) in each analysed match, newest first.

    `player` is a row id; `pool` is a kind of match, None for all.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = SeatAnalysis.objects.filter(player=player).values(*POINT_FIELDS)
    if pool is not None:
        rows = rows.filter(match__pool=pool)
    keys = (Key("finished_at", datetime), Key("match_id", int), Key("seat", int))
    page = read_page(rows, keys, cursor, limit)
    return Page([_point(row) for row in page.rows], page.next, page.seen)


def accuracies(player: str, matches: Collection[str], viewer: int | None) -> dict[str, float]:
    """Return match (public id) -> the player's accuracy in it (0 to 100, by the match's analysis).

    `player` is the exact name. Matches without an analysis are left out; of several seats of the
    player in one match the last one counts. Empty where the figures are private to `viewer` (a
    player id).
    """
    found = _accuracies(player, matches, viewer or 0)
    return {match: accuracy for match, accuracy in found if accuracy is not None}


@prepared
def _accuracies(
    player: str, matches: Collection[str], viewer: int
) -> QuerySet[SeatAnalysis, tuple[str, float | None]]:
    """Return (match, accuracy) of a player's seats that `viewer` (a row id, 0: a stranger) may see."""
    rows = SeatAnalysis.objects.filter(
        Q(player__figures_private=False) | Q(player=viewer),
        player__name=player,
        match__public_id__in=matches,
        accuracy__isnull=False,
    ).order_by("seat")
    return rows.values_list("match__public_id", "accuracy")


def _point(row: Json) -> Accuracy:
    """Return a row of POINT_FIELDS as the API shows it."""
    return {
        "match": row["match__public_id"],
        "pool": row["match__pool"],
        "seat": row["seat"],
        "finished_at": rfc3339(row["finished_at"]),
        "decisions": row["decisions"],
        "best": row["best"],
        "loss": row["loss"],
        "errors": row["errors"],
        "accuracy": row["accuracy"],
    }
