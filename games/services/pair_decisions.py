"""Storage of the decisions of partners that say how often they agree with the partner's cards."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.analysis.partner_knowledge import has_pairs, pair_decisions
from games.engine import ruleset_from_options
from games.models import Match, PairDecisions, Seat
from games.models.analyses import AnalysisState
from games.models.people import PlayerKind
from games.record.verify import checked_log


@transaction.atomic
def store_pair_decisions(*, match: Match, pairs: Iterable[dict[str, Any]]) -> None:
    """Replace what is stored of the partners of a match; only rated matches of people count.

    `pairs` are sums as `games.analysis.partner_knowledge.PairDecisions.as_json` returns them.
    """
    PairDecisions.objects.filter(match=match).delete()
    players = dict(
        Seat.objects.filter(match=match, kind=PlayerKind.HUMAN).values_list("seat", "player")
    )
    if not match.rated or match.finished_at is None:
        return
    rows = []
    for pair in pairs:
        people = sorted(players[seat] for seat in pair["seats"] if seat in players)
        if len(set(people)) == 2:
            sums = {name: pair[name] for name in ("decisions", "followed", "deals")}
            rows.append(
                PairDecisions(
                    match=match, one_id=people[0], other_id=people[1],
                    finished_at=match.finished_at, **sums,
                )
            )  # fmt: skip
    PairDecisions.objects.bulk_create(rows)


def matches_without_decisions() -> QuerySet[Match]:
    """Return rated, analysed matches of people with partners of which nothing is stored yet."""
    matches = Match.objects.filter(
        rated=True, analysis__state=AnalysisState.DONE, pool__endswith="-pairs", pair_decisions=None
    )
    return matches.exclude(seats__kind=PlayerKind.BOT).order_by("-finished_at", "-pk")


def compute_pair_decisions(*, match: Match) -> bool:
    """Compute and store the decisions of partners in an analysed match; return whether it has any.

    The match's ruleset, record and analysis are read.
    """
    kind = match.ruleset
    if not has_pairs(ruleset_from_options(kind.preset, match.players, kind.options).rules):
        return False
    body = match.analysis.body
    if body is None:
        return False
    log = checked_log(json.loads(zlib.decompress(match.record.body)))
    found = pair_decisions(log, json.loads(zlib.decompress(body)))
    store_pair_decisions(match=match, pairs=[pair.as_json() for pair in found])
    return bool(found)
