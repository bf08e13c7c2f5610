"""Totals of shuffles: one row, to which matches are added as they end.

Deals of running matches are counted when a reader asks, as there are few; so dealing counts
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from django.db.models import Count, F, Q, QuerySet, Sum

from games.models import DealReport, DealSecret, ShuffleFigures
from games.models.matches import MatchStatus

Counts: TypeAlias = dict[str, int]

ROW: Final = 1
"""Primary key of the only row."""
OPEN: Final = (MatchStatus.PLAYING, MatchStatus.HELD)
"""States of matches whose deals the row does not include yet."""
REPORTED: Final = {DealReport.BAD: "reported_bad", DealReport.WITHHELD: "reported_withheld"}
"""Counter of a report's result where the server's check agrees or is missing."""
UNFOUNDED: Final = "reported_unfounded"
"""Counter of reports with which the server's check disagrees."""


def shuffle_counts() -> Counts:
    """Return field of `ShuffleFigures` -> its count over all deals, of running matches, too."""
    runs = _counted(DealSecret.objects.filter(match__status__in=OPEN))
    return {name: count + runs.get(name, 0) for name, count in _kept().items()}


def fold_shuffles(matches: Sequence[int]) -> None:
    """Add the deals of matches (row ids) that have just ended to the totals of shuffles, once each.

    All matches lock the same row, so call this last in the transaction.
    """
    add_shuffles(_counted(DealSecret.objects.filter(match__in=matches)))


def report_name(result: str, founded: bool | None) -> str:
    """Return the field of `ShuffleFigures` that counts a report of a failed proof.

    `result` is bad or withheld; `founded` says whether the server's check agrees, None: unchecked.
    """
    return UNFOUNDED if founded is False else REPORTED[result]


def add_shuffles(more: Counts) -> None:
    """Add counts, by field, to the row of shuffle totals, which is created if it is missing."""
    grown = {name: F(name) + count for name, count in more.items() if count}
    if grown and not ShuffleFigures.objects.filter(pk=ROW).update(**grown):
        ShuffleFigures.objects.bulk_create([ShuffleFigures(pk=ROW)], ignore_conflicts=True)
        ShuffleFigures.objects.filter(pk=ROW).update(**grown)


def recounted_shuffles() -> Counts:
    """Return the totals of shuffles, counted from every deal of ended matches."""
    counts = _counted(DealSecret.objects.exclude(match__status__in=OPEN))
    reports = {
        name: DealReport.objects.filter(result=result).exclude(founded=False).count()
        for result, name in REPORTED.items()
    }
    return {**counts, **reports, UNFOUNDED: DealReport.objects.filter(founded=False).count()}


def shuffles_differ(counts: Counts) -> bool:
    """Return whether the stored totals of shuffles differ from these counts."""
    return _kept() != counts


def set_shuffles(counts: Counts) -> None:
    """Store these counts as the totals of shuffles."""
    ShuffleFigures.objects.update_or_create(pk=ROW, defaults=counts)


def _kept() -> Counts:
    """Return field -> count of the stored row of shuffle totals; zeros without a row."""
    counts: Counts | None = ShuffleFigures.objects.filter(pk=ROW).values(*_NAMES).first()
    return counts or dict.fromkeys(_NAMES, 0)


def _counted(secrets: QuerySet[DealSecret]) -> Counts:
    """Return field -> count over a query of deals: verified, failed, cut by the clock, ..."""
    dealt, over = Q(fairness__isnull=False), Q(revealed_at__isnull=False)
    counts = secrets.aggregate(
        dealt=Count("pk", filter=dealt),
        shown=Count("pk", filter=dealt & over),
        same=Count("pk", filter=Q(verified=True)),
        another=Count("pk", filter=Q(verified=False)),
        dropped=Count("pk", filter=~dealt & over),
        clock_cuts=Count("pk", filter=Q(cut_by_clock=True)),
        incomplete=Count("pk", filter=Q(missing__gt=0)),
        nonces_missing=Sum("missing", default=0),
    )
    return {"verified": counts.pop("same"), "failed": counts.pop("another"), **counts}


_NAMES: Final = tuple(
    field.name for field in ShuffleFigures._meta.concrete_fields if not field.primary_key
)
