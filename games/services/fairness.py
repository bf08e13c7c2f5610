"""Reports of players' browsers on the proofs that they checked, and the server's own checks."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction

from games.models import DealReport, DealSecret, MatchRecord
from games.models.matches import MatchStatus
from games.record.errors import RecordError
from games.record.recheck import DealtDeal, dealt_deal, leaves_out, proof_fault
from games.record.verify import checked_log
from games.stats.shuffles import add_shuffles, report_name

Block = Mapping[str, Any]


class Verdict(NamedTuple):
    """Answer to a seat's report that the proof of a deal fails: whether the server agrees."""

    new: bool
    """False where this seat has reported this deal before; the new report was not stored then."""
    founded: bool = False
    """Whether the server's own check agrees that the proof fails."""
    fault: str = ""
    """Fault that the server found in the proof; empty: none."""


@transaction.atomic
def report_shuffle(
    *, match_id: int, deal: int, seat: int, result: str, why: str, dealt: DealtDeal | None
) -> Verdict:
    """Store and check a seat's report that the proof of a deal fails, once for each seat and deal.

    `match_id` is a row id, `result` is of `DealReport`: that the proof is bad, or that a nonce was
    left out. `dealt` is the deal in the match's log; None where no deck was dealt. A report that
    the server's own check contradicts is stored as well, and counted as unfounded.
    """
    report, new = DealReport.objects.get_or_create(
        match_id=match_id, deal_number=deal, seat=seat, defaults={"result": result, "why": why}
    )
    if not new:
        return Verdict(new=False)
    fault = ""
    if dealt is None:
        report.founded = False
    else:
        block = _block(match_id, deal)
        fault = proof_fault(block, _as_shown(match_id, dealt)) or ""
        report.founded = _founded(report, block, fault)
    report.save(update_fields=["founded"])
    add_shuffles({report_name(result, report.founded): 1})
    return Verdict(new=True, founded=report.founded, fault=fault)


def check_old_reports() -> int:
    """Check the unchecked reports of finished matches; return the number checked.

    Such reports were stored before the server checked reports itself.
    """
    reports = DealReport.objects.filter(founded=None, match__status=MatchStatus.FINISHED)
    return sum(_check_old(report.pk) for report in reports.only("pk"))


@transaction.atomic
def _check_old(pk: int) -> bool:
    """Check one stored report on a deal's proof (primary key); return False if already checked."""
    report = DealReport.objects.select_for_update().get(pk=pk)
    if report.founded is not None:
        return False
    dealt_from = _from_record(report.match_id, report.deal_number)
    if dealt_from is None:
        founded = True  # the record itself does not hold
    else:
        block, dealt = dealt_from
        fault = "" if dealt is None else proof_fault(block, _as_shown(report.match_id, dealt))
        founded = dealt is not None and _founded(report, block, fault or "")
    report.founded = founded
    report.save(update_fields=["founded"])
    if not founded:
        add_shuffles({report_name(report.result, None): -1, report_name(report.result, False): 1})
    return True


def _founded(report: DealReport, block: Block | None, fault: str) -> bool:
    """Return whether a report on a deal's proof is true, given the fault that the server found."""
    return bool(fault) or (report.result == DealReport.WITHHELD and leaves_out(block, report.seat))


def _as_shown(match_id: int, dealt: DealtDeal) -> DealtDeal:
    """Return a deal with the commitments that were stored before the cut, where they remain."""
    row = DealSecret.objects.filter(match=match_id, deal_number=dealt.deal).first()
    if row is None:
        return dealt
    again = row.again or {}
    return replace(
        dealt,
        origin=(again["match"], again["deal"]) if again else dealt.origin,
        server_commit=dealt.server_commit or row.server_commit,
        client_commits=dealt.client_commits or row.client_commits or None,
    )


def _block(match_id: int, deal: int) -> Block | None:
    """Return the shuffle proof of a deal, from its own row or from its finished match's record."""
    row = DealSecret.objects.filter(match=match_id, deal_number=deal).first()
    if row is not None and row.fairness:
        return dict(row.fairness)
    for deal_record in _record(match_id).get("deals", ()):
        if deal_record["number"] == deal:
            return deal_record["fairness"] or None
    return None


def _record(match_id: int) -> dict[str, Any]:
    """Return the record of a match; empty where there is none."""
    row = MatchRecord.objects.filter(match=match_id).first()
    return {} if row is None else dict(json.loads(zlib.decompress(row.body)))


def _from_record(match_id: int, deal: int) -> tuple[Block | None, DealtDeal | None] | None:
    """Return a deal's shuffle proof and cards from its match's record; None if that is invalid."""
    try:
        log = checked_log(_record(match_id))
    except RecordError:
        return None
    block = log.fairness.get(deal)
    origin = None if block is None else (block["match"], block["deal"])
    return block, dealt_deal(log, deal, origin)
