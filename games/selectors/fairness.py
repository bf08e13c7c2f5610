"""How the shuffles of the site have gone, counted over all deals."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Q, Sum

from games.models import DealReport, DealSecret

KEY = "fairness-figures"
KEPT = 60
"""Seconds that the figures are kept, as everybody may ask."""


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """Deals, but for `nonces_missing` (seats) and what browsers reported (once a seat and deal)."""

    dealt: int
    shown: int
    """Over, so that the proof is public."""
    verified: int
    failed: int
    """Computed again by the server at the end: the same deck, or not."""
    dropped: int
    """Sealed and never dealt: the match ended before the cards."""
    clock_cuts: int
    incomplete: int
    """Without the nonce of at least one seat."""
    nonces_missing: int
    reported_bad: int
    reported_withheld: int


def fairness_figures() -> FairnessFigures:
    """The figures, at most a minute old."""
    figures: FairnessFigures | None = cache.get(KEY)
    if figures is None:
        figures = _count()
        cache.set(KEY, figures, KEPT)
    return figures


def _count() -> FairnessFigures:
    dealt, over = Q(fairness__isnull=False), Q(revealed_at__isnull=False)
    deals = DealSecret.objects.aggregate(
        dealt=Count("pk", filter=dealt),
        shown=Count("pk", filter=dealt & over),
        same=Count("pk", filter=Q(verified=True)),
        another=Count("pk", filter=Q(verified=False)),
        dropped=Count("pk", filter=~dealt & over),
        clock_cuts=Count("pk", filter=Q(cut_by_clock=True)),
        incomplete=Count("pk", filter=Q(missing__gt=0)),
        nonces_missing=Sum("missing", default=0),
    )
    reports = DealReport.objects.aggregate(
        reported_bad=Count("pk", filter=Q(result=DealReport.BAD)),
        reported_withheld=Count("pk", filter=Q(result=DealReport.WITHHELD)),
    )
    verified, failed = deals.pop("same"), deals.pop("another")
    return FairnessFigures(verified=verified, failed=failed, **deals, **reports)
