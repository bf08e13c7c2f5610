"""Reads of the log of moderators' decisions."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from django.conf import settings
from django.db.models import Count
from django.db.models.functions import TruncMonth
from django.utils.crypto import constant_time_compare, salted_hmac

from games.conduct.hash_chain import START, link
from games.models import Appeal, ModAction, ModLogHead, Statement

MAX_COUNTED_MONTHS: Final = 12
"""Number of months whose decisions are counted in public."""
_SEAL_SALT: Final = "games.mod_log.seal"


def content_of(action: ModAction) -> dict[str, object]:
    """Return name -> value of those fields of a row of the moderators' log that its hash covers.

    The hash also covers the hash of the row before.
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


def text_digest(text: str) -> str:
    """Return the hash by which the moderators' log knows a statement's text; "" for no text."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def end_seal(number: int, digest: str, key: str | bytes | None = None) -> str:
    """Return the seal over the end of the moderators' log: an HMAC with a key derived from `key`.

    `number` and `digest` are the last row's; without `key` it is SECRET_KEY. The digest depends on
    every row, so that nobody without the key can compute the whole chain anew.
    """
    text = f"{number}:{digest}"
    return salted_hmac(_SEAL_SALT, text, secret=key, algorithm="sha256").hexdigest()


def is_sealed(head: ModLogHead) -> bool:
    """Return True if the end of the log has a valid seal, by SECRET_KEY or one of its fallbacks.

    An empty log needs none.
    """
    if head.number == 0 and not head.seal:
        return True
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(
        constant_time_compare(head.seal, end_seal(head.number, head.digest, key)) for key in keys
    )


def find_break() -> str | None:
    """Return the first fault in the moderators' log and its statements, in words, or None.

    Rows that were changed, taken out or put in are found by their hashes, rows that were cut off
    the end by what is stored of the end, a chain that was computed anew by the seal of its end, and
    a changed statement by the hash of its text in the log.
    """
    head = ModLogHead.objects.first() or ModLogHead(number=0, digest=START)
    fault = find_chain_break(head) or _changed_statement()
    if fault is None and not is_sealed(head):
        return "its end has no seal of this site's SECRET_KEY"
    return fault


def find_chain_break(head: ModLogHead) -> str | None:
    """Return the first fault in the moderators' log's chain of hashes, in words, or None."""
    previous, number = START, 0
    for action in _all_actions():
        number += 1
        if action.number != number:
            return f"row {number} is missing"
        if link(previous, content_of(action)) != action.digest:
            return f"row {number} was changed"
        previous = action.digest
    if (head.number, head.digest) == (number, previous):
        return None
    return f"the log ends at row {number} of {head.number}"


def _changed_statement() -> str | None:
    """Return the first statement that differs from the text hashed in the log, in words, or None.

    Statements that were deleted, as with the account of their player, are no fault.
    """
    statements = Statement.objects.order_by("action_id")
    digests = statements.values_list("action_id", "text", "action__text_digest")
    for number, text, digest in digests.iterator(chunk_size=2000):
        if text_digest(text) != digest:
            return f"the statement of row {number} was changed"
    return None


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
    for appeal_row in appeals.annotate(n=Count("pk")).order_by("month"):
        counts.setdefault(appeal_row["month"], Counter())["appeals"] += appeal_row["n"]
    return [(month, dict(counts[month])) for month in sorted(counts, reverse=True)][
        :MAX_COUNTED_MONTHS
    ]


def _all_actions() -> Iterator[ModAction]:
    """Iterate over all rows of the moderators' log in their order."""
    return ModAction.objects.order_by("number").iterator(chunk_size=2000)


def _utc(moment: datetime | None) -> str | None:
    """Return a time as ISO text in UTC, whatever the process's time zone; None for None."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")
