"""Matches against bots that wait for their only person, who is gone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

PARKED_AFTER: Final = timedelta(hours=1)
"""Time until the deadline of a match beyond which the match is parked; others are sooner due."""


def parked(now: datetime, match: str = "match__") -> Q:
    """Return the query condition of a parked match; `match` is the lookup path to the match."""
    return Q(
        **{
            f"{match}turn_ms__isnull": True,
            f"{match}deadline__kind": "away",
            f"{match}deadline__due_at__gt": now + PARKED_AFTER,
        }
    )
