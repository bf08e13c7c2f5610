"""Deals whose making went well and badly, to be counted."""

from __future__ import annotations

from django.utils import timezone

from games.engine import build_ruleset
from games.models import DealReport, DealSecret, Match
from games.record.recheck import DealtDeal
from games.services.fairness import report_shuffle


def every_sort_of_shuffle(match: Match) -> None:
    """A deal of each sort: proven, with numbers missing, failed, dealt alone, shown alone, neither.

    Three browsers report the third, whose proof cannot be read: one as bad, two for a number that was
    left out. One reports a deal that was never dealt.
    """
    now, proof = timezone.now(), {"server_seed": "ab" * 32}
    rows = [
        {"fairness": proof, "revealed_at": now, "verified": True},
        {"fairness": proof, "revealed_at": now, "verified": True, "missing": 2},
        {"fairness": proof, "revealed_at": now, "verified": False, "cut_by_clock": True},
        {"fairness": proof, "missing": 1},
        {"revealed_at": now},
        {},
    ]
    for number, row in enumerate(rows, start=1):
        DealSecret.objects.create(
            match=match,
            deal_number=number,
            server_seed=b"s" * 32,
            server_commit=f"{number:064}",
            **row,
        )
    rules = build_ruleset("ludoteka", 2).rules
    dealt = DealtDeal(match.public_id, 3, (match.public_id, 3), rules, (), None, False)
    for seat, result in enumerate((DealReport.BAD, DealReport.WITHHELD, DealReport.WITHHELD)):
        report_shuffle(match_id=match.pk, deal=3, seat=seat, result=result, why="deck", dealt=dealt)
    report_shuffle(match_id=match.pk, deal=6, seat=0, result=DealReport.BAD, why="deck", dealt=None)
