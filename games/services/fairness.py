"""What players' browsers report of the proofs that they checked."""

from __future__ import annotations

from django.db import transaction

from games.models import DealReport
from games.stats.shuffles import REPORTED, add_shuffles


@transaction.atomic
def report_shuffle(*, match_id: int, deal: int, seat: int, result: str, why: str) -> bool:
    """Keep what a seat's browser found wrong with a deal; False where it has said so before.

    `result` is of `DealReport`: that the proof is bad, or that a number was left out.
    """
    _, new = DealReport.objects.get_or_create(
        match_id=match_id, deal_number=deal, seat=seat, defaults={"result": result, "why": why}
    )
    if new:
        add_shuffles({REPORTED[result]: 1})
    return new
