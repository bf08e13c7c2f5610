"""Reads of finished matches of the last days that are worth seeing: close, high, or long."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

import orjson
from django.db.models import F, QuerySet

from games.models import Deal, Match
from games.selectors.match_json import matches_json
from games.selectors.matches import Json

MEMORABLE_DAYS: Final = 30
MAX_CANDIDATES: Final = 60
"""Number of the latest matches of each kind among which one is chosen, so that the read stays small."""


class Memorable(NamedTuple):
    """A match worth seeing (row id), and why: `close`, `high` or `long` with its figure."""

    match: int
    kind: str
    figure: int


def memorable_matches(now: datetime) -> list[Memorable]:
    """Return up to three finished matches of the last MEMORABLE_DAYS that are worth seeing.

    These are the one whose last deal was closest, that with the highest deal, and that with most
    deals; a match is named once.
    """
    latest = Match.objects.filter(finished_at__gte=now - timedelta(days=MEMORABLE_DAYS))
    latest = latest.order_by("-finished_at", "-id")
    chosen: list[Memorable] = []
    for best in (_closest(latest), _highest(latest), *_longest(latest)):
        if best is not None and best.match not in {memorable.match for memorable in chosen}:
            chosen.append(best)
    return chosen[:3]


def _closest(latest: QuerySet[Match]) -> Memorable | None:
    """Return the match of two sides whose last deal was won by the fewest card points."""
    ids = list(latest.filter(margin=1).values_list("pk", flat=True)[:MAX_CANDIDATES])
    last = Deal.objects.filter(match__in=ids, number=F("match__deal_count"), contract__isnull=True)
    margins = [
        Memorable(match, "close", abs(points[0] - points[1]))
        for match, points in last.values_list("match_id", "side_points")
        if len(points) == 2 and points[0] != points[1]
    ]
    return min(margins, key=lambda memorable: memorable.figure, default=None)


def _highest(latest: QuerySet[Match]) -> Memorable | None:
    """Return the match in which a side made the most card points in one deal, more than a hundred."""
    ids = list(latest.filter(has_hundred=True).values_list("pk", flat=True)[:MAX_CANDIDATES])
    deals = Deal.objects.filter(match__in=ids).values_list("match_id", "side_points")
    highest = [Memorable(match, "high", max(points)) for match, points in deals if points]
    return max(highest, key=lambda memorable: memorable.figure, default=None)


def _longest(latest: QuerySet[Match]) -> list[Memorable]:
    """Return the latest matches, those with most deals first."""
    rows = latest.filter(deal_count__gt=0).values_list("pk", "deal_count")[:MAX_CANDIDATES]
    longest = [Memorable(match, "long", count) for match, count in rows]
    return sorted(longest, key=lambda memorable: -memorable.figure)


def json_of(matches: list[Memorable]) -> list[Json]:
    """Return matches worth seeing as dictionaries of the API's JSON, in their order."""
    return list(map(orjson.loads, matches_json([memorable.match for memorable in matches])))
