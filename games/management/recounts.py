"""Recounts that a release needs: sums that it makes by other rules than the release before.

A release that counts something new adds a row to `RECOUNTS`. Its `needed` compares what is stored
with what the release would store, so that each recount runs once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db.models import Max
from django.utils import timezone

from games.models import CountedMatch, Worker
from games.stats.rebuild import ratings_need_recount

RECOUNTED_A_MINUTE: Final = 6_000
"""Matches that `rebuild_stats` counts in a minute on one ordinary core."""
DEAD_AFTER: Final = timedelta(seconds=30)
"""Age of the last sign of life of a process that is certainly gone."""
WATCHED_S: Final = 6.0
"""Seconds in which a living process gives another sign of life."""
LOOK_EVERY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Recount:
    """Sums that an older release may have made by other rules, and the command to remake them."""

    title: str
    command: str
    """Name of the command of manage.py that counts; it may run while the site does."""
    needed: Callable[[], bool]
    minutes: Callable[[], int]


def statistics_minutes() -> int:
    """Return how many minutes `rebuild_stats` takes at most on an ordinary server, rounded up."""
    return ceil(CountedMatch.objects.count() / RECOUNTED_A_MINUTE)


RECOUNTS: Final = (
    Recount("figures and ratings", "rebuild_stats", ratings_need_recount, statistics_minutes),
)


def needed_recounts() -> list[Recount]:
    """Return the recounts that this site's database still needs after an upgrade."""
    return [recount for recount in RECOUNTS if recount.needed()]


def is_served(sleep: Callable[[float], None] = time.sleep) -> bool:
    """Return True if a process is serving the site; the answer may take some seconds."""
    first = _last_sign_of_life()
    if first is None or timezone.now() - first > DEAD_AFTER:
        return False
    for _ in range(int(WATCHED_S / LOOK_EVERY_S)):
        sleep(LOOK_EVERY_S)
        if _last_sign_of_life() != first:
            return True
    return False


def _last_sign_of_life() -> datetime | None:
    latest: datetime | None = Worker.objects.aggregate(latest=Max("last_alive"))["latest"]
    return latest
