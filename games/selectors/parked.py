"""Matches against bots that wait for their only person, who is gone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

PARKED_AFTER: Final = timedelta(hours=1)
"""Time until the deadline of a match beyond which the match is parked; others are sooner due."""


def parked_from(now: datetime) -> datetime:
    """Return the deadline from which on a match is parked at this moment."""
    return now + PARKED_AFTER


def parked(since: datetime, match: str = "match__") -> Q:
    """Return the condition of a table whose match is parked.

    `since` is that of `parked_from`; `match` is the path from the row to the match.
    """
    return Q(
        **{
            f"{match}turn_ms__isnull": True,
            f"{match}deadline__kind": "away",
            f"{match}deadline__due_at__gt": since,
        }
    )
