"""Reads of the log of moderators' decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from django.db.models import Count
from django.db.models.functions import TruncMonth

from games.conduct.hash_chain import START, link
from games.models import Appeal, ModAction, ModLogHead

MONTHS: Final = 12
"""Number of months whose decisions are counted in public."""


def content_of(action: ModAction) -> dict[str, object]:
    """Return the fields of a row of the log of decisions that its hash covers, by name.

    The hash of the row before goes into it too.
    """
    return {
        "number": action.number,
        "at": _utc(action.at),
        "player": action.player,
        "moderator": action.moderator,
        "measure": action.measure,
        "rule": action.rule,
        "starts_at": _utc(action.starts_at),
        "ends_at": _utc(action.ends_at),
        "scope": action.scope,
        "case": action.case,
        "reverses": action.reverses,
        "template": action.template,
        "text_digest": action.text_digest,
    }


def find_break() -> str | None:
    """Return the first fault in the chain of hashes of the log of decisions, in words, or None.

    Rows that were changed, taken out or put in are found by their hashes, rows that were cut off
    the end by what is stored of the end.
    """
    previous, number = START, 0
    for action in _all_actions():
        number += 1
        if action.number != number:
            return f"row {number} is missing"
        if link(previous, content_of(action)) != action.digest:
            return f"row {number} was changed"
        previous = action.digest
    head = ModLogHead.objects.first()
    end = (0, START) if head is None else (head.number, head.digest)
    return None if end == (number, previous) else f"the log ends at row {number} of {end[0]}"


def monthly_counts() -> list[tuple[datetime, dict[str, int]]]:
    """Return (month, measure -> how often moderators took it) for the latest months, newest first.

    Rows that take something back are counted as `reversal`, apart from measures; `appeals` are
    those that were sent.
    """
    counts: dict[datetime, Counter[str]] = {}
    actions = ModAction.objects.annotate(month=TruncMonth("at")).values("month", "measure")
    for row in actions.annotate(n=Count("number")).order_by("month"):
        counts.setdefault(row["month"], Counter())[row["measure"]] += row["n"]
    appeals = Appeal.objects.annotate(month=TruncMonth("at")).values("month")
    for one in appeals.annotate(n=Count("pk")).order_by("month"):
        counts.setdefault(one["month"], Counter())["appeals"] += one["n"]
    return [(month, dict(counts[month])) for month in sorted(counts, reverse=True)][:MONTHS]


def _all_actions() -> Iterator[ModAction]:
    """Iterate over all rows in their order."""
    return ModAction.objects.order_by("number").iterator(chunk_size=2000)


def _utc(moment: datetime | None) -> str | None:
    """Return a moment as a text that is the same whatever the time zone of the process."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")
