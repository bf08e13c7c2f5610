"""Making puzzles: from finished matches, and from the deals that stand in the repository."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.models import Match, Puzzle
from games.models.matches import MatchStatus
from games.puzzles import CheckedChoice, StoredDeal, check
from games.puzzles.decisions import decisions_of, has_preset_rules
from games.puzzles.solution import assessment_of, long_solution
from games.record.verify import checked_log
from games.services.puzzles import deal_id, store_puzzle

SET: Final = Path(settings.BASE_DIR) / "games" / "puzzles" / "data" / "puzzles.ndjson"
"""The set of the repository."""
MOST_OF_MATCH: Final = 3
"""Puzzles that one match gives at most."""


def matches_for_puzzles() -> QuerySet[Match]:
    """Return the matches from which puzzles may be made, the latest first.

    They are over and shown to everybody: one whose decks others still play stays hidden until then.
    """
    rows = Match.objects.filter(status=MatchStatus.FINISHED, record__isnull=False, puzzles=None)
    return rows.order_by("-finished_at", "-id")


def make_from_match(*, match: Match, most: int = MOST_OF_MATCH) -> int:
    """Store up to `most` puzzles of a finished match; return how many were stored.

    Judging takes up to a second a deal.
    """
    if match.status != MatchStatus.FINISHED:
        return 0
    log = checked_log(json.loads(zlib.decompress(match.record.body)))
    if not has_preset_rules(log.rules):
        return 0
    made = 0
    for decision in decisions_of(log):
        if made >= most:
            break
        found = check(decision.view, f"{match.public_id}/{decision.at}")
        if found is not None:
            made += store_puzzle(view=decision.view, found=found, match=match, at=decision.at)
    return made


def load_set(path: Path = SET, *, step: Callable[[], None] = lambda: None) -> int:
    """Store the puzzles of a file (a JSON object a line) that are new; return how many those are.

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
    """Store the puzzles of these JSON objects that are new; return how many those are.

    Raises:
        StoredDealError: a line is no puzzle.
    """
    known = set(Puzzle.objects.filter(match=None).values_list("public_id", flat=True))
    made = 0
    for line in lines:
        if deal_id(line["deal"]) not in known:
            found = CheckedChoice(
                line["theme"], assessment_of(long_solution(line["solution"])), int(line["rating"])
            )
            view = StoredDeal.from_json(line["deal"]).view
            made += store_puzzle(view=view, found=found, deal=line["deal"])
        step()
    return made
