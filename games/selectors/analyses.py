"""Reads of analyses: of one match, and of one player over time."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Q, QuerySet

from games.analysis import can_analyse
from games.answers.analyses import Accuracy
from games.common.keyset import Key, Page, read_page
from games.engine import ruleset_from_options
from games.models import Match, MatchAnalysis, SeatAnalysis
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.record.record import rfc3339

Json: TypeAlias = dict[str, Any]

POINT_FIELDS: Final = (
    "match_id", "match__public_id", "match__pool", "seat", "finished_at", "decisions", "best",
    "loss", "errors", "accuracy",
)  # fmt: skip
STATE_FIELDS: Final = (
    *("id", "players", "ruleset__preset", "ruleset__options"),
    *("analysis__state", "analysis__priority"),
)
QUEUED_STATES: Final = (AnalysisState.WAITING, AnalysisState.WORKING)


def analysis_with_tag(match: str) -> tuple[bytes, str] | None:
    """Return the JSON of a match's analysis and its SHA-256 in hex; None where there is none.

    `match` is the match's public id.
    """
    row = _latest_analysis(match).values_list("body", "sha256").first()
    return None if row is None or row[0] is None else (zlib.decompress(row[0]), row[1])


def analysis_tag(match: str) -> str | None:
    """Return the SHA-256 (hex) of the analysis of a match (public id), without reading all of it."""
    return _latest_analysis(match).values_list("sha256", flat=True).first()


def _latest_analysis(match: str) -> QuerySet[MatchAnalysis]:
    """Return the latest analysis of a public, finished match, as a query of at most one row.

    A running match, or one that is held back, has none here, even if a row existed. One that is
    being made again is shown until then.
    """
    shown = MatchAnalysis.objects.filter(match__status=MatchStatus.FINISHED)
    return shown.filter(match__public_id=match, body__isnull=False)


def analysis_state(match: str) -> Json | None:
    """Return the state of the analysis of a finished match (public id); None without such a match.

    `state` is waiting, working, done, failed, none (not requested) or impossible (its rules cannot
    be analysed); `ahead` is the number of matches before this one in the queue.
    """
    rows = Match.objects.filter(public_id=match, status=MatchStatus.FINISHED)
    row = rows.values(*STATE_FIELDS).first()
    if row is None:
        return None
    state, ahead = row["analysis__state"], 0
    if state is None:
        options = row["ruleset__options"]
        rules = ruleset_from_options(row["ruleset__preset"], row["players"], options).rules
        state = "none" if can_analyse(rules) else "impossible"
    elif state == AnalysisState.WAITING:
        ahead = _matches_ahead(row["id"], row["analysis__priority"])
    return {"match": match, "state": str(state), "ahead": ahead}


def _matches_ahead(match: int, priority: int) -> int:
    """Return the number of matches before a match (row id) of this priority in the queue."""
    queue = MatchAnalysis.objects.filter(state__in=QUEUED_STATES)
    before = queue.filter(priority=priority, match__lt=match)
    return queue.filter(priority__lt=priority).count() + before.count()


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
    visible = Q(player__figures_private=False)
    if viewer is not None:
        visible |= Q(player=viewer)
    rows = SeatAnalysis.objects.filter(
        visible, player__name=player, match__public_id__in=matches, accuracy__isnull=False
    ).order_by("seat")
    accuracies = rows.values_list("match__public_id", "accuracy")
    return {match: accuracy for match, accuracy in accuracies if accuracy is not None}


def _point(row: Json) -> Accuracy:
    """Return a player's accuracy in one match, from a row of POINT_FIELDS, as the API shows it."""
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
