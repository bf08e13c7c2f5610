"""Making puzzles from finished matches, and from the deals stored in the repository."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.models import Match
from games.models.matches import MatchStatus
from games.puzzles.models import Puzzle
from games.puzzles.rules import CheckedChoice, StoredDeal, check
from games.puzzles.rules.decisions import decisions_of, has_preset_rules
from games.puzzles.rules.solution import assessment_of, long_solution
from games.puzzles.services.puzzles import deal_id, store_puzzle
from games.record.verify import checked_log

PUZZLE_SET_FILE: Final = Path(settings.BASE_DIR) / "games" / "puzzles" / "data" / "puzzles.ndjson"
"""The set of the repository."""
MAX_PUZZLES_A_MATCH: Final = 3
"""Puzzles that one match gives at most."""


def matches_for_puzzles() -> QuerySet[Match]:
    """Return a query of matches from which puzzles may be made, the latest first.

    They are over and shown to everybody: one whose decks others still play stays hidden until then.
    """
    rows = Match.objects.filter(status=MatchStatus.FINISHED, record__isnull=False, puzzles=None)
    return rows.order_by("-finished_at", "-id")


def make_from_match(*, match: Match, most: int = MAX_PUZZLES_A_MATCH) -> int:
    """Store up to `most` puzzles made of a finished match; return how many were stored.

    Judging takes up to a second a deal.
    """
    if match.status != MatchStatus.FINISHED:
        return 0
    log = checked_log(json.loads(zlib.decompress(match.record.body)))
    if not has_preset_rules(log.rules):
        return 0
    stored = 0
    for decision in decisions_of(log):
        if stored >= most:
            break
        checked = check(decision.view, f"{match.public_id}/{decision.at}")
        if checked is not None:
            stored += store_puzzle(view=decision.view, checked=checked, match=match, at=decision.at)
    return stored


def load_set(path: Path = PUZZLE_SET_FILE, *, step: Callable[[], None] = lambda: None) -> int:
    """Store the new puzzles of a file (a JSON object a line); return how many were new.

    `step` is called after each line.

    Raises:
        StoredDealError: a line is no puzzle.
    """
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with transaction.atomic():
        return store_lines(lines=lines, step=step)


def store_lines(
    *, lines: Iterable[Mapping[str, Any]], step: Callable[[], None] = lambda: None
) -> int:
    """Store the new puzzles among these JSON objects; return how many were new.

    Raises:
        StoredDealError: a line is no puzzle.
    """
    stored_ids = set(Puzzle.objects.filter(match=None).values_list("public_id", flat=True))
    stored = 0
    for line in lines:
        if deal_id(line["deal"]) not in stored_ids:
            checked = CheckedChoice(
                line["theme"], assessment_of(long_solution(line["solution"])), int(line["rating"])
            )
            view = StoredDeal.from_json(line["deal"]).view
            stored += store_puzzle(view=view, checked=checked, deal=line["deal"])
        step()
    return stored
